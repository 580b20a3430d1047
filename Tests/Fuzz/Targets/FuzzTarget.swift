// fuzz-targets feeds libFuzzer's inputs to everything that parses external input. `scripts/fuzz.py` builds and runs it.

import CLibFuzzer
import Glibc

@main
enum FuzzTargets {
    static func main() {
        var (count, arguments) = unsafe (CommandLine.argc, CommandLine.unsafeArgv)
        // SAFETY: the arguments live as long as the process.
        exit(unsafe fuzz(&count, &arguments, readInput))
    }
}

/// A parser under test.
enum FuzzTarget: String, CaseIterable {
    case json, ssip, ssml, markdown, configuration, dictionary, replay, journal, voice, text, icon

    /// The target named by the environment variable `FUZZ_TARGET`.
    static let chosen: FuzzTarget = {
        let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            fatalError("FUZZ_TARGET: \"\(name)\" is unknown; expected one of \(allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return target
    }()

    /// Reads `input` and checks the result. Traps if something is wrong.
    func read(_ input: [UInt8]) {
        switch self {
        case .json: JSONTarget.read(input)
        case .ssip: SSIPTarget.read(input)
        case .ssml: SSMLTarget.read(input)
        case .markdown: MarkdownTarget.read(input)
        case .configuration: TOMLTarget.readConfiguration(input)
        case .dictionary: TOMLTarget.readDictionary(input)
        case .replay: ReplayTarget.read(input)
        case .journal: JournalTarget.read(input)
        case .voice: VoiceTarget.read(input)
        case .text: TextTarget.read(input)
        case .icon: IconTarget.read(input)
        }
    }
}

/// Called by libFuzzer with each input.
private func readInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: the bytes belong to libFuzzer, and stay unchanged until this function returns.
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    FuzzTarget.chosen.read(input)
    return 0
}

/// Ends the process unless `condition` holds; libFuzzer then stores the input as a finding.
func check(_ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String) {
    if !condition() { fatalError(message()) }
}
