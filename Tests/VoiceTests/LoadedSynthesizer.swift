@testable import ESpeak

/// eSpeak NG in the tests' own process: loaded once and used on one thread, because its state is global.
@MainActor enum LoadedSynthesizer {
    private static let loaded = Result {
        let synthesizer = try ESpeakSynthesizer(language: "en")
        synthesizer.prepare()
        return synthesizer
    }

    static func get() throws -> ESpeakSynthesizer { try loaded.get() }
}
