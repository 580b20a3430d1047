// Decides which utterances cut which others, by class, client and app.
extension Utterance {
    /// How long after it was posted or began, in seconds, an utterance is kept if its own app cuts it (Q16).
    private static let protection = 1.0

    /// Returns whether this new utterance cuts the one in progress. A default of an app in the background does not cut other apps'
    /// announcements. A screen reader's speech counts as focus speech (Q2).
    func cuts(_ speaking: Utterance) -> Bool {
        // An action of the user does not cut the app's announcement that answers the action.
        if isByHand, let userActed, speaking.isAnnouncement, speaking.class == .default, speaking.posted >= userActed,
            sharesClient(with: speaking)
        {
            return false
        }
        // One action also does not cut another: a newer value replaces an older value, or each is heard (K1).
        let kind = isByHand && !speaking.isByHand ? .echo : self.class
        guard !waits, kind.cuts(speaking.class) else { return false }
        guard self.class == .default, !cutsOtherApps, speaking.isAnnouncement, !speaking.isFromScreenReader, speaking.client != .daemon
        else { return true }
        return sharesApp(with: speaking)
    }

    /// The rule under which the utterance cuts.
    var cuttingRule: Rule { isByHand ? .K5 : self.class.cuttingRule }

    /// Q10: Returns whether this duplicate of a waiting utterance has a higher class, or has the same class and may cut although the other
    /// waits.
    func isMoreUrgent(than waiter: Utterance) -> Bool {
        guard self.class == waiter.class else { return self.class.rawValue < waiter.class.rawValue }
        return self.class != .low && !waits && (waiter.waits || cutsOtherApps && !waiter.cutsOtherApps)
    }

    /// Q16: Returns whether this utterance is spoken after the one that cuts it. That applies within one app, if speech about its screen
    /// cuts an announcement or an announcement cuts such speech, but not between its announcements. It also applies to a default that
    /// another app cuts before anyone can have heard it, and to a default that the user's own action cuts (K5).
    /// - Parameter begun: when the utterance began to be heard; nil if it has not begun.
    func isSpared(by cutter: Utterance, begun: Instant?, at now: Instant) -> Bool {
        if cutter.isByHand { return self.class == .default && now - (begun ?? now) < Self.protection }
        // No one can have heard the utterance, and neither the user nor its app wanted it to be cut.
        if begun.map({ now - $0 <= SpeechQueue.burstTime }) ?? true, self.class == .default, isAnnouncement, cutter.isAnnouncement,
            !cutter.isFromScreenReader, !sharesApp(with: cutter)
        {
            return true
        }
        guard sharesClient(with: cutter), cutter.class != .user, isAnnouncement != cutter.isAnnouncement else { return false }
        if isAnnouncement, cutter.class == .screen { return true }
        guard now - max(posted, begun ?? posted) <= Self.protection else { return false }
        return switch self.class {
        case .userFocus, .default, .screen, .appFocus, .low, .update, .summary: true
        // Utterances of these classes are not spoken again; a newer refresh follows anyway.
        case .user, .high, .refresh, .echo, .hint: false
        }
    }
}
