package import Accessibility

// SSML is the client's markup (T10): it is parsed here, and what is spoken is rebuilt from a short list of elements as plain runs. The
// synthesizer never sees a client's markup: eSpeak NG 1.51 runs a shell command for `<audio>`.

/// Speech Synthesis Markup Language, as clients send it.
package enum SSMLDocument {
    /// The most bytes of UTF-8: a line of the protocol has no more.
    package static let maximumLength = 256 * 1024
    /// The most runs that a document becomes.
    package static let mostRuns = 1024

    /// The plain runs that a document says, in `attributes` where it says nothing else.
    ///
    /// Understood are speak, p, s, break, prosody, emphasis, say-as, sub, mark, voice and lang. Of other elements the text is kept, of
    /// `audio` too, where it is what is said instead of the sound; `desc` and `metadata` are no text. Without a `speak` around it
    /// the text is taken as what stands inside of one.
    /// - Returns: nil if the document is broken, or is more than it may be: then it is to be read as it is.
    package static func runs(of document: String, attributes: SpeechAttributes) -> [SpeechRun]? {
        guard document.utf8.count <= maximumLength else { return nil }
        let start = document.drop(while: \.isWhitespace)
        let isWhole = start.hasPrefix("<?xml") || start.hasPrefix("<speak")
        let builder = RunBuilder(attributes: attributes)
        guard XMLReader.read(isWhole ? [String(start)] : ["<speak>", document, "</speak>"], for: builder) else { return nil }
        return builder.finish()
    }
}
