import Conductor
import FrontDoors
import Messages
import SpeechQueue

/// The rest of a long text.
struct SSIPRemainder: Sendable {
    /// The part that was posted last.
    var message: SSIPMessage
    var text: Substring
}

// A long text is posted in parts, which belong together like a block, because preparing the whole text at once would delay all clients.
// Each part is served like a request, so other clients have their turns in between. The client's own next command follows the last part.
extension SpeechDispatcherDoor {
    /// Posts the next part of a client's long text.
    mutating func postNextPart(of client: ClientID, in context: inout DoorContext) {
        // The outcome of the last part may still be pending. It decides whether the next part is posted.
        guard !context.conductor.owesReadingOutcomes(to: client), var rest = sessions[client]?.remainder,
            let attributes = rest.message.announcement.runs.first?.attributes
        else { return }
        rest.message.announcement.runs = SSIPText(rest.text.takePart(), attributes: attributes).runs
        rest.message.part += 1
        rest.message.hasBegun = true
        rest.message.isContinued = !rest.text.isEmpty
        // A notification expires if it does not begin soon; this one has begun.
        if rest.message.priority == .notification { rest.message.announcement.maxAge = SSIPPrecedence.oldestProgress }
        sessions[client]?.remainder = rest.text.isEmpty ? nil : rest
        let name = SSIPMessage.name(rest.message.number, part: rest.message.part, of: client)
        sessions.add(rest.message, named: name, of: client)
        guard !give(name, of: client, in: &context) else { return }
        // The accepted parts are still heard.
        sessions[client]?.remainder = nil
        context.write(end(name, of: client, .cancel, at: context.now), to: client)
    }

    /// Ends the other parts of a block or long message after one part was silenced, or of a long message after one part was not heard.
    mutating func cancelAbandoned(in context: inout DoorContext) {
        while let (client, block) = abandoned.popLast() {
            if sessions[client]?.remainder?.message.block == block { sessions[client]?.remainder = nil }
            cancel(of: client, in: &context) { $0.block == block }
        }
    }

    /// Ends the other parts of a block or long message that the user has skipped, if its client has disconnected and so receives no event
    /// about it.
    func cancelSkipped(in context: inout DoorContext) {
        guard let skipped = context.conductor.takeSkipped(), let message = sessions.departed.last(where: { $0.name == skipped }) else {
            return
        }
        let parts = sessions.departed.filter { $0.belongs(to: message) }.map(\.name)
        context.conduct { $0.cancel(parts, from: message.client, .Q4, at: $1) }
    }
}

extension SSIPSessions {
    /// Removes the remaining events of a long message, because its end was reported.
    mutating func silenceParts(of number: UInt64, of client: ClientID) {
        for (name, message) in messages[client, default: [:]] where message.number == number {
            messages[client]?[name]?.notifications = []
        }
    }
}

extension Substring {
    /// The maximum length of a part, in bytes of UTF-8.
    static var longestPart: Int { 32 << 10 }

    /// Removes and returns the first part: up to the last line end, otherwise up to the last end of a sentence, the last space, or the last
    /// character.
    mutating func takePart() -> String {
        guard utf8.count > Self.longestPart else {
            defer { self = "" }
            return String(self)
        }
        let limit = utf8.index(startIndex, offsetBy: Self.longestPart)
        let half = self[utf8.index(startIndex, offsetBy: Self.longestPart / 2)..<limit]
        let place = half.lastIndex { $0.isNewline } ?? half.indices.last(where: endsSentence) ?? half.lastIndex(of: " ")
        // The limit may divide the last character. A character that fills the second half of the part is divided.
        let end = place.map { index(after: $0) } ?? half.indices.last ?? limit
        defer { self = self[end...] }
        return String(self[..<end])
    }

    /// Returns whether a sentence ends with the character at a position: the space after a mark, or a mark that needs no space.
    private func endsSentence(_ place: Index) -> Bool {
        "。！？".contains(self[place]) || self[place] == " " && place > startIndex && ".!?".contains(self[index(before: place)])
    }
}
