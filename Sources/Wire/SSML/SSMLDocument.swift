package import Messages

// SSML is a client's markup (T10). It is parsed here and converted to plain runs, with support for a short list of elements. The
// synthesizer never receives a client's markup, because eSpeak NG 1.51 runs a shell command for `<audio>`.

/// Speech Synthesis Markup Language, as clients send it.
package enum SSMLDocument {
    /// The maximum length, in bytes of UTF-8: the maximum length of a protocol line.
    package static let maximumLength = 256 * 1024
    package static let mostRuns = 1024

    /// Returns the plain runs of a document. `attributes` apply wherever the document sets none.
    ///
    /// The elements speak, p, s, break, prosody, emphasis, say-as, sub, mark, voice and lang are supported. Of other elements only the text
    /// is kept. That includes `audio`, whose text is the alternative to the sound, but not `desc` and `metadata`. A document without
    /// `speak` is treated as the contents of one.
    /// - Returns: nil if the document is malformed or exceeds a limit; in that case, read it as plain text.
    package static func runs(of document: String, attributes: SpeechAttributes) -> [SpeechRun]? {
        guard document.utf8.count <= maximumLength else { return nil }
        let start = document.drop(while: \.isWhitespace)
        let isWhole = start.hasPrefix("<?xml") || start.hasPrefix("<speak")
        let builder = RunBuilder(attributes: attributes)
        guard XMLReader.read(isWhole ? [String(start)] : ["<speak>", document, "</speak>"], for: builder) else { return nil }
        return builder.finish()
    }
}
