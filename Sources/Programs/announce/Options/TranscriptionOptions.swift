import ArgumentParser

/// Options that print a text as the synthesizer receives it.
struct TranscriptionOptions: ParsableArguments {
    @Flag(help: "Print the text that the synthesizer receives, after the dictionary and all other text rules, instead of speaking it.")
    var dryRun = false
    @Flag(help: "Print the pronunciation in the International Phonetic Alphabet, one line per clause, instead of speaking the text.")
    var ipa = false

    func validate() throws {
        if dryRun, ipa { throw ValidationError("--ipa: expected no --dry-run") }
    }

    var rendering: RenderTarget? { dryRun ? .text : ipa ? .phonemes : nil }
}
