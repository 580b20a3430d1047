extension WaitingLines {
    /// A waiting utterance, and the number of its previous attempts (Q6).
    struct Entry: Sendable {
        var utterance: Utterance
        var attempts: Int
        /// Whether the utterance waits for the end of a media session or of its client's pause, and has no turn before that.
        var isHeld: Bool
        /// When the hold ended. Before that, the utterance did not wait for the device (O4).
        var heldUntil: Instant?
        /// The utterance that must be spoken first: the same app's screen (Q16).
        var after: UtteranceID?

        /// The index of the utterance's line; the lines of held utterances follow the others.
        var line: Int { utterance.class.rawValue + (isHeld ? WaitingLines.classes : 0) }

        /// The moments by which utterances are ordered.
        enum Moment: Int, CaseIterable {
            /// When the utterance becomes too old (Q13): by its client's `maxAge`, or by its usual age, on the clock of the usual ages.
            case ownDeadline, usualDeadline
            /// Since when the utterance has waited for the device (O4): a high or a low, or an utterance of another class.
            case patientWait, impatientWait
        }

        func instant(of moment: Moment) -> Instant? {
            switch moment {
            case .ownDeadline: utterance.hasUsualAge ? nil : utterance.deadline
            case .usualDeadline: utterance.hasUsualAge ? utterance.deadline : nil
            case .patientWait: utterance.isPatient && !isHeld ? utterance.waitBegan(heldUntil: heldUntil) : nil
            case .impatientWait: utterance.isPatient || isHeld ? nil : utterance.waitBegan(heldUntil: heldUntil)
            }
        }
    }

    /// The number and size of the waiting utterances of one client or of all.
    struct Account: Sendable {
        private(set) var count = 0
        /// The memory for these utterances, in bytes.
        private(set) var cost = 0
        /// The memory for a screen reader's texts, which have their own limits (Q11), in bytes.
        private(set) var readingCost = 0
        /// The number of utterances, including a screen reader's texts.
        private(set) var total = 0

        /// - Parameter cost: the utterance's memory, which the caller computes only once.
        mutating func add(_ utterance: Utterance, cost: Int, count: Int) {
            total += count
            if utterance.isFromScreenReader {
                readingCost += count * cost
            } else {
                self.count += count
                self.cost += count * cost
            }
        }
    }
}
