import FoundationEssentials

/// Any message of the daemon, with the fields that tests use, as a program reads it that has nothing of announced's own code.
package struct Message: Decodable, Sendable {
    package var type: String
    package var id: String?
    package var ok: Bool?
    package var state: String?
    package var code: String?
    package var message: String?
    package var line: Int?
    package var warnings: [Warning]?
    package struct Warning: Decodable, Sendable, Equatable {
        package var code: String
        package var message: String
    }
    package var text: String?
    package var shortened: Bool?
    package var successful: Bool?
    package var reason: String?
    package var attempts: Int?
    package var spokenSeconds: Double?
    package var word: String?
    package var offset: Int?
    package var length: Int?
    package var event: String?
    package var at: Double?
    package var client: String?
    package var `class`: String?
    package var element: String?
    package var rule: String?
    package var session: SessionChange?
    package var status: Status?
    package var settings: Settings?
    package var request: Received?

    /// An announcement as the daemon has received it: the fields that are not at their defaults.
    package struct Received: Decodable, Sendable {
        package var text: String?
        package var continues: Bool?
        package var priority: String?
        package var group: String?
        package var supersede: String?
        package var maxAge: Double?
    }

    package struct Settings: Decodable, Sendable {
        package var rate: Int?
    }

    package struct Status: Decodable, Sendable {
        package var paused: Bool
        package var clients: Int
        package var speaking: Speaking?
        package var waiting: [String: Int]
        package var voice: Part
        package var device: Part
        package var media: [Media]
        package var notes: [Note]?
        package var mistakes: [String]?

        package struct Speaking: Decodable, Sendable {
            package var id: String
            package var text: String
        }
        package struct Note: Decodable, Sendable, Equatable {
            package var client: String
            package var note: String

            package init(client: String, note: String) { (self.client, self.note) = (client, note) }
        }
        package struct Media: Decodable, Sendable, Equatable {
            package var client: String
            package var session: String
            package var mode: String

            package init(client: String, session: String, mode: String) { (self.client, self.session, self.mode) = (client, session, mode) }
        }
        package struct Part: Decodable, Sendable {
            package var state: String
            package var restarts: Int?
            package var name: String?
            package var message: String?
        }
    }

    /// A media session: an object in an event, else its name alone.
    package struct SessionChange: Decodable, Sendable {
        package var name: String
        package var mode: String?
        package var change: String?
        package var lease: Double?
        package var reason: String?

        private enum CodingKeys: String, CodingKey {
            case name = "session"
            case mode, change, lease, reason
        }

        package init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                self.name = name
            } else {
                let fields = try decoder.container(keyedBy: CodingKeys.self)
                name = try fields.decode(String.self, forKey: .name)
                mode = try fields.decodeIfPresent(String.self, forKey: .mode)
                lease = try fields.decodeIfPresent(Double.self, forKey: .lease)
                change = try fields.decodeIfPresent(String.self, forKey: .change)
                reason = try fields.decodeIfPresent(String.self, forKey: .reason)
            }
        }
    }

    package init(_ line: String) throws {
        self = try JSONDecoder().decode(Message.self, from: Data(line.utf8))
    }
}
