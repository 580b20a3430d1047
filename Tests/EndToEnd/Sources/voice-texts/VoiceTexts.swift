// voice-texts makes a real announced-voice speak hostile texts in all its languages and with all settings, up to a given number or time,
// and counts how often the voice dies or sends nothing for 20 s. The printed seed reproduces the texts.
//
//     voice-texts PROGRAM
//
// Environment: TEXTS, how many (10000); SECONDS, the time limit (3600); SEED; LANGUAGES, language tags to use (all). For the voice:
// VOICE_LD_PRELOAD and VOICE_LD_LIBRARY_PATH, for another build of libespeak-ng.

import FoundationEssentials
import Glibc
import TestSupport

@main struct VoiceTexts {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let program = CommandLine.arguments.dropFirst().first else {
            say("voice-texts: expected the path of announced-voice")
            exit(64)
        }
        let seed = environment["SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
        say("voice-texts: SEED=\(seed)")
        let end = ContinuousClock.now + .seconds(environment["SECONDS"].flatMap { Double($0) } ?? 3600)
        var voice = try await FuzzedVoice(program)
        let installed = try await voice.languages()
        let languages = environment["LANGUAGES"].map { $0.split(separator: " ").map(String.init) } ?? installed
        var commands = RandomCommands(seed: seed, languages: languages)
        var figures = Figures()
        for number in 1...(environment["TEXTS"].flatMap { Int($0) } ?? 10_000) where ContinuousClock.now < end {
            let command = commands.next(id: number)
            figures.texts += 1
            guard let death = try await voice.speak(command, id: number) else { continue }
            figures.deaths += 1
            voice = try await FuzzedVoice(program)
            // Does the text crash the voice only after the texts before it, or also by itself?
            let again = try await voice.speak(command, id: number)
            if again != nil { voice = try await FuzzedVoice(program) }
            say("\(again == nil ? "after others" : "by itself"): \(death)\n\(command)")
        }
        voice.end()
        say(figures.report + " in \(languages.count) languages, SEED=\(seed)")
        exit(figures.deaths == 0 ? 0 : 1)
    }
}

struct Figures {
    var texts = 0
    var deaths = 0

    var report: String {
        let rate = Int((Double(deaths) * 100_000 / Double(max(texts, 1))).rounded())
        return "\(texts) texts, \(deaths) deaths: \(rate / 10).\(rate % 10) in 10,000"
    }
}

/// Writes a line of the report, at once.
func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = unsafe write(STDOUT_FILENO, line, line.count)
}
