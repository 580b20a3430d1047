/// The rights that the voice process has given up.
package struct SandboxReport: Sendable, Equatable, Codable {
    /// A right that can be given up.
    package enum Part: String, Sendable, Codable, CaseIterable {
        /// The process uses only the files that sound needs.
        case files
        /// The process can't start programs.
        case programs
        /// The process can't reach the network, only sockets of this machine.
        case network
        /// The process can't reach other processes, neither with signals nor as a debugger.
        case processes
    }

    /// The parts that are in effect.
    package var parts: [Part]
    /// The reason why the other parts are not in effect; nil if all are.
    package var message: String?

    package init(parts: [Part], message: String? = nil) {
        self.parts = parts
        self.message = message
    }
}
