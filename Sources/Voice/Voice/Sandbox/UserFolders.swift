import Glibc

/// The user's folders and files, according to environment variables.
struct UserFolders {
    private let variable: (String) -> String?

    init(variable: @escaping (String) -> String?) { self.variable = variable }

    /// Returns the paths in a variable, separated by colons.
    func paths(_ name: String) -> [String] { (variable(name) ?? "").split(separator: ":").map(String.init) }

    private func folder(_ name: String, orInHome path: String) -> String? { paths(name).first ?? home.map { "\($0)/\(path)" } }

    var home: String? { paths("HOME").first }
    var configuration: String? { folder("XDG_CONFIG_HOME", orInHome: ".config") }
    var data: [String] {
        let shared = paths("XDG_DATA_DIRS")
        return [folder("XDG_DATA_HOME", orInHome: ".local/share")].compactMap { $0 } + (shared.isEmpty ? ["/usr/local/share"] : shared)
    }

    /// Whether PulseAudio's library may have to start the server: the server is installed, is not running, and is not started by the
    /// service manager.
    var maySpawnPulseAudio: Bool {
        guard paths("PULSE_SERVER").isEmpty, has("pulseaudio") else { return false }
        let runtime = paths("XDG_RUNTIME_DIR").first
        let folder = paths("PULSE_RUNTIME_PATH").first ?? runtime.map { "\($0)/pulse" }
        let places = [folder.map { "\($0)/native" }, runtime.map { "\($0)/systemd" }].compactMap { $0 }
        return !places.contains { unsafe access($0, F_OK) == 0 }
    }

    /// Returns whether a program is installed.
    func has(_ program: String) -> Bool { paths("PATH").contains { unsafe access("\($0)/\(program)", X_OK) == 0 } }

    /// The sound servers that the user's configuration names to PulseAudio's library.
    var pulseAudioServers: [String] {
        if let named = variable("PULSE_SERVER"), !named.isEmpty { return [named] }
        let own = paths("PULSE_CLIENTCONFIG").first ?? configuration.map { "\($0)/pulse/client.conf" }
        var files = unsafe glob_t()
        // SAFETY: the list is freed after it was copied.
        unsafe glob("/etc/pulse/client.conf.d/*.conf", 0, nil, &files)
        defer { unsafe globfree(&files) }
        let shared = unsafe (0..<Int(files.gl_pathc)).compactMap { unsafe files.gl_pathv[$0].map { unsafe String(cString: $0) } }
        return (["/etc/pulse/client.conf"] + shared + [own].compactMap { $0 }).compactMap(Self.defaultServer)
    }

    /// Returns the last `default-server` in a configuration file of PulseAudio's library.
    private static func defaultServer(in path: String) -> String? {
        guard let file = unsafe fopen(path, "re") else { return nil }
        defer { unsafe fclose(file) }
        var buffer = [CChar](repeating: 0, count: 4096)
        var server: String?
        while unsafe fgets(&buffer, CInt(buffer.count), file) != nil {
            let line = unsafe buffer.withUnsafeBufferPointer { unsafe $0.baseAddress.map { unsafe String(cString: $0) } } ?? ""
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmed }
            if parts.count == 2, parts[0] == "default-server" { server = parts[1] }
        }
        return server
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
}
