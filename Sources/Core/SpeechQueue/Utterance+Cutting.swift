// Decides which utterance cuts which, by their classes, clients and apps.
extension Utterance {
    /// Seconds after it was posted, or began, during which what its own app cuts is not lost (Q16).
    private static let protection = 1.0

    /// Returns whether this new utterance cuts the one in progress. A default of an app in the background leaves other apps' announcements
    /// alone; a screen reader's speech counts as the focus's (Q2).
    func cuts(_ speaking: Utterance) -> Bool {
        // An act of the user does not cut its own app's answer to it.
        if isByHand, let userActed, speaking.isAnnouncement, speaking.class == .default, speaking.posted >= userActed,
            sharesClient(with: speaking)
        {
            return false
        }
        // Nor does one act cut another: a newer value replaces an older one, or each is heard (K1).
        let kind = isByHand && !speaking.isByHand ? .echo : self.class
        guard !waits, kind.cuts(speaking.class) else { return false }
        guard self.class == .default, !cutsOtherApps, speaking.isAnnouncement, !speaking.isFromScreenReader, speaking.client != .daemon
        else { return true }
        return sharesApp(with: speaking)
    }

    /// The rule under which it cuts.
    var cuttingRule: Rule { isByHand ? .K5 : self.class.cuttingRule }

    /// Q10: Returns whether this repeat of a waiting utterance is of a higher class, or of the same class and may cut where that waits.
    func isMoreUrgent(than waiter: Utterance) -> Bool {
        guard self.class == waiter.class else { return self.class.rawValue < waiter.class.rawValue }
        return self.class != .low && !waits && (waiter.waits || cutsOtherApps && !waiter.cutsOtherApps)
    }

    /// Q16: Returns whether this utterance, cut by another of its own app, is spoken after that: an announcement cut by a screen or a focus,
    /// and what is said of these cut by an announcement. Announcements still cut one another. K5: so is a default that the user's own hand cuts.
    /// - Parameter begun: When it began to be heard; nil if it has not.
    func isSpared(by cutter: Utterance, begun: Instant?, at now: Instant) -> Bool {
        if cutter.isByHand { return self.class == .default && now - (begun ?? now) < Self.protection }
        // No one can have heard it, and neither the user nor its app wanted that.
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
        // These give way to everything, and a refresh is followed by a newer one.
        case .user, .high, .refresh, .echo, .hint: false
        }
    }
}
