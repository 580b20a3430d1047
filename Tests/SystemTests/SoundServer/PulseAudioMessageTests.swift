import Testing

@testable import System

/// The messages of PulseAudio's protocol.
struct PulseAudioMessageTests {
    /// A sink's description, as PulseAudio sends it after the tag.
    private static let description: [UInt8] = {
        var message = PulseAudioMessage(.describeSink, tag: 2)
        let header = message.values.count
        message.append(7 as UInt32)
        message.append("headset")
        message.append("A headset")
        var bytes = Array(message.values.dropFirst(header))
        bytes += [0x61, 3, 1, 0, 0, 0x56, 0x22] + [0x6D, 1, 0]
        bytes += [0x4C, 0, 0, 0, 1] + [0x76, 1, 0, 1, 0, 0] + [0x30] + [0x4C, 0, 0, 0, 0]
        bytes += [0x74, 0] + [0x55, 0, 0, 0, 0, 0, 0, 0, 1] + [0x4E] + [0x4C, 0, 0, 0, 0]
        var properties = PulseAudioMessage(.describeSink, tag: 2)
        properties.append(properties: [("device.description", "Ä"), ("device.bus", "bluetooth")])
        return bytes + properties.values.dropFirst(header)
    }()

    @Test func `O1: A sink's description is read, and one that ends early or is damaged is refused`() throws {
        var whole = PulseAudioMessage.Values(Self.description[...])
        #expect(try Sink(description: &whole) == Sink(name: "headset", properties: ["device.bus": "bluetooth"]))
        for length in 0..<Self.description.count {
            #expect(throws: PulseAudioMessage.Malformed.self) {
                var cut = PulseAudioMessage.Values(Self.description[..<length])
                _ = try Sink(description: &cut)
            }
        }
        for index in Self.description.indices {
            for byte: UInt8 in [0, 0x4C, 0x7F, 0xFF] {
                var damaged = Self.description
                damaged[index] = byte
                var values = PulseAudioMessage.Values(damaged[...])
                // It may have another meaning, but must not end the process.
                _ = try? Sink(description: &values)
            }
        }
    }

    /// The description of a muted stream at half the volume, as PulseAudio sends it.
    private static let stream: [UInt8] = {
        func bytes(_ append: (inout PulseAudioMessage) -> Void) -> [UInt8] {
            var message = PulseAudioMessage(.listSinkInputs, tag: 2)
            let header = message.values.count
            append(&message)
            return Array(message.values.dropFirst(header))
        }
        let numbers = bytes {
            $0.append(7 as UInt32)
            $0.append("ALSA Playback")
            for number: UInt32 in [1, 2, 3] { $0.append(number) }
        }
        let sound: [UInt8] = [0x61, 3, 1, 0, 0, 0x56, 0x22, 0x6D, 1, 0, 0x76, 1, 0, 0, 0x80, 0]
        let times = [UInt8](repeating: 0, count: 8)
        let properties = bytes { $0.append(properties: [("application.name", "announced")]) }
        let names = bytes {
            $0.append("copy")
            $0.append("protocol-native.c")
        }
        return numbers + sound + [0x55] + times + [0x55] + times + names + [0x31] + properties + [0x30, 0x31, 0x31]
            + [0x66, 0x42, 1] + bytes { $0.append(properties: []) }
    }()

    @Test func `A stream's description is read, and one that ends early or is damaged is refused`() throws {
        var whole = PulseAudioMessage.Values((Self.stream + Self.stream)[...])
        for _ in 0..<2 {
            let input = try SinkInput(description: &whole)
            #expect(input.isMuted && input.percent == 50 && input.application == "announced")
        }
        #expect(whole.isEmpty)
        for length in 0..<Self.stream.count {
            #expect(throws: PulseAudioMessage.Malformed.self) {
                var cut = PulseAudioMessage.Values(Self.stream[..<length])
                _ = try SinkInput(description: &cut)
            }
        }
        for index in Self.stream.indices {
            for byte: UInt8 in [0, 0x4C, 0x7F, 0xFF] {
                var damaged = Self.stream
                damaged[index] = byte
                var values = PulseAudioMessage.Values(damaged[...])
                // It may have another meaning, but must not end the process.
                _ = try? SinkInput(description: &values)
            }
        }
    }

    @Test func `A message is taken when it is complete, and one that is too long is refused`() throws {
        var question = PulseAudioMessage(.describeSink, tag: 5)
        question.append("nul")
        var received: [UInt8] = []
        for byte in question.bytes {
            #expect(try PulseAudioMessage.next(in: &received) == nil)
            received.append(byte)
        }
        var values = try #require(try PulseAudioMessage.next(in: &received))
        #expect(try values.number() == 21 && values.number() == 5 && values.text() == "nul" && received.isEmpty)
        received = [0xFF, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
        #expect(throws: PulseAudioMessage.Malformed.self) { try PulseAudioMessage.next(in: &received) }
    }
}
