import Glibc
import VoiceProtocol

// The sandbox, which the voice enters before it reads a text.
extension VoiceLoop {
    func enterSandbox() {
        guard let sandbox else { return }
        events.write(.sandbox(sandbox.enter(for: choice.needs)))
    }

    /// Checks that files installed or replaced since the start can be used; otherwise ends the process.
    func checkSandbox() {
        if let sandbox, sandbox.needsRenewal(hasFailed: false) { leaveSandbox(Self.otherFiles) }
    }

    private static let otherFiles = "the files that it may use have changed"

    /// Returns the error of a device that can't be opened. If the sandbox may be the reason, ends the process instead, so that another one
    /// starts.
    func sandboxed(_ error: OutputError) -> OutputError {
        guard let sandbox, sandbox.isEntered else { return error }
        if let reason = sandbox.obstacle(for: choice.needs) ?? (sandbox.needsRenewal(hasFailed: true) ? Self.otherFiles : nil) {
            leaveSandbox(reason)
        }
        return error
    }

    /// Ends this process, so that the next one chooses its sandbox again. Only the daemon starts another.
    private func leaveSandbox(_ reason: String) {
        guard settings.isSupervised else { return }
        events.write(.invalid(message: "its sandbox does not fit any more: \(reason)"))
        exit(EXIT_FAILURE)
    }
}
