import Conductor
package import FrontDoors
import Messages
package import SpeechQueue

/// A client's `LIST SYNTHESIS_VOICES`.
struct SSIPVoiceQuery: Sendable {
    var language: String?
    var variant: String?
}

// Lists the voices. While the first voice process starts, the list and the client's later commands have to wait.
extension SpeechDispatcherDoor {
    /// Identifies the reply to the conductor's request.
    static let voicesRequest = "ssip-voices"

    package func awaitsAnswer(_ client: ClientID) -> Bool { sessions[client]?.voiceQuery != nil }

    package mutating func proceed(in context: inout DoorContext) {
        giveRefused(in: &context)
        cancelAbandoned(in: &context)
        cancelSkipped(in: &context)
        while !answerable.isEmpty { answerQuery(of: answerable.removeFirst(), in: &context) }
    }

    private mutating func answerQuery(of client: ClientID, in context: inout DoorContext) {
        guard let query = sessions[client]?.voiceQuery else { return }
        sessions[client]?.voiceQuery = nil
        let list = context.conductor.voices?.list(language: query.language, variant: query.variant)
        context.write(list ?? SSIPReply.voicesUnknown.bytes, to: client)
    }
}

extension VoiceCatalog {
    /// Returns the reply that lists the voices, each followed by its variants, with speech-dispatcher's names. It is written directly as
    /// bytes, because there are 13,000.
    /// - Parameters:
    ///   - language: the language of the voices to list; nil: all languages.
    ///   - variant: the variant to list, or `none` for voices alone; nil: all variants.
    fileprivate func list(language: String?, variant: String?) -> [UInt8] {
        // A language without a voice has an empty list.
        let voices = language.map { (try? self.voices(speaking: $0)) ?? [] } ?? self.voices
        let wanted = variant?.lowercased()
        let variants = variants.map(\.name).filter { wanted == nil || $0.lowercased() == wanted }
        let endings = variants.map { (Array("+\($0)".utf8), Array("\t\($0)\r\n".utf8)) }
        let none = [(Array("".utf8), Array("\tnone\r\n".utf8))]
        var bytes: [UInt8] = []
        for voice in voices {
            let start = Array("249-\(voice.name)".utf8)
            let language = Array("\t\(voice.ownLanguage)".utf8)
            for (variant, ending) in (wanted == nil || wanted == "none" ? none : []) + endings {
                bytes += start
                bytes += variant
                bytes += language
                bytes += ending
            }
        }
        return bytes + SSIPReply.voices([]).bytes
    }
}

extension InstalledVoice {
    /// The voice's own language tag in speech-dispatcher's notation: `en-GB-SCOTLAND`. Screen readers store it.
    fileprivate var ownLanguage: String {
        guard let best = languages.first else { return "en" }
        // A dialect's voice may suit the whole language better than its dialect; speech-dispatcher names the dialect.
        let dialects = languages.filter { $0.priority > best.priority && LanguageTag($0.tag).belongs(to: LanguageTag(best.tag)) }
        let tag = LanguageTag(dialects.max { $0.tag.count < $1.tag.count }?.tag ?? best.tag)
        return ([tag.base] + tag.subtags.dropFirst().map { $0.uppercased() }).joined(separator: "-")
    }
}
