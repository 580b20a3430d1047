/// The rights that the voice's process has given up.
package struct SandboxReport: Sendable, Equatable, Codable {
    /// A right that can be given up.
    package enum Part: String, Sendable, Codable, CaseIterable {
        /// It uses no other files than sound needs.
        case files
        /// It starts no program.
        case programs
        /// It reaches no network, only sockets of this machine.
        case network
        /// It reaches no other process, neither by signals nor as a debugger.
        case processes
    }

    /// The parts that hold.
    package var parts: [Part]
    /// The reason why the other parts don't hold; nil if all do.
    package var message: String?

    package init(parts: [Part], message: String? = nil) {
        self.parts = parts
        self.message = message
    }
}
