import AnnounceClient
import ArgumentParser
import Messages

/// What shells propose for an argument. What only the daemon knows it is asked; where none listens, nothing is proposed.
extension CompletionKind {
    static let traits = list(Traits.names)

    static let languages = custom { words, _, _ in languages(words) }
    static let voices = custom { words, _, _ in voices(words) }

    /// The ids of what is spoken and waits.
    static let waitingIDs = custom { words, _, _ in
        guard case .status(let status) = answer(to: .status, words) else { return [] }
        return ((status.speaking.map { [$0] } ?? []) + status.next).map(\.id)
    }

    /// The ids of what was posted lately, the newest first.
    static let postedIDs = custom { words, _, _ in
        guard case .history(let entries) = answer(to: .history(limit: HistoryEntry.mostRemembered), words) else { return [] }
        return entries.reversed().map(\.id)
    }

    static let mediaSessions = custom { words, _, _ in
        guard case .status(let status) = answer(to: .status, words) else { return [] }
        return status.media.map(\.session)
    }

    /// The values that a key of `announce settings` may have.
    static let settingValues = custom { words, index, _ in
        guard index > 0, index <= words.count, let key = Settings.Key(rawValue: words[index - 1]) else { return [] }
        return switch key {
        case .language: languages(words)
        case .voice: voices(words)
        case .punctuation: Punctuation.allCases.map(\.rawValue)
        case .capitals: Capitals.allCases.map(\.rawValue)
        case .rate, .pitch, .volume: []
        }
    }

    private static func languages(_ words: [String]) -> [String] {
        guard case .voices(let voices) = answer(to: .voices(language: nil), words) else { return [] }
        return Set(voices.flatMap(\.languages)).sorted()
    }

    private static func voices(_ words: [String]) -> [String] {
        guard case .voices(let voices) = answer(to: .voices(language: nil), words) else { return [] }
        return voices.map(\.identifier)
    }

    /// What the daemon that the command line means says, if it says so soon: whoever presses Tab waits for it.
    private static func answer(to request: Request, _ words: [String]) -> Reply.Result? {
        var daemon = SocketOption()
        daemon.socket = words.firstIndex(of: "--socket").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
        return try? BlockingConnection.reply(to: request, from: daemon.path, within: .seconds(1)).result
    }
}
