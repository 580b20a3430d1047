// swift-tools-version: 6.2
import PackageDescription

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
        .target(name: "Release"),

        // What may be written to a terminal, for all programs.
        .target(name: "TerminalText"),

        // The pure core: values and rules, no I/O, no clock, no threads.
        .target(name: "Messages"),
        .target(name: "SpeechQueue", dependencies: ["Messages", deque, heap]),
        .target(name: "Narration", dependencies: ["TerminalText", "Messages", "SpeechQueue"]),
        .target(name: "Conductor", dependencies: ["Messages", "SpeechQueue", "Narration", deque]),

        // Configuration files: text to values with their places.
        .target(name: "TOML"),

        // The words of each language, embedded from config/words: the files stand there for those who translate.
        .target(name: "CWordTables"),
        .target(name: "WordTables", dependencies: ["Messages", "Narration", "TOML", "CWordTables"]),

        // The user's regular expressions: of the pronunciation dictionary, `announce run` and `announce pipe`.
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .target(name: "Patterns", dependencies: ["Narration", "CPCRE2"]),

        // Codecs: bytes ⇄ values, no sockets.
        .target(name: "JSONLines"),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .target(name: "SSML", dependencies: ["Messages", "CExpat"]),
        .target(name: "AnnounceProtocol", dependencies: ["Messages", "JSONLines", "SSML"]),
        .target(name: "VoiceProtocol"),

        // Front doors: each turns its clients' bytes into requests and the conductor's messages into bytes, without sockets.
        .target(
            name: "FrontDoors", dependencies: ["Messages", "SpeechQueue", "Conductor", "JSONLines", "AnnounceProtocol"]),
        .target(
            name: "SpeechDispatcher",
            dependencies: ["Messages", "SpeechQueue", "Conductor", "JSONLines", "SSML", "FrontDoors", deque]),

        // Lines that can be spoken, of any program's output.
        .systemLibrary(name: "CUTF8Proc", pkgConfig: "libutf8proc", providers: [.apt(["libutf8proc-dev"])]),
        .target(
            name: "TextLines", dependencies: ["TerminalText", "JSONLines", "CUTF8Proc", deque]),

        // The files that --wav names.
        .target(name: "OutputFile"),

        // A socket without an event loop.
        .target(name: "UnixSocket"),

        // What a sound server says of its outputs.
        .target(name: "SoundServer", dependencies: ["Messages", "UnixSocket"]),

        // A program at the other end of a socket.
        .target(name: "ConnectedProcess", dependencies: [nioCore, nioPosix]),

        // Decisions about other programs' recordings, notifications and players: values and rules.
        .target(name: "Watch", dependencies: ["Messages", "SSML"]),

        // The user's files.
        .target(
            name: "Configuration", dependencies: ["Messages", "SpeechQueue", "Narration", "Patterns", "TOML", "WordTables", "Watch"]),

        // The service manager: the sockets it passes on, the descriptors it keeps, the states it receives.
        .target(name: "Systemd", dependencies: ["Messages", logging, nioCore]),

        // A restart loses nothing: the journal, and the connections that the service manager keeps.
        .systemLibrary(name: "CSharedMemory"),
        .target(
            name: "Continuity",
            dependencies: [
                "Messages", "SpeechQueue", "Narration", "Conductor", "AnnounceProtocol", "FrontDoors", "Systemd", "CSharedMemory",
                logging, nioCore,
            ]),

        // The voice's process, as its parent sees it.
        .target(
            name: "VoiceSupervision",
            dependencies: [
                "Messages", "SpeechQueue", "Conductor", "JSONLines", "VoiceProtocol", "ConnectedProcess", "Configuration", logging,
                nioCore, nioPosix,
            ]),

        // Shows what would be heard for a file of messages, or for a text.
        .target(
            name: "Replay",
            dependencies: [
                "Messages", "SpeechQueue", "Narration", "Conductor", "WordTables", "JSONLines", "AnnounceProtocol", "VoiceProtocol",
                "OutputFile", "UnixSocket", "ConnectedProcess", "Configuration", "VoiceSupervision", "CSharedMemory",
            ]),

        // The daemon: sockets, the clock, and the loop.
        .systemLibrary(name: "CProcess"),
        .target(
            name: "AnnounceDaemon",
            dependencies: [
                "Messages", "SpeechQueue", "Narration", "Conductor", "WordTables", "AnnounceProtocol", "FrontDoors", "VoiceProtocol",
                "UnixSocket", "Configuration", "Systemd", "Continuity", "VoiceSupervision", logging, nioCore, nioPosix,
            ]),
        .executableTarget(
            name: "announced",
            dependencies: [
                "Release", "TerminalText", "Messages", "JSONLines", "AnnounceProtocol", "FrontDoors", "SpeechDispatcher",
                "VoiceProtocol",
                "OutputFile",
                "UnixSocket", "ConnectedProcess", "CProcess", "Configuration", "Systemd", "Continuity", "VoiceSupervision", "Replay",
                "AnnounceDaemon",
                argumentParser, logging, nioCore, nioPosix,
            ]),

        // The voice: everything that may crash. Another synthesizer is a target like ESpeak, and a line in announced-voice.
        .target(name: "SpeechSynthesis", dependencies: ["VoiceProtocol"]),
        .target(name: "SoundOutput", dependencies: ["OutputFile", "SoundServer", "SpeechSynthesis"]),
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .target(
            name: "ALSA", dependencies: ["Messages", "SoundServer", "SpeechSynthesis", "SoundOutput", "CALSA"]),
        .systemLibrary(name: "CESpeakNG", pkgConfig: "espeak-ng", providers: [.apt(["libespeak-ng-dev"])]),
        .target(name: "CHeldMemory"),
        .target(
            name: "ESpeak",
            dependencies: ["TerminalText", "Messages", "VoiceProtocol", "SpeechSynthesis", "CESpeakNG", "CUTF8Proc", "CHeldMemory"]),
        .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
        .target(
            name: "SoundIcons", dependencies: ["Messages", "SpeechSynthesis", "CSndFile", "CSampleRate"]),
        .target(name: "CSandbox"),
        .target(name: "Sandbox", dependencies: ["VoiceProtocol", "SoundOutput", "CSandbox"]),
        .target(
            name: "Voice",
            dependencies: ["JSONLines", "VoiceProtocol", "SoundServer", "SpeechSynthesis", "SoundOutput", "CProcess", "Sandbox", deque]),
        .executableTarget(
            name: "announced-voice",
            dependencies: [
                "Release", "TerminalText", "Messages", "OutputFile", "SoundOutput", "ALSA", "ESpeak", "SoundIcons", "Sandbox", "Voice",
                argumentParser,
            ]),

        // The client.
        .target(
            name: "AnnounceClient", dependencies: ["Messages", "JSONLines", "AnnounceProtocol", "UnixSocket", nioCore, nioPosix]),
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
            ]),

        // The watcher: a client like any other, which learns from the sound server who records, and from the session bus what is shown and
        // played.
        .systemLibrary(name: "CPulseAudio", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .target(
            name: "WatchSources", dependencies: ["Messages", "UnixSocket", "Watch", "CPulseAudio", "CSystemd"]),
        .executableTarget(
            name: "announced-watch",
            dependencies: [
                "Release", "TerminalText", "Messages", "Narration", "WordTables", "AnnounceProtocol", "UnixSocket", "AnnounceClient",
                "CProcess",
                "Configuration", "SoundServer", "Watch", "WatchSources", argumentParser,
            ]),

        // Tests.
        .systemLibrary(name: "CLinux", path: "Tests/CLinux"),
        // Optimized, because finding a sentence in a recording takes a hundred times as long otherwise.
        .target(
            name: "TestSupport", dependencies: ["CLinux"], path: "Tests/Support", swiftSettings: [.unsafeFlags(["-O"])]),
        .target(name: "CSandboxProbe", path: "Tests/CSandboxProbe"),
        .executableTarget(
            name: "sandbox-probe", dependencies: ["VoiceProtocol", "SoundOutput", "Sandbox", "CLinux", "CSandboxProbe"],
            path: "Tests/SandboxProbe"),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], path: "Tests/SupportTests"),
        .testTarget(name: "MessagesTests", dependencies: ["Messages"]),
        .testTarget(
            name: "SpeechQueueTests", dependencies: ["TestSupport", "Messages", "SpeechQueue"]),
        .testTarget(
            name: "ConductorTests",
            dependencies: ["CLinux", "TestSupport", "Messages", "SpeechQueue", "Narration", "Conductor", "AnnounceProtocol", "WordTables"]),
        .testTarget(name: "JSONLinesTests", dependencies: ["TestSupport", "JSONLines"]),
        .testTarget(
            name: "AnnounceProtocolTests", dependencies: ["TestSupport", "Messages", "JSONLines", "AnnounceProtocol"]),
        .testTarget(
            name: "SpeechDispatcherTests", dependencies: ["TestSupport", "Messages", "SpeechQueue", "SpeechDispatcher"]),
        .testTarget(
            name: "FrontDoorsTests",
            dependencies: ["Messages", "SpeechQueue", "Conductor", "FrontDoors", "SpeechDispatcher", "WordTables"]),
        .testTarget(name: "VoiceProtocolTests", dependencies: ["TestSupport", "JSONLines", "VoiceProtocol"]),
        .testTarget(name: "SoundServerTests", dependencies: ["TestSupport", "SoundServer"]),
        .testTarget(name: "WatchTests", dependencies: ["TestSupport", "Messages", "Watch"]),
        .testTarget(name: "TOMLTests", dependencies: ["TestSupport", "TOML"]),
        .testTarget(name: "TextLinesTests", dependencies: ["TestSupport", "TextLines"]),
        .testTarget(name: "SSMLTests", dependencies: ["TestSupport", "Messages", "SSML"]),
        .testTarget(name: "WordTablesTests", dependencies: ["TestSupport", "Narration", "TOML", "WordTables"]),
        .testTarget(
            name: "NarrationTests",
            dependencies: ["TestSupport", "Messages", "SpeechQueue", "Narration", "TOML", "WordTables", "Patterns"]),
        .testTarget(
            name: "ConfigurationTests", dependencies: ["TestSupport", "Messages", "SpeechQueue", "Narration", "Watch", "Configuration"]),
        .testTarget(name: "SystemdTests", dependencies: ["TestSupport", "Messages", "Systemd"]),
        .testTarget(
            name: "ContinuityTests",
            dependencies: ["TestSupport", "Messages", "SpeechQueue", "Narration", "Conductor", "FrontDoors", "Continuity"]),
        .testTarget(
            name: "VoiceSupervisionTests",
            dependencies: [
                "TestSupport", "Messages", "SpeechQueue", "Conductor", "VoiceProtocol", "Configuration", "VoiceSupervision", logging,
                nioCore, nioPosix,
            ]),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "TestSupport", "Messages", "SpeechQueue", "AnnounceProtocol", "Configuration", "VoiceSupervision", "Replay",
            ]),
        .testTarget(
            name: "AnnounceDaemonTests",
            dependencies: [
                "TestSupport", "SpeechQueue", "Conductor", "FrontDoors", "SpeechDispatcher", "Configuration", "Systemd",
                "Continuity",
                "VoiceSupervision", "AnnounceDaemon", logging, nioCore, nioEmbedded, nioPosix,
            ]),
        .testTarget(
            name: "VoiceTests",
            dependencies: [
                "TestSupport", "Messages", "Narration", "Conductor", "WordTables", "JSONLines", "VoiceProtocol", "VoiceSupervision",
                "Replay", "SpeechSynthesis", "SoundOutput", "ALSA", "ESpeak", "SoundIcons", "Voice", "CHeldMemory", "CSndFile",
                "announced-voice", "sandbox-probe",
            ]),
        .testTarget(
            name: "AnnounceClientTests", dependencies: ["TestSupport", "Messages", "UnixSocket", "AnnounceClient"]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "TestSupport", "Messages", "VoiceProtocol", "announced", "announced-voice", "announced-watch", "announce", argumentParser,
            ]),
        // Random input for every parser and protocol: `make fuzz` builds it with libFuzzer.
        .target(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
        .executableTarget(
            name: "fuzz-targets",
            dependencies: [
                "CLibFuzzer", "Messages", "SpeechQueue", "Narration", "Conductor", "WordTables", "JSONLines", "SSML", "AnnounceProtocol",
                "SpeechDispatcher", "VoiceProtocol", "Configuration", "Continuity", "Replay", "ESpeak", "SpeechSynthesis", "SoundIcons",
            ],
            path: "Tests/Fuzz/Targets"),
    ],
    // For #embed, in CWordTables.
    cLanguageStandard: .gnu2x
)

/// One set of rules for every target: no implicit existentials, no leaked imports, no unsafe code that does not say so, no warning.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system { target.swiftSettings = settings + (target.swiftSettings ?? []) }
