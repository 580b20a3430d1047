import Messages
import Watch

/// Checks whether announced-watch notices recordings.
enum WatchCheck {
    static func finding(of running: RunningDaemon) -> Finding {
        guard let status = running.status else { return .skipped("watch", "no daemon answers") }
        guard let note = status.notes.first(where: { $0.client == WatchNote.client })?.note else {
            let advice = running.unit == nil ? "`announced-watch &`" : "`systemctl --user start announced-watch`"
            return .skipped("watch", "announced-watch does not run, so recordings and notifications go unnoticed", advice: advice)
        }
        let problems = [
            MicrophoneUse.offNote, MicrophoneUse.noServerNote, NotificationSpeech.noBusNote, NotificationSpeech.refusedNote,
            Players.noBusNote,
        ]
        let notices = !problems.contains { note.contains($0) }
        return notices ? .ok("watch", "announced-watch \(note)") : .skipped("watch", "announced-watch: \(note)")
    }
}
