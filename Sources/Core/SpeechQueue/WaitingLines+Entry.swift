extension WaitingLines {
    /// A waiting utterance, and how many times it was started before (Q6).
    struct Entry: Sendable {
        var utterance: Utterance
        var attempts: Int
        /// Whether it waits for the end of a media session and gets no turn until then.
        var isHeld: Bool
        /// When what held it ended: until then it did not wait for the device (O4).
        var heldUntil: Instant?
        /// Gets no turn while that one waits for its own: the screen of the same app (Q16).
        var after: UtteranceID?

        /// The index of its line; the lines of held utterances follow the others.
        var line: Int { utterance.class.rawValue + (isHeld ? WaitingLines.classes : 0) }

        /// The moments of utterances that are found in their order.
        enum Moment: Int, CaseIterable {
            /// When it becomes too old by its client's `maxAge` (Q13), or by its usual age, on the clock of those.
            case ownDeadline, usualDeadline
            /// Since when it has waited for the device: a high or a low, or another (O4).
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
        /// The memory for it, in bytes.
        private(set) var cost = 0
        /// The memory for a screen reader's texts, which have limits of their own (Q11), in bytes.
        private(set) var readingCost = 0
        /// The number of utterances, a screen reader's texts among them.
        private(set) var total = 0

        /// - Parameter cost: The utterance's, which is added up only once.
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
