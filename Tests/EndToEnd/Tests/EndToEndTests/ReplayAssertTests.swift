import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// `announced replay --assert`, also as docs/REPLAY.md has apps' tests run it.
    struct ReplayAssertTests {
        @Test func `It is silent and exits 0 for the expected trace, and prints the differences and exits 1 for another`() async throws {
            let folder = try TemporaryFolder()
            let events = try folder.write(ReplayTests.hello, to: "events.jsonl")
            let expected = folder.path("expected.jsonl")
            func run(_ pace: String, _ more: String...) async throws -> (output: [String], error: [String], exit: ChildProcess.Exit) {
                try await ReplayTests.outcome(ReplayTests.replay([events, "--seconds-per-word", pace] + more))
            }
            #expect(try await run("0.3", "--trace", expected).exit == .code(0))
            #expect(try await run("0.3", "--assert", expected) == ([], [], .code(0)))
            let difference = #"\#(expected):2: at 1.1 s: finished (D2) "Hello there" of a: expected at 1.1; came at 1.5"#
            // The trace, the sound and the picture are written all the same.
            let (trace, picture) = (folder.path("trace.jsonl"), folder.path("picture.svg"))
            #expect(
                try await run("0.5", "--assert", expected, "--trace", trace, "--timeline", picture) == ([difference], [], .code(1)))
            #expect(try String(contentsOfFile: trace, encoding: .utf8).contains(#""at":1.5"#))
            #expect(unsafe access(picture, F_OK) == 0)
        }

        /// A folder with the example and its trace in `folder`, and what the recipe in `language` says in `file`.
        private static func package(_ language: String, in folder: String, file: String) async throws -> TemporaryFolder {
            let package = try TemporaryFolder()
            let target = package.path((file.split(separator: "/").dropLast().joined(separator: "/")))
            try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
            try package.write(repositoryText("docs/examples/stopwatch.jsonl"), to: "\(folder)/stopwatch.jsonl")
            let example = repositoryFile("docs/examples/stopwatch.jsonl")
            let made = try await ReplayTests.outcome(
                ReplayTests.replay(example, "--seconds-per-word", "0.4", "--trace", package.path("\(folder)/expected.jsonl")))
            #expect(made.exit == .code(0))
            let blocks = try repositoryText("docs/REPLAY.md").split(separator: "```\(language)\n")
            let recipe = try #require(blocks.dropFirst().first?.split(separator: "\n```").first)
            try package.write("\(recipe)\n", to: file)
            return package
        }

        /// Runs `command` twice, with the example's trace and with another one, and returns what it printed and how it ended.
        private static func run(
            _ command: [String], in package: TemporaryFolder, expected: String
        ) async throws -> [(output: String, exit: ChildProcess.Exit)] {
            let programs = try builtProduct("announced").split(separator: "/").dropLast().joined(separator: "/")
            let path = "/\(programs):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
            var results: [(output: String, exit: ChildProcess.Exit)] = []
            for trace in [try String(contentsOfFile: package.path(expected), encoding: .utf8), ""] {
                try package.write(trace, to: expected)
                let process = try ChildProcess(
                    command[0], Array(command.dropFirst()), environment: .inherited(with: ["PATH": path]), folder: package.path)
                let output = try await process.output.remainingLines(within: .seconds(280)).joined(separator: "\n")
                results.append((output, try await process.exit()))
            }
            return results
        }

        private static let difference = "tests/expected.jsonl:1: unexpected at the end, at 0 s: focus (N6) \"time\" of stopwatch"

        @Test func `The recipe for pytest`() async throws {
            let package = try await Self.package("python", in: "tests", file: "tests/test_announcements.py")
            let results = try await Self.run(["python3", "-m", "pytest", "-q"], in: package, expected: "tests/expected.jsonl")
            #expect(results[0].exit == .code(0) && results[0].output.contains("1 passed"), "\(results[0].output)")
            #expect(results[1].exit == .code(1) && results[1].output.contains(Self.difference), "\(results[1].output)")
        }

        @Test func `The recipe for Swift Testing and XCTest`() async throws {
            let package = try await Self.package("swift", in: "Tests", file: "Tests/AppTests/AnnouncementTests.swift")
            let manifest = #"let package = Package(name: "App", targets: [.testTarget(name: "AppTests")])"#
            try package.write("// swift-tools-version: 6.0\nimport PackageDescription\n\(manifest)\n", to: "Package.swift")
            let results = try await Self.run(["swift", "test"], in: package, expected: "Tests/expected.jsonl")
            let passed = [/Executed 1 test, with 0 failures/, /Test run with 1 test .*passed/]
            #expect(results[0].exit == .code(0) && passed.allSatisfy(results[0].output.contains), "\(results[0].output)")
            let failed = [/Executed 1 test, with 1 failure/, /Test run with 1 test .*failed/]
            let isReported = results[1].output.contains(Self.difference.replacing("tests/", with: "Tests/"))
            #expect(results[1].exit != .code(0) && isReported && failed.allSatisfy(results[1].output.contains), "\(results[1].output)")
        }
    }
}
