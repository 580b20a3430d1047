import JSONLines
import VoiceProtocol

/// The protocol between the daemon and its voice.
enum VoiceTarget {
    static func read(_ input: [UInt8]) {
        for line in input.split(separator: UInt8(ascii: "\n")) {
            read(VoiceCommand.self, Array(line))
            read(VoiceEvent.self, Array(line))
            if let event = try? JSONLine.decode(VoiceEvent.self, from: Array(line)) { _ = event.isPlausible }
        }
    }

    private static func read<Message: Codable & Equatable>(_ type: Message.Type, _ line: [UInt8]) {
        do throws(JSONLineError) {
            let message = try JSONLine.decode(type, from: line)
            let bytes = JSONLine.encode(message)
            check(bytes.firstIndex(of: UInt8(ascii: "\n")) == bytes.count - 1, "written as several lines: \(message)")
            let again = try JSONLine.decode(type, from: Array(bytes.dropLast()))
            check(again == message, "written and read again, \(message) is \(again)")
        } catch {
            check(!error.description.isEmpty, "an error without a description")
        }
    }
}
