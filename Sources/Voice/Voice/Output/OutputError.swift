import Glibc

/// Where the user chose the device, for error messages.
package enum DeviceSetting: Sendable {
    case option, configuration

    fileprivate var phrase: String {
        switch self {
        case .option: "with --device"
        case .configuration: "as audio.device in the configuration"
        }
    }
}

/// The reason why the sound device can't be used.
package struct OutputError: Error, Equatable {
    /// The `errno` code.
    package let code: Int32
    /// The call that failed.
    package let cause: String
    /// The problem, for the user.
    package let problem: String
    /// A remedy other than choosing another device, if there is one.
    package var remedy: String?
    /// Whether another device may help.
    package var isDeviceFault: Bool
    /// Whether the device does not exist (O6).
    package var isMissing: Bool

    package init(
        code: Int32, cause: String, problem: String, remedy: String? = nil, isDeviceFault: Bool = true, isMissing: Bool = false
    ) {
        self.code = code
        self.cause = cause
        self.problem = problem
        self.remedy = remedy
        self.isDeviceFault = isDeviceFault
        self.isMissing = isMissing
    }

    /// Returns the problem and its remedies, for the user.
    package func message(choosing setting: DeviceSetting) -> String {
        let another = isDeviceFault ? "choose one of `aplay -L` \(setting.phrase)" : nil
        let advice = [remedy, another].compactMap { $0 }.joined(separator: ", or ")
        return advice.isEmpty ? "\(problem)." : "\(problem): \(advice)."
    }

    /// The error of a device that accepts no sound and reports nothing.
    package static func stalled(_ name: String) -> OutputError {
        OutputError(
            code: ETIMEDOUT, cause: "write",
            problem:
                "The sound device \"\(name)\" accepts no sound, because it or its sound server hangs, is suspended or has nothing to play on",
            remedy: "restart the sound server")
    }
}
