import Configuration
import Messages
import Narration
import SpeechQueue
import TestSupport
import Testing

/// T21: addresses, paths, hashes and UUIDs.
@Suite struct LongTokensTests {
    private static func words(_ text: String, _ language: String, punctuation: Punctuation? = nil) -> String {
        let run = SpeechRun(text: text, attributes: SpeechAttributes(language: language, punctuation: punctuation))
        return Reading(lexicons: WordTables.lexicons).reading([run], voices: nil, shortens: true).runs.map(\.text).joined(separator: "|")
    }

    private static let hash = "3f9a01c2d4e5f60718293a4b5c6d7e8f90a1b2c3"

    @Test(
        "T21: long tokens are shortened to what tells one from another; what is short, or no such token, stays",
        arguments: [
            ("see https://example.org/a/b/report.html?x=1#top.", "en", "see example.org, report.html?x=1#top."),
            ("(http://www.example.org/)", "en", "(example.org)"), ("https://jo:secret@example.org:8080/x", "en", "example.org:8080, x"),
            ("www.example.org/news/today", "en", "example.org, today"), ("file:///home/ada/notes.txt", "en", "notes.txt"),
            ("https://example.org/c/\(hash)", "en", "example.org, hash 3 f 9 a"),
            ("commit \(hash)", "en", "commit hash 3 f 9 a"), ("[main \(hash)] ok", "de", "[main Hash 3 f 9 a] ok"),
            ("sha256:\(hash),", "en", "sha256:hash 3 f 9 a,"), ("3f9a01c", "en", "3f9a01c"), ("20261128104204", "en", "20261128104204"),
            ("effacedfaced", "en", "effacedfaced"), ("DE89370400440532013000", "en", "DE89370400440532013000"),
            ("a1b2c3d4e5f6", "en", "a1b2c3d4e5f6"),
            ("https://example.org/item?id=1 https://example.org/item?id=2", "en", "example.org, item?id=1 example.org, item?id=2"),
            ("https://a.org/x?q=0123456789012345678901234", "en", "a.org, x"), ("https://example.org?q=a", "en", "example.org, ?q=a"),
            ("https://a.org/x/y,https://b.org/x/z", "en", "https://a.org/x/y,https://b.org/x/z"),
            (
                "/home/ada/projects/one/a.txt /home/ada/projects/two/a.txt", "en",
                "/home/ada/projects/one/a.txt /home/ada/projects/two/a.txt"
            ),
            ("apples/pears/plums/cherries", "en", "apples/pears/plums/cherries"),
            ("12.042/12.542/13.042/0.300", "en", "12.042/12.542/13.042/0.300"),
            ("/api/v1/users/12345/orders/67890", "en", "/api/v1/users/12345/orders/67890"),
            ("PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin", "en", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin"),
            ("/usr/local/bin:/usr/bin:/bin:/usr/sbin", "en", "/usr/local/bin:/usr/bin:/bin:/usr/sbin"),
            ("--prefix=/usr/local/share/announced/words", "en", "--prefix=/usr/local/share/announced/words"),
            ("x\(hash)", "en", "x\(hash)"), ("\(hash)x", "en", "\(hash)x"),
            ("id 123e4567-e89b-12d3-a456-426614174000 is", "en", "id UUID 1 2 3 e is"),
            ("/work/main/Sources/Voice/VoiceLoop.swift:12:3: error", "en", "VoiceLoop.swift:12:3: error"),
            ("'/usr/lib/x86_64-linux-gnu/espeak-ng-data/'", "en", "'espeak-ng-data'"), ("/etc/fstab", "en", "/etc/fstab"),
            ("red/green/blue/x", "en", "red/green/blue/x"), ("well-known-and-long-word", "en", "well-known-and-long-word"),
            ("://nothing.else", "en", "://nothing.else"), ("a1://", "en", "a1://"), ("https://例え.jp/頁", "ja", "例え.jp、 頁"),
        ])
    func shortened(_ text: String, _ language: String, _ spoken: String) {
        #expect(Self.words(text, language) == spoken)
    }

    @Test("T21: a text with all marks named, one in an unknown language, and one that is spelled keep their tokens")
    func full() {
        let text = "https://example.org/a"
        #expect(Self.words(text, "en", punctuation: .all) == text)
        #expect(Self.words(text, "tlh") == text)
        let spelled = SpeechRun(text: text, attributes: SpeechAttributes(language: "en", spell: true))
        #expect(Reading(lexicons: WordTables.lexicons).reading([spelled], voices: nil, shortens: true).runs == [spelled])
    }
}
