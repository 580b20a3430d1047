import Conductor
import FrontDoors

// Work that is spread over several turns: the outcomes of many utterances, and events for subscribers that are slow to read.
extension Daemon {
    /// Schedules the next slice of outcomes and waiting events, after the other clients' turns.
    func scheduleRest() {
        guard !hasScheduledRest, !isEnding else { return }
        hasScheduledRest = true
        turns.await { [self] in
            assumeIsolated { daemon in
                daemon.hasScheduledRest = false
                if daemon.reception.isIncomplete { daemon.carryOut(daemon.reception.complete(at: Self.now())) }
                daemon.connections.collectWaitingEvents()
                daemon.flush()
            }
        }
    }

    /// Sends all outcomes at once, because the process is about to end. Waiting events are lost.
    func sendRest() {
        while reception.isIncomplete {
            carryOut(reception.complete(at: Self.now()))
            flush()
        }
        connections.dropWaitingEvents()
        flush()
    }
}
