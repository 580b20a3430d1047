// Sandbox removes the voice process's access to everything that speaking does not need, because a text may make a library run other code:
// access to files, other programs, the network and other processes. Landlock and seccomp enforce this, as far as the kernel supports them.
// Missing support is reported, and speech continues without it.

import CLinux
import Glibc
import System
package import VoiceProtocol

/// The sandbox of this process. The process can't leave it, and its rules do not change. Thread: the process's only one, before there are
/// others.
package final class Sandbox {
    private let folders: UserFolders
    private let file: String?
    /// The rules in force, and the files that their paths referred to.
    private var applied: (rules: SandboxRules, files: [[UInt]?])?

    /// - Parameters:
    ///   - file: the file that receives the sound, instead of a device.
    ///   - variable: returns environment variables.
    package init(file: String?, variable: @escaping (String) -> String?) {
        folders = UserFolders(variable: variable)
        self.file = file
    }

    /// Returns the reason why speaking needs something that the sandbox refuses; nil if it does not.
    package func obstacle(for needs: DeviceNeeds) -> String? {
        if let part = needs.unknownPart { return "the sound device uses ALSA's plugin \"\(part)\", which may need any file or program" }
        return file == nil && folders.maySpawnPulseAudio ? "PulseAudio's server may have to be started" : nil
    }

    /// Whether any part of the sandbox is in force.
    package private(set) var isEntered = false

    /// Returns whether a new process would be allowed other files.
    /// - Parameter hasFailed: whether the device can't be opened. Then rarely needed files count too.
    package func needsRenewal(hasFailed: Bool) -> Bool {
        guard let (rules, files) = applied else { return false }
        let now = rules.files(withRarelyNeeded: hasFailed)
        return now != Array(files.prefix(now.count))
    }

    /// Applies the rules as far as the kernel supports them.
    package func enter(for needs: DeviceNeeds) -> SandboxReport {
        if let obstacle = obstacle(for: needs) { return SandboxReport(parts: [], message: obstacle) }
        var exceptions: [String] = []
        // eSpeak NG starts mbrola for mbrola voices.
        let programs = folders.has("mbrola")
        if programs { exceptions.append("mbrola is installed, so programs may be started") }
        let remote = (folders.pulseAudioServers + needs.servers).flatMap { $0.split(separator: " ") }.first { !$0.isLocalServer }
        if let remote { exceptions.append("the sound server \(remote) is on the network") }

        var parts: [SandboxReport.Part] = []
        let rules = SandboxRules(for: folders, needs: needs, programs: programs, file: file)
        let files = rules.files(withRarelyNeeded: true)
        if landlock_version() == 0 {
            exceptions.append("this kernel has no Landlock, or does not allow it")
        } else if let code = enforce(rules, network: remote != nil) {
            exceptions.append("Landlock: \(Self.reason(code))")
        } else {
            parts.append(.files)
            applied = (rules, files)
        }
        let code = seccomp_refuse(programs, remote != nil)
        if code == 0 {
            parts += (programs ? [] : [.programs]) + (remote == nil ? [.network] : []) + [.processes]
        } else {
            exceptions.append("seccomp: \(Self.reason(code))")
        }
        isEntered = !parts.isEmpty
        return SandboxReport(parts: parts, message: exceptions.isEmpty ? nil : exceptions.joined(separator: "; "))
    }

    /// Returns an errno code if the rules can't be applied.
    private func enforce(_ rules: SandboxRules, network: Bool) -> CInt? {
        var descriptor: CInt = -1
        // SAFETY: system calls on strings that live for the calls.
        var code = unsafe landlock_create(network, &descriptor)
        guard code == 0 else { return code }
        defer { close(descriptor) }
        for rule in rules.rules where code == 0 { code = unsafe landlock_allow(descriptor, rule.path, rule.access) }
        if code == 0 { code = landlock_enforce(descriptor) }
        return code == 0 ? nil : code
    }

    private static func reason(_ code: CInt) -> String { String(systemError: code) }
}

extension Substring {
    /// Whether this is the address of a PulseAudio server on this machine: "{machine}unix:/path".
    fileprivate var isLocalServer: Bool {
        let address = hasPrefix("{") ? drop { $0 != "}" }.dropFirst() : self
        return address.hasPrefix("/") || address.hasPrefix("unix:")
    }
}
