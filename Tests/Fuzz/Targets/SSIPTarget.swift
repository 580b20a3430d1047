import Messages

@testable import SpeechDispatcher

/// speech-dispatcher's protocol: commands, their texts, and the resulting speech.
enum SSIPTarget {
    static func read(_ input: [UInt8]) {
        let whole = inputs(in: [input[...]])
        check(whole == inputs(in: input.indices.map { input[$0...$0] }), "what is read of single bytes differs: \(whole)")
        for input in whole {
            switch input {
            case .command(let line): readCommand(line)
            case .text(let text): readText(text)
            case .textTooLong, .commandTooLong, .invalidEncoding: break
            }
        }
    }

    /// Returns what a connection reads, with each `SPEAK` granted.
    private static func inputs(in pieces: [ArraySlice<UInt8>]) -> [SSIPDecoder.Input] {
        var decoder = SSIPDecoder()
        var inputs: [SSIPDecoder.Input] = []
        for piece in pieces {
            decoder.append(piece)
            while let input = decoder.next() {
                inputs.append(input)
                if case .command(let line) = input, (try? SSIPCommand(line: line)) == .speak { decoder.beginText() }
            }
        }
        if let last = decoder.finish() { inputs.append(last) }
        return inputs
    }

    private static func readCommand(_ line: String) {
        do throws(SSIPReply) {
            switch try SSIPCommand(line: line) {
            case .set(.rate(let number), _), .set(.pitch(let number), _), .set(.volume(let number), _):
                check(SSIPScale.range.contains(number), "a number that is no number of the protocol: \(number)")
                let words = SSIPScale.wordsPerMinute(ofRate: number)
                check(SpeechAttributes.rateRange.contains(words), "\(words) words a minute")
            case .key(let name): checkPlaces(SSIPText(key: name, attributes: SpeechAttributes()))
            case .char(let character): checkPlaces(SSIPText(character: character, attributes: SpeechAttributes()))
            default: break
            }
        } catch {
            check((300..<600).contains(error.code), "an error with the code \(error.code)")
            let bytes = error.bytes
            check(bytes.count { $0 == UInt8(ascii: "\n") } == error.lines.count + 1, "an answer of too many lines: \(error)")
        }
    }

    private static func readText(_ text: String) {
        checkPlaces(SSIPText(text, attributes: SpeechAttributes()))
        checkPlaces(SSIPText(markup: text, attributes: SpeechAttributes()))
    }

    /// Checks that marks lie within the text, in order.
    private static func checkPlaces(_ text: SSIPText) {
        check(!text.runs.isEmpty || text.isFromMarkup, "nothing is left of a text")
        let length = Announcement(runs: text.runs).text.unicodeScalars.count
        var last = 0
        for mark in text.marks {
            check((last...max(last, length)).contains(mark.offset), "a mark at \(mark.offset) of \(length), after \(last)")
            last = mark.offset
        }
        check(!text.runs.contains { $0.text.utf8.contains(0) }, "a NUL")
    }
}
