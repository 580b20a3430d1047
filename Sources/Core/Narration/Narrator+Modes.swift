import Messages
package import SpeechQueue

// N7, N9: what the user wants to hear of an app at all.
extension Narrator {
    /// What the user hears of an utterance once its turn comes.
    package enum Hearing: Sendable, Equatable {
        case words
        /// A tone in place of the words.
        case tone
        /// Nothing, by this rule.
        case nothing(Rule)
    }

    /// Returns what the user hears of an utterance (N7, N9).
    package func hearing(of utterance: Utterance) -> Hearing {
        // The user's commands are answered whichever app sends them. The new mode itself is always spoken.
        let isAnswer = utterance.class == .user || utterance.isFromDaemon && utterance.continues
        if utterance.class == .user, utterance.isFromDaemon { return .words }
        let rule = isAnswer ? options.mode == .off ? .N9 : nil : silence(of: utterance.client, byHand: isByHand(utterance))
        if let rule { return .nothing(rule) }
        return (isAnswer ? options.mode : mode(of: utterance.client)) == .beeps ? .tone : .words
    }

    /// Returns the rule by which nothing is heard of what a client posts; nil if it is heard.
    /// - Parameter byHand: whether the user has done it or asked for it.
    func silence(of client: ClientID, byHand: Bool) -> Rule? {
        if app(of: client)?.isMuted == true { return .N7 }
        switch mode(of: client) {
        case .talk, .beeps: return nil
        case .onDemand: return byHand ? nil : .N9
        case .off: return .N9
        }
    }

    private func mode(of client: ClientID) -> SpeechMode { app(of: client)?.mode ?? options.mode }

    /// Returns the settings for a client's app.
    func app(of client: ClientID) -> NarrationSettings.App? { hellos[client]?.app.flatMap { options.apps[$0] } }

    /// Returns whether the user has done or asked for what an utterance says. A screen reader's text says what its user does.
    private func isByHand(_ utterance: Utterance) -> Bool {
        switch utterance.class {
        case .user, .userFocus, .echo, .hint: true
        case .screen, .appFocus, .update, .summary:
            utterance.isByHand || utterance.userActed.map { utterance.posted - $0 <= Self.effectTime } ?? false
        // The user turns pages.
        case .high, .default, .low: utterance.isFromScreenReader || screens[utterance.client]?.shows(page: utterance.id) == true
        case .refresh: false
        }
    }
}

extension Utterance {
    /// The utterance as a tone in place of its words (N9).
    package var asTone: Utterance {
        var tone = self
        (tone.runs, tone.wantsWords) = ([SpeechRun(text: "", earcon: .speech)], false)
        return tone
    }

    /// Whether only a tone is heard of the utterance (N9).
    package var isTone: Bool { runs.count == 1 && runs[0].earcon == .speech }
}
