public import ArgumentParser
import Messages

/// How a text is spoken.
struct SpeechOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The language, such as en-us or de.", valueName: "tag"), completion: .languages)
    var language: String?
    @Option(help: ArgumentHelp("The voice, as listed by `announce voices`.", valueName: "name"), completion: .voices)
    var voice: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Words per minute, 80 to 900.", valueName: "wpm"))
    var rate: Int?
    @Option(parsing: .unconditional, help: ArgumentHelp("The pitch, 0 to 100; 50 is the voice's own.", valueName: "0–100"))
    var pitch: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far the pitch moves, 0 to 100; 50 is the voice's own, and 0 is monotonous.", valueName: "0–100"))
    var inflection: Int?
    @Option(parsing: .unconditional, help: ArgumentHelp("The volume, 0 to 100; 100 is the voice's own.", valueName: "0–100"))
    var volume: Int?
    @Option(help: "Which punctuation marks to name: none, some, most or all.")
    var punctuation: Punctuation?
    @Option(help: "How to indicate capital letters: none, pitch, say or sound. If the synthesizer has no sound for them, pitch is used.")
    var capitals: Capitals?
    @Flag(help: "Spell the text character by character.")
    var spell = false

    func validate() throws {
        if let rate, !SpeechAttributes.rateRange.contains(rate) { throw ValidationError("--rate: expected 80 to 900") }
        if let pitch, !SpeechAttributes.percentRange.contains(pitch) { throw ValidationError("--pitch: expected 0 to 100") }
        if let inflection, !SpeechAttributes.percentRange.contains(inflection) {
            throw ValidationError("--inflection: expected 0 to 100")
        }
        if let volume, !SpeechAttributes.percentRange.contains(volume) { throw ValidationError("--volume: expected 0 to 100") }
    }

    var attributes: SpeechAttributes {
        SpeechAttributes(
            language: language, voice: voice, rate: rate, pitch: pitch, inflection: inflection, volume: volume, punctuation: punctuation,
            capitals: capitals, spell: spell ? true : nil)
    }
}

extension Punctuation: ExpressibleByArgument {}
extension Capitals: ExpressibleByArgument {}
extension TextualContext: ExpressibleByArgument {}
extension Announcement.Supersede: ExpressibleByArgument {}
extension Announcement.Priority: ExpressibleByArgument {}
extension SpeechMode: ExpressibleByArgument {}
