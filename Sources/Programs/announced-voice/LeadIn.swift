import ArgumentParser

/// The value of --lead-in.
enum LeadIn: ExpressibleByArgument, CustomStringConvertible {
    case auto
    case milliseconds(Int)

    init?(argument: String) {
        if argument == "auto" {
            self = .auto
        } else {
            guard let number = Int(argument) else { return nil }
            self = .milliseconds(number)
        }
    }

    /// Nil: as the sink needs.
    var milliseconds: Int? { if case .milliseconds(let number) = self { number } else { nil } }

    var description: String { milliseconds.map(String.init) ?? "auto" }
}
