// swift-tools-version: 6.2
import PackageDescription

/// One set of rules for every target: no implicit existentials, no leaked imports, no unsafe code that does not say so, no warning.
var settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]
// libFuzzer, for the fuzz targets, which `.ci/test` builds beside the sanitized tests. It follows which code an input reaches.
let fuzzer = Context.environment["ANNOUNCED_FUZZER"]
// Whether only what `.ci/test` builds with a sanitizer is built: see the end.
let sanitized = Context.environment["ANNOUNCED_SANITIZED"] != nil
if fuzzer != nil {
    settings.append(.unsafeFlags(["-sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table"]))
}
// utf8proc has another name in each release of Debian: what is to fit several holds it (`.ci/build-release`).
let utf8proc = Context.environment["ANNOUNCED_STATIC_UTF8PROC"] == nil ? "utf8proc" : ":libutf8proc.a"

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")

let package = Package(
    name: "announced",
    products: [
        .executable(name: "announced", targets: ["announced"]),
        .executable(name: "announced-voice", targets: ["announced-voice"]),
        .executable(name: "announced-watch", targets: ["announced-watch"]),
        .executable(name: "announce", targets: ["announce"]),
        .library(name: "AnnounceClient", targets: ["AnnounceClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    // In the order of the arrows: a target imports only targets above it. `.ci/arrows` checks this.
    targets: [
        // The version, for all programs.
        .target(name: "Release", swiftSettings: settings),

        // What may be written to a terminal, for all programs.
        .target(name: "TerminalText", swiftSettings: settings),

        // The pure core: values and rules, no I/O, no clock, no threads.
        .target(name: "Messages", swiftSettings: settings),
        .target(name: "SpeechQueue", dependencies: ["Messages", deque, heap], swiftSettings: settings),
        .target(name: "Narration", dependencies: ["TerminalText", "Messages", "SpeechQueue"], swiftSettings: settings),
        .target(name: "Conductor", dependencies: ["Messages", "SpeechQueue", "Narration", deque], swiftSettings: settings),

        // Configuration files: text to values with their places.
        .target(name: "TOML", swiftSettings: settings),

        // The words of each language, embedded from config/words: the files stand there for those who translate.
        .target(name: "CWordTables"),
        .target(name: "WordTables", dependencies: ["Messages", "Narration", "TOML", "CWordTables"], swiftSettings: settings),

        // The user's regular expressions: of the pronunciation dictionary, `announce run` and `announce pipe`.
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .target(name: "Patterns", dependencies: ["Narration", "CPCRE2"], swiftSettings: settings),

        // Codecs: bytes ⇄ values, no sockets.
        .target(name: "LineBuffer", swiftSettings: settings),
        .target(name: "JSONLines", dependencies: ["LineBuffer"], swiftSettings: settings),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .target(name: "SSML", dependencies: ["Messages", "CExpat"], swiftSettings: settings),
        .target(name: "AnnounceProtocol", dependencies: ["Messages", "JSONLines", "SSML"], swiftSettings: settings),
        .target(name: "VoiceProtocol", swiftSettings: settings),

        // Front doors: each turns its clients' bytes into requests and the conductor's messages into bytes, without sockets.
        .target(name: "FrontDoors", dependencies: ["Messages", "SpeechQueue", "Conductor"], swiftSettings: settings),
        .target(
            name: "JSONLinesServer",
            dependencies: ["Messages", "SpeechQueue", "Conductor", "JSONLines", "AnnounceProtocol", "FrontDoors"], swiftSettings: settings),
        .target(
            name: "SpeechDispatcher",
            dependencies: ["Messages", "SpeechQueue", "Conductor", "SSML", "FrontDoors", "LineBuffer", deque],
            swiftSettings: settings),

        // Lines that can be spoken, of any program's output.
        .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
        .target(
            name: "TextLines", dependencies: ["TerminalText", "LineBuffer", "CUTF8Proc", deque], swiftSettings: settings,
            linkerSettings: [.linkedLibrary(utf8proc)]),

        // The files that --wav names.
        .target(name: "OutputFile", swiftSettings: settings),

        // A socket without an event loop.
        .target(name: "UnixSocket", swiftSettings: settings),

        // What a sound server says of its outputs.
        .target(name: "SoundServer", dependencies: ["Messages", "UnixSocket"], swiftSettings: settings),

        // A program at the other end of a socket.
        .target(name: "ConnectedProcess", dependencies: [nioCore, nioPosix], swiftSettings: settings),

        // Decisions about other programs' recordings, notifications and players: values and rules.
        .target(name: "Watch", dependencies: ["Messages", "SSML"], swiftSettings: settings),

        // The user's files.
        .target(
            name: "Configuration", dependencies: ["Messages", "SpeechQueue", "Narration", "Patterns", "TOML", "WordTables", "Watch"],
            swiftSettings: settings),

        // The service manager: the sockets it passes on, the descriptors it keeps, the states it receives.
        .target(name: "Systemd", dependencies: ["Messages", logging, nioCore], swiftSettings: settings),

        // A restart loses nothing: the journal, and the connections that the service manager keeps.
        .systemLibrary(name: "CSharedMemory"),
        .target(
            name: "Continuity",
            dependencies: [
                "Messages", "SpeechQueue", "Narration", "Conductor", "AnnounceProtocol", "FrontDoors", "Systemd", "CSharedMemory",
                logging, nioCore,
            ],
            swiftSettings: settings),

        // The voice's process, as its parent sees it.
        .target(
            name: "VoiceSupervision",
            dependencies: [
                "Messages", "SpeechQueue", "Conductor", "JSONLines", "VoiceProtocol", "ConnectedProcess", "Configuration", logging,
                nioCore, nioPosix,
            ],
            swiftSettings: settings),

        // Shows what would be heard for a file of messages, or for a text.
        .target(
            name: "Replay",
            dependencies: [
                "Messages", "SpeechQueue", "Narration", "Conductor", "WordTables", "JSONLines", "AnnounceProtocol", "VoiceProtocol",
                "OutputFile", "UnixSocket", "ConnectedProcess", "Configuration", "VoiceSupervision", "CSharedMemory",
            ],
            swiftSettings: settings),

        // The daemon: sockets, the clock, and the loop.
        .systemLibrary(name: "CProcess"),
        .target(
            name: "AnnounceDaemon",
            dependencies: [
                "Messages", "SpeechQueue", "Narration", "Conductor", "WordTables", "AnnounceProtocol", "FrontDoors", "VoiceProtocol",
                "UnixSocket", "Configuration", "Systemd", "Continuity", "VoiceSupervision", logging, nioCore, nioPosix,
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "announced",
            dependencies: [
                "Release", "TerminalText", "Messages", "JSONLines", "AnnounceProtocol", "FrontDoors", "JSONLinesServer", "SpeechDispatcher",
                "VoiceProtocol",
                "OutputFile",
                "UnixSocket", "ConnectedProcess", "CProcess", "Configuration", "Systemd", "Continuity", "VoiceSupervision", "Replay",
                "AnnounceDaemon",
                argumentParser, logging, nioCore, nioPosix,
            ],
            swiftSettings: settings),

        // The voice: everything that may crash. Another synthesizer is a target like ESpeak, and a line in announced-voice.
        .target(name: "SpeechSynthesis", dependencies: ["VoiceProtocol"], swiftSettings: settings),
        .target(name: "SoundOutput", dependencies: ["OutputFile", "SoundServer", "SpeechSynthesis"], swiftSettings: settings),
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .target(
            name: "ALSA", dependencies: ["Messages", "SoundServer", "SpeechSynthesis", "SoundOutput", "CALSA"], swiftSettings: settings),
        .systemLibrary(name: "CESpeakNG", pkgConfig: "espeak-ng", providers: [.apt(["libespeak-ng-dev"])]),
        .target(name: "CHeldMemory"),
        .target(
            name: "ESpeak",
            dependencies: ["TerminalText", "Messages", "VoiceProtocol", "SpeechSynthesis", "CESpeakNG", "CUTF8Proc", "CHeldMemory"],
            swiftSettings: settings, linkerSettings: [.linkedLibrary(utf8proc)]),
        .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
        .target(
            name: "SoundIcons", dependencies: ["Messages", "SpeechSynthesis", "CSndFile", "CSampleRate"], swiftSettings: settings),
        .target(name: "CSandbox"),
        .target(name: "Sandbox", dependencies: ["VoiceProtocol", "SoundOutput", "CSandbox"], swiftSettings: settings),
        .target(
            name: "Voice",
            dependencies: ["JSONLines", "VoiceProtocol", "SoundServer", "SpeechSynthesis", "SoundOutput", "CProcess", "Sandbox", deque],
            swiftSettings: settings),
        .executableTarget(
            name: "announced-voice",
            dependencies: [
                "Release", "TerminalText", "Messages", "OutputFile", "SoundOutput", "ALSA", "ESpeak", "SoundIcons", "Sandbox", "Voice",
                argumentParser,
            ],
            swiftSettings: settings),

        // The client.
        .target(
            name: "AnnounceClient", dependencies: ["Messages", "JSONLines", "AnnounceProtocol", "UnixSocket", nioCore, nioPosix],
            swiftSettings: settings),
        .executableTarget(
            name: "announce",
            dependencies: [
                "Release", "TerminalText", "Messages", "SpeechQueue", "Narration", "TOML", "WordTables", "Patterns", "JSONLines",
                "TextLines",
                "AnnounceProtocol", "VoiceProtocol", "OutputFile", "UnixSocket", "SoundServer", "AnnounceClient", "Watch", "CProcess",
                "ConnectedProcess",
                argumentParser, deque,
                nioPosix,
                unixSignals,
            ],
            swiftSettings: settings),

        // The watcher: a client like any other, which learns from the sound server who records, and from the session bus what is shown and
        // played.
        .systemLibrary(name: "CPulseAudio", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .target(name: "WatchLoop", dependencies: ["UnixSocket", "CPulseAudio"], swiftSettings: settings),
        .target(name: "PulseAudioWatch", dependencies: ["Watch", "CPulseAudio", "WatchLoop"], swiftSettings: settings),
        .target(name: "DesktopWatch", dependencies: ["Messages", "Watch", "CSystemd", "WatchLoop"], swiftSettings: settings),
        .executableTarget(
            name: "announced-watch",
            dependencies: [
                "Release", "TerminalText", "Messages", "Narration", "WordTables", "AnnounceProtocol", "UnixSocket", "AnnounceClient",
                "CProcess",
                "Configuration", "SoundServer", "Watch", "WatchLoop", "PulseAudioWatch", "DesktopWatch", argumentParser,
            ],
            swiftSettings: settings),

        // Tests.
        .systemLibrary(name: "CLinux", path: "Tests/CLinux"),
        // Optimized, because finding a sentence in a recording takes a hundred times as long otherwise. The sanitized tests hear nothing.
        .target(
            name: "TestSupport", dependencies: ["CLinux"], path: "Tests/Support",
            swiftSettings: settings + (sanitized ? [] : [.unsafeFlags(["-O"])])),
        .target(name: "CSandboxProbe", path: "Tests/CSandboxProbe"),
        .executableTarget(
            name: "sandbox-probe", dependencies: ["VoiceProtocol", "SoundOutput", "Sandbox", "CLinux", "CSandboxProbe"],
            path: "Tests/SandboxProbe",
            swiftSettings: settings),
        // Programs that tests and scripts run.
        .executableTarget(
            name: "soak", dependencies: ["TestSupport", "SpeechDispatcher"], path: "Tests/Soak", swiftSettings: settings),
        .executableTarget(name: "voice-texts", dependencies: ["TestSupport"], path: "Tests/Fuzz/VoiceTexts", swiftSettings: settings),
        .executableTarget(
            name: "bare-loop", path: "Tests/Benchmarks/BareLoop", cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("asound"), .linkedLibrary("espeak-ng")]),
        .executableTarget(
            name: "bench", dependencies: ["TestSupport", argumentParser], path: "Tests/Benchmarks/Bench",
            swiftSettings: settings + [.unsafeFlags(["-O"])]),

        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], path: "Tests/SupportTests", swiftSettings: settings),
        .testTarget(name: "MessagesTests", dependencies: ["Messages"], swiftSettings: settings),
        .testTarget(
            name: "SpeechQueueTests", dependencies: ["TestSupport", "Messages", "SpeechQueue"], swiftSettings: settings),
        .testTarget(
            name: "ConductorTests",
            dependencies: ["CLinux", "TestSupport", "Messages", "SpeechQueue", "Narration", "Conductor", "AnnounceProtocol", "WordTables"],
            swiftSettings: settings),
        .testTarget(name: "JSONLinesTests", dependencies: ["TestSupport", "JSONLines"], swiftSettings: settings),
        .testTarget(
            name: "AnnounceProtocolTests", dependencies: ["TestSupport", "Messages", "JSONLines", "AnnounceProtocol"],
            swiftSettings: settings),
        .testTarget(
            name: "SpeechDispatcherTests", dependencies: ["TestSupport", "Messages", "SpeechQueue", "SpeechDispatcher"],
            swiftSettings: settings),
        .testTarget(
            name: "FrontDoorsTests",
            dependencies: ["Messages", "SpeechQueue", "Conductor", "FrontDoors", "JSONLinesServer", "SpeechDispatcher", "WordTables"],
            swiftSettings: settings),
        .testTarget(name: "VoiceProtocolTests", dependencies: ["TestSupport", "JSONLines", "VoiceProtocol"], swiftSettings: settings),
        .testTarget(name: "SoundServerTests", dependencies: ["TestSupport", "SoundServer"], swiftSettings: settings),
        .testTarget(name: "WatchTests", dependencies: ["TestSupport", "Messages", "Watch"], swiftSettings: settings),
        .testTarget(name: "TOMLTests", dependencies: ["TestSupport", "TOML"], swiftSettings: settings),
        .testTarget(name: "TextLinesTests", dependencies: ["TestSupport", "TextLines"], swiftSettings: settings),
        .testTarget(name: "SSMLTests", dependencies: ["TestSupport", "Messages", "SSML"], swiftSettings: settings),
        .testTarget(name: "WordTablesTests", dependencies: ["TestSupport", "Narration", "TOML", "WordTables"], swiftSettings: settings),
        .testTarget(
            name: "NarrationTests",
            dependencies: ["TestSupport", "Messages", "SpeechQueue", "Narration", "TOML", "WordTables", "Patterns"],
            swiftSettings: settings),
        .testTarget(
            name: "ConfigurationTests", dependencies: ["TestSupport", "Messages", "SpeechQueue", "Narration", "Watch", "Configuration"],
            swiftSettings: settings),
        .testTarget(name: "SystemdTests", dependencies: ["TestSupport", "Messages", "Systemd"], swiftSettings: settings),
        .testTarget(
            name: "ContinuityTests",
            dependencies: ["TestSupport", "Messages", "SpeechQueue", "Narration", "Conductor", "FrontDoors", "Continuity"],
            swiftSettings: settings),
        .testTarget(
            name: "VoiceSupervisionTests",
            dependencies: [
                "TestSupport", "Messages", "SpeechQueue", "Conductor", "VoiceProtocol", "Configuration", "VoiceSupervision", logging,
                nioCore, nioPosix,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "TestSupport", "Messages", "SpeechQueue", "AnnounceProtocol", "Configuration", "VoiceSupervision", "Replay",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AnnounceDaemonTests",
            dependencies: [
                "TestSupport", "SpeechQueue", "Conductor", "FrontDoors", "JSONLinesServer", "SpeechDispatcher", "Configuration", "Systemd",
                "Continuity",
                "VoiceSupervision", "AnnounceDaemon", logging, nioCore, nioEmbedded, nioPosix,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "VoiceTests",
            dependencies: [
                "TestSupport", "Messages", "Narration", "Conductor", "WordTables", "JSONLines", "VoiceProtocol", "VoiceSupervision",
                "Replay", "SpeechSynthesis", "SoundOutput", "ALSA", "ESpeak", "SoundIcons", "Voice", "CHeldMemory", "CSndFile",
                "announced-voice", "sandbox-probe",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AnnounceClientTests", dependencies: ["TestSupport", "Messages", "UnixSocket", "AnnounceClient"], swiftSettings: settings),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "TestSupport", "Messages", "VoiceProtocol", "announced", "announced-voice", "announced-watch", "announce", argumentParser,
            ],
            swiftSettings: settings),
        // It runs the programs, which are built with all tests. Without an arrow to them, it is compiled beside them, not after them.
        .testTarget(name: "EndToEndTests", dependencies: ["TestSupport", "AnnounceClient"], swiftSettings: settings),
    ],
    // For #embed, in CWordTables.
    cLanguageStandard: .gnu2x
)

if let fuzzer {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
        .executableTarget(
            name: "fuzz-targets",
            dependencies: [
                "CLibFuzzer", "Messages", "SpeechQueue", "Narration", "Conductor", "WordTables", "JSONLines", "SSML", "AnnounceProtocol",
                "SpeechDispatcher", "VoiceProtocol", "Configuration", "Continuity", "Replay", "ESpeak",
                "SpeechSynthesis", "SoundIcons",
            ],
            path: "Tests/Fuzz/Targets", swiftSettings: settings,
            linkerSettings: [.unsafeFlags([fuzzer]), .linkedLibrary("stdc++")]),
    ]
}

// The fuzz targets, and the tests of targets with unsafe code or threads that need none of announced's programs and no sound: `.ci/test`
// builds these with a sanitizer. The pure core and most codecs have neither: the compiler rejects unsafe code that does not say so.
if sanitized {
    let tested = [
        "Narration", "WordTables", "SSML", "Configuration", "Systemd", "Continuity", "VoiceSupervision", "Replay", "AnnounceDaemon",
        "AnnounceClient",
    ]
    var needed = Set(tested.map { "\($0)Tests" } + ["fuzz-targets"])
    for target in package.targets.reversed() where needed.contains(target.name) {
        for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
    package.products = []
    package.targets.removeAll { !needed.contains($0.name) }
    // Among these are the tests of Patterns.
    package.targets.first { $0.name == "NarrationTests" }?.sources = ["Reading"]
}
