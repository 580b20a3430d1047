import ArgumentParser

/// Options that print a text as the synthesizer receives it.
struct TranscriptionOptions: ParsableArguments {
    @Flag(help: "Print the text that the synthesizer gets, after the dictionary and all other rules for texts, instead of speaking it.")
    var dryRun = false
    @Flag(help: "Print the pronunciation in the International Phonetic Alphabet, a line for each clause, instead of speaking it.")
    var ipa = false

    func validate() throws {
        if dryRun, ipa { throw ValidationError("--ipa: expected no --dry-run") }
    }

    var rendering: RenderTarget? { dryRun ? .text : ipa ? .phonemes : nil }
}
