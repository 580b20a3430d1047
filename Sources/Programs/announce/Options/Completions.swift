import AnnounceClient
import ArgumentParser
import Messages

/// Shells' proposals for arguments. Some come from the daemon; without a daemon, there are none of these.
extension CompletionKind {
    static let traits = list(Traits.names)

    static let languages = custom { words, _, _ in languages(words) }
    static let voices = custom { words, _, _ in voices(words) }

    /// The ids of the current and the waiting utterances.
    static let waitingIDs = custom { words, _, _ in
        guard case .status(let status) = answer(to: .status, words) else { return [] }
        return proposals(((status.speaking.map { [$0] } ?? []) + status.next).map(\.id))
    }

    /// The ids of recent utterances, newest first.
    static let postedIDs = custom { words, _, _ in
        guard case .history(let entries) = answer(to: .history(limit: HistoryEntry.mostRemembered), words) else { return [] }
        return proposals(entries.reversed().map(\.id))
    }

    /// The sessions of the command line's app, because only these can be named.
    static let mediaSessions = custom { words, _, _ in
        guard case .status(let status) = answer(to: .status, words) else { return [] }
        let app = value(of: "--app", in: words) ?? ClientIdentity.app
        return proposals(status.media.filter { $0.client == app }.map(\.session))
    }

    /// The clients with media sessions.
    static let mediaApps = custom { words, _, _ in
        guard case .status(let status) = answer(to: .status, words) else { return [] }
        return proposals(Set(status.media.map(\.client)).sorted())
    }

    /// The keys of `announce settings`, and after a key its possible values.
    static let settings = custom { words, index, _ in
        guard index > 0, index <= words.count else { return [] }
        guard let key = UserSettings.Name(rawValue: words[index - 1]) else { return UserSettings.Name.allCases.map(\.rawValue) }
        return switch key {
        case .language: languages(words)
        case .voice: voices(words)
        case .punctuation: Punctuation.allCases.map(\.rawValue)
        case .capitals: Capitals.allCases.map(\.rawValue)
        case .verbosity: Verbosity.allCases.map(\.rawValue)
        case .dialect: Dialect.allCases.map(\.rawValue)
        case .gestures: Gestures.allCases.map(\.rawValue)
        case .typing: TypingEcho.allCases.map(\.rawValue)
        case .mode: SpeechMode.allCases.map(\.rawValue)
        case .hints, .earcons: ["true", "false"]
        case .rate, .pitch, .inflection, .volume, .interval: []
        }
    }

    /// Returns names chosen by clients, as the shell reads them. A name may be any text, but only one line, and no option.
    private static func proposals(_ names: [String]) -> [String] {
        let lines = names.filter { !$0.hasPrefix("-") && $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
        switch CompletionShell.requesting {
        // bash expands unquoted text, and the completion script makes it treat proposals as file names. It then also expands variables in
        // them, and would run a command in one. So no other names are proposed.
        case .bash?:
            return lines.filter { !$0.hasPrefix("~") && $0.allSatisfy(\.isPlain) }.map { "'\($0.replacing("'", with: #"'\''"#))'" }
        // In zsh, a description follows a colon.
        case .zsh?: return lines.map { $0.replacing(#"\"#, with: #"\\"#).replacing(":", with: #"\:"#) }
        default: return lines
        }
    }

    private static func value(of option: String, in words: [String]) -> String? {
        words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }

    private static func languages(_ words: [String]) -> [String] {
        guard case .voices(let voices) = answer(to: .voices(language: nil), words) else { return [] }
        return Set(voices.flatMap(\.languages)).sorted()
    }

    private static func voices(_ words: [String]) -> [String] {
        guard case .voices(let voices) = answer(to: .voices(language: nil), words) else { return [] }
        return voices.map(\.identifier)
    }

    /// Returns the reply of the command line's daemon, if it comes soon, because the user waits after pressing Tab.
    private static func answer(to request: Request, _ words: [String]) -> Reply.Result? {
        var daemon = SocketOption()
        daemon.socket = value(of: "--socket", in: words)
        return try? BlockingConnection.reply(to: request, from: daemon.path, within: .seconds(1)).result
    }
}

extension Character {
    /// Whether bash accepts the character unchanged in a file name, or quotes it.
    fileprivate var isPlain: Bool { isLetter || isNumber || " .,_:@%+=/'#~-".contains(self) }
}
