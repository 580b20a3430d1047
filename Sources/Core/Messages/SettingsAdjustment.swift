package import JSONLines

/// Steps to add to the user's settings; nil leaves a setting unchanged. The daemon adds them to the current values, so the steps of several
/// clients add up.
package struct SettingsAdjustment: Sendable, Equatable {
    package var rate: Int?
    package var pitch: Int?
    package var volume: Int?

    /// The steps that are allowed: up to the highest value of the setting, in both directions.
    package static func range(for setting: ClosedRange<Int>) -> ClosedRange<Int> { -setting.upperBound...setting.upperBound }

    package init(rate: Int? = nil, pitch: Int? = nil, volume: Int? = nil) {
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
    }

    /// Returns `change` with the settings that result from the steps.
    /// - Parameters:
    ///   - current: the settings in force.
    ///   - warnings: receives a warning for each step that would leave a setting's range; the setting stops at the limit.
    package func added(to change: UserSettings, from current: SpeechAttributes, warnings: inout [Warning]) -> UserSettings {
        func moved(_ name: UserSettings.Name, _ value: Int?, by step: Int, in range: ClosedRange<Int>) -> Int {
            let wanted = (value ?? 0) + step
            let reached = min(max(wanted, range.lowerBound), range.upperBound)
            if reached != wanted {
                let end = wanted < reached ? "lowest" : "highest"
                warnings.append(Warning(.adjusted, "\(name.rawValue): \(wanted) is out of range; set to \(reached), the \(end)"))
            }
            return reached
        }
        let current = current.over(.usual)
        var change = change
        if let rate { change.speech.rate = moved(.rate, current.rate, by: rate, in: SpeechAttributes.rateRange) }
        if let pitch { change.speech.pitch = moved(.pitch, current.pitch, by: pitch, in: SpeechAttributes.percentRange) }
        if let volume { change.speech.volume = moved(.volume, current.volume, by: volume, in: SpeechAttributes.percentRange) }
        return change
    }
}

extension SettingsAdjustment: JSONFields {
    package static var blank: SettingsAdjustment { SettingsAdjustment() }

    package mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.number("rate", &rate, in: Self.range(for: SpeechAttributes.rateRange))
        try fields.number("pitch", &pitch, in: Self.range(for: SpeechAttributes.percentRange))
        try fields.number("volume", &volume, in: Self.range(for: SpeechAttributes.percentRange))
    }
}
