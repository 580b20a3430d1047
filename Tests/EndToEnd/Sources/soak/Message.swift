import FoundationEssentials

/// Any message of the daemon, with the fields that the soak uses.
struct Message: Decodable {
    var type: String
    var id: String?
    var ok: Bool?
    var reason: String?
    var successful: Bool?
    var event: String?
    var at: Double?
    var `class`: String?
    var text: String?
    var rule: String?
    var client: String?
    var session: Session?
    var status: Status?

    /// A session's event; in a message `mediaSession`, its name alone.
    struct Session: Decodable {
        var session: String
        var mode: String?
        var change: String?
        var lease: Double?
        var reason: String?

        private enum CodingKeys: CodingKey { case session, mode, change, lease, reason }

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                session = name
                return
            }
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            session = try fields.decode(String.self, forKey: .session)
            mode = try fields.decodeIfPresent(String.self, forKey: .mode)
            change = try fields.decodeIfPresent(String.self, forKey: .change)
            lease = try fields.decodeIfPresent(Double.self, forKey: .lease)
            reason = try fields.decodeIfPresent(String.self, forKey: .reason)
        }
    }

    struct Status: Decodable {
        var paused: Bool
        var clients: Int
        var speaking: Speaking?
        var waiting: [String: Int]
        var voice: Voice
        var media: [Media]

        struct Speaking: Decodable {
            var id: String
        }
        struct Voice: Decodable {
            var state: String
            var restarts: Int
        }
        struct Media: Decodable {
            var session: String
            var endsIn: Double
        }
    }

    init(_ line: String) throws {
        self = try JSONDecoder().decode(Message.self, from: Data(line.utf8))
    }
}

extension Message: CustomStringConvertible {
    var description: String {
        let fields = [event ?? type, id, `class`, text.map { "“\($0.prefix(60))”" }, reason, rule].compactMap(\.self)
        return "\(fields.joined(separator: " ")) at \(at ?? 0)"
    }
}
