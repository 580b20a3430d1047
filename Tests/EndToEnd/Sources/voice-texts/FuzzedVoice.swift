import FoundationEssentials
import TestSupport

/// A running announced-voice that plays to the `null` device, without pacing.
struct FuzzedVoice {
    private let process: ChildProcess
    private let errors: TemporaryFolder

    init(_ program: String) async throws {
        errors = try TemporaryFolder()
        let own = ProcessInfo.processInfo.environment
        // Disable backtraces, which take longer than starting the next voice.
        var environment: [String: String?] = ["SWIFT_BACKTRACE": "enable=no"]
        for name in ["LD_PRELOAD", "LD_LIBRARY_PATH"] { if let value = own["VOICE_\(name)"] { environment[name] = value } }
        process = try ChildProcess(
            program, ["--device", "null"], environment: .inherited(with: environment), input: .pipe,
            error: .file(errors.path + "/errors"))
        _ = try await process.output.nextLine(within: .seconds(20))
    }

    /// Returns the first language of each installed voice.
    func languages() async throws -> [String] {
        try process.write(#"{"command":"voices"}"# + "\n")
        while let line = try await process.output.nextLine() {
            guard let answer = try? JSONDecoder().decode(Voices.self, from: Data(line.utf8)) else { continue }
            return Set(answer.voices.compactMap(\.languages.first?.tag)).sorted()
        }
        return []
    }

    /// Makes the voice speak.
    /// - Returns: how the voice died; nil if it did not.
    func speak(_ command: String, id: Int) async throws -> String? {
        do {
            try process.write(command + "\n")
            while let line = try await process.output.nextLine(within: .seconds(20)) {
                let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8))
                if event?.id == id, event?.event == "finished" || event?.event == "failed" { return nil }
            }
        } catch {
            process.close()
            return "hangs: \(error)"
        }
        return "\(try await process.exit()) \(firstErrors)"
    }

    func end() { process.close() }

    /// The lines of a sanitizer's report that show the location.
    private var firstErrors: String {
        guard let text = try? String(contentsOfFile: errors.path + "/errors", encoding: .utf8) else { return "" }
        let lines = text.split(separator: "\n").filter { $0.contains("ERROR: ") || $0.contains(" of size ") || $0.contains("    #") }
        return lines.prefix(9).map { "\n    " + $0.prefix(140) }.joined()
    }

    private struct Event: Decodable {
        var event: String
        var id: Int?
    }

    private struct Voices: Decodable {
        struct Voice: Decodable {
            struct Language: Decodable {
                var tag: String
            }
            var languages: [Language]
        }
        var voices: [Voice]
    }
}
