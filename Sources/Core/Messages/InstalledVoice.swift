/// A voice of the synthesizer, or a variant: a manner of speaking for any voice.
package struct InstalledVoice: Sendable, Equatable {
    /// A language that the voice speaks.
    package struct Language: Sendable, Equatable {
        /// The lower-case tag: `en-us`.
        package var tag: String
        /// How well the voice suits the language; lower is better. Without a statement, eSpeak NG's voices have 5.
        package var priority: Int

        package init(_ tag: String, priority: Int = 5) {
            self.tag = tag
            self.priority = priority
        }
    }

    /// The unique name: `gmw/en-US`. A variant's can follow a voice's after a `+`: `f3`.
    package var identifier: String
    package var name: String
    /// The languages, the best match first; none for a variant.
    package var languages: [Language]

    package init(identifier: String, name: String, languages: [Language]) {
        self.identifier = identifier
        self.name = name
        let order = languages.enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }
        self.languages = order.map(\.element)
    }

    /// The voice as clients see it.
    package var described: VoiceDescription {
        VoiceDescription(identifier: identifier, name: name, languages: languages.map(\.tag))
    }
}
