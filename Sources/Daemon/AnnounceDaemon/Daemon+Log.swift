import AnnounceProtocol
import Conductor
import Logging
import Messages
import Narration
import SpeechQueue
import VoiceSupervision

// Logs events of the voice and the device. Never logs announced texts, and limits the number of lines.
extension Daemon {
    func log(_ log: Effect.Log) {
        switch log {
        case .voiceReady(let synthesizer):
            voiceLosses.end()
            write(.info, "voice ready", ["synthesizer": "\(synthesizer)"])
        case .voiceLost(let message):
            guard !isEnding, let count = voiceLosses.record(message) else { return }
            write(.error, "voice lost; starting another", ["reason": "\(message)"], times: count)
        case .device(let device):
            switch device.state {
            case .unavailable:
                guard let count = deviceFailures.record("\(device.name): \(device.message ?? "")") else { return }
                let metadata: Logger.Metadata = ["device": "\(device.name)", "reason": "\(device.message ?? "")"]
                write(.error, "sound device unavailable", metadata, times: count)
            case .open, .opening, .closed:
                if device.state == .open { deviceFailures.end() }
                logger.debug("sound device \(device.state.rawValue)", metadata: ["device": "\(device.name)"])
            }
        case .failed(let id, let message):
            logger.debug("an utterance could not be spoken", metadata: ["utterance": "\(id.number)", "reason": "\(message)"])
        case .wrongSetting(let unknown):
            write(.error, "a setting is wrong; using the default voice", ["reason": "\(unknown.sentence)"])
        case .entryOff(let entry):
            write(.error, "an entry of the pronunciation dictionary was turned off", ["reason": "\(entry.mistake)"])
        }
    }

    /// Writes a line about an event that may occur often. Above the budget, the line is logged at debug level only.
    func write(_ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata, times: Int = 1) {
        var metadata = metadata
        if times > 1 { metadata["times"] = "\(times)" }
        let omitted = logBudget.spend(at: Self.now())
        if let omitted, omitted > 0 { metadata["omitted"] = "\(omitted)" }
        logger.log(level: omitted == nil ? .debug : level, message, metadata: metadata)
    }
}
