import JSONLines
import Messages
import VoiceProtocol

/// The protocol between the daemon and its voice.
enum VoiceTarget {
    static func read(_ input: [UInt8]) {
        for line in input.split(separator: UInt8(ascii: "\n")) {
            read(VoiceCommand.self, Array(line))
            read(VoiceEvent.self, Array(line))
            if let event = try? VoiceEvent(jsonLine: Array(line)) { _ = event.isPlausible }
        }
    }

    private static func read<Message: JSONFields & Equatable>(_ type: Message.Type, _ line: [UInt8]) {
        do throws(JSONLineError) {
            let message = try Message(jsonLine: line)
            let bytes = message.jsonLine
            check(bytes.firstIndex(of: UInt8(ascii: "\n")) == bytes.count - 1, "written as several lines: \(message)")
            let again = try Message(jsonLine: Array(bytes.dropLast()))
            check(again == message, "written and read again, \(message) is \(again)")
        } catch {
            check(!error.description.isEmpty, "an error without a description")
        }
    }
}
