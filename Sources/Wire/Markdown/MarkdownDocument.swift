package import Messages

// Markdown is a client's markup, like SSML (T22). It is parsed by md4c, and converted to plain runs.

/// CommonMark with GitHub's tables, task lists and strikethrough.
package enum MarkdownDocument {
    /// The maximum length, in bytes of UTF-8: the maximum length of a protocol line. What is spoken isn't longer either, although the
    /// headers of a table are repeated in each row.
    package static let maximumLength = 256 * 1024

    /// Returns the plain runs of a document.
    ///
    /// Headings, paragraphs, list items and table rows become sentences. Links and images are their texts. Emphasis changes the pitch and
    /// the rate, as SSML's `emphasis` does. HTML is left out, except for the text between the tags.
    /// - Parameters:
    ///   - attributes: the manner of speaking where the document sets none.
    ///   - readsCode: whether blocks of code are read line by line; otherwise, the number of their lines is spoken.
    /// - Returns: nil if the document exceeds a limit; in that case, read it as plain text.
    package static func runs(of document: String, attributes: SpeechAttributes, readsCode: Bool = false) -> [SpeechRun]? {
        guard document.utf8.count <= maximumLength else { return nil }
        let builder = MarkdownBuilder(attributes: attributes, readsCode: readsCode)
        guard MarkdownReader.read(document, for: builder) else { return nil }
        return builder.finish()
    }
}
