package import JSONLines
package import Messages

/// The rights that the voice process has given up.
package struct SandboxReport: Sendable, Equatable {
    /// A right that can be given up.
    package enum Part: String, Sendable, CaseIterable {
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

extension SandboxReport: JSONFields {
    package static var blank: SandboxReport { SandboxReport(parts: []) }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        var words: [Part]? = parts
        try fields.words("parts", &words)
        guard let words else { throw fields.missing("parts", "a value") }
        parts = words
        try fields.optional("message", &message)
    }
}
