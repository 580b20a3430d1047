import Messages
import Watch

/// Checks whether speech was silenced on purpose, perhaps long ago.
enum SpeechCheck {
    static func finding(of running: RunningDaemon) -> Finding {
        guard let status = running.status else { return .skipped("speech", "no daemon answers") }
        if status.paused { return .failed("speech", "it is paused", advice: "continue with `announce resume`") }
        if running.settings?.volume == 0 {
            return .failed("speech", "the volume is 0", advice: "`announce settings volume 100`, and voice.volume in the configuration")
        }
        if status.mode != .talk {
            return .failed(
                "speech", "the speech mode is \(status.mode.rawValue)",
                advice: "`announce mode talk`, and speech.mode in the configuration")
        }
        let app = ClientIdentity.app
        if status.muted.contains(app) {
            return .failed(
                "speech", "the configuration mutes \(app)",
                advice: "remove `muted` and `mode` from [apps.\"\(app)\"] in the configuration, then \(running.reloadAdvice)")
        }
        if let session = status.media.first(where: { $0.client == WatchNote.client }), session.announcements == .mode {
            return .skipped(
                "speech", "\(session.session), so all announcements except highs wait",
                advice: "they are spoken once that ends; [watch] in the configuration says for which programs speech waits")
        }
        if let session = status.media.first {
            let who = session.client.isEmpty ? "" : " of \(session.client)"
            let what =
                session.announcements == .holdLow
                ? "lows" : session.mute.isEmpty ? "speech" : session.announcements == .pass ? "some elements" : "announcements"
            return .skipped(
                "speech", "a media session\(who) keeps \(what) silent for \(Int(session.endsIn.rounded(.up))) s more",
                advice: "it ends by itself, or with `announce media end --all`")
        }
        if let speaking = status.speaking {
            let what = speaking.client.isEmpty ? "something" : "something of \(speaking.client)"
            // The device's check gives the advice.
            if status.device.state == .unavailable { return .skipped("speech", "\(what) waits for the sound device") }
            return .ok("speech", "\(what) is being spoken")
        }
        let waiting = status.waiting.values.reduce(0, +)
        if waiting > 0 {
            return .skipped(
                "speech", "\(waiting) \(waiting == 1 ? "announcement waits" : "announcements wait"), and nothing is spoken",
                advice: "`announce status` lists what waits, and `announce explain ID` says why")
        }
        let muted = status.muted.isEmpty ? "" : ", but the configuration mutes \(status.muted.joined(separator: ", "))"
        return .ok("speech", "nothing holds it back\(muted)")
    }
}
