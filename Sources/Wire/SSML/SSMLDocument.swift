package import Messages

// SSML is a client's markup (T10). It is parsed here and rebuilt as plain runs from a short list of elements. The synthesizer never sees a
// client's markup, because eSpeak NG 1.51 runs a shell command for `<audio>`.

/// Speech Synthesis Markup Language, as clients send it.
package enum SSMLDocument {
    /// The maximum length in bytes of UTF-8, which is that of a protocol line.
    package static let maximumLength = 256 * 1024
    package static let mostRuns = 1024

    /// Returns the plain runs of a document. `attributes` apply where the document has none of its own.
    ///
    /// The elements speak, p, s, break, prosody, emphasis, say-as, sub, mark, voice and lang are supported. Of other elements only the text
    /// is kept. That includes `audio`, whose text is the alternative to the sound, but not `desc` and `metadata`. A document without
    /// `speak` is treated as the contents of one.
    /// - Returns: nil if the document is malformed or exceeds a limit; read it as plain text then.
    package static func runs(of document: String, attributes: SpeechAttributes) -> [SpeechRun]? {
        guard document.utf8.count <= maximumLength else { return nil }
        let start = document.drop(while: \.isWhitespace)
        let isWhole = start.hasPrefix("<?xml") || start.hasPrefix("<speak")
        let builder = RunBuilder(attributes: attributes)
        guard XMLReader.read(isWhole ? [String(start)] : ["<speak>", document, "</speak>"], for: builder) else { return nil }
        return builder.finish()
    }
}
