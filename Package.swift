// swift-tools-version: 6.2
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let inMemoryLogging = Target.Dependency.product(name: "InMemoryLogging", package: "swift-log")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let core: [Target.Dependency] = ["Messages", "SpeechQueue", "Narration", "Conductor"]
// What Tests/ConductorTests/Simulation.swift uses.
let simulation = core + ["TestSupport", "Configuration", "Continuity", "Replay"]

let package = Package(
    name: "announced", products: [.library(name: "AnnounceClient", targets: ["AnnounceClient", "Messages"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    // In the order of the arrows: a target imports only targets above it. docs/ARCHITECTURE.md says what each is for.
    targets: [
        // The pure core: values and rules, no I/O, no clock, no threads.
        .target(name: "TerminalText", path: "Sources/Core/TerminalText"),
        .target(name: "JSONLines", path: "Sources/Core/JSONLines"),
        .target(name: "Messages", dependencies: ["JSONLines"], path: "Sources/Core/Messages"),
        .target(name: "SpeechQueue", dependencies: ["Messages", deque, heap], path: "Sources/Core/SpeechQueue"),
        .target(name: "Narration", dependencies: ["TerminalText", "Messages", "SpeechQueue"], path: "Sources/Core/Narration"),
        .target(name: "Conductor", dependencies: ["Messages", "SpeechQueue", "Narration", deque], path: "Sources/Core/Conductor"),

        // Codecs: bytes ⇄ values.
        .systemLibrary(name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .target(name: "SSML", dependencies: ["Messages", "CExpat"], path: "Sources/Wire/SSML"),
        .systemLibrary(name: "CMD4C", path: "Sources/C/CMD4C", pkgConfig: "md4c", providers: [.apt(["libmd4c-dev"])]),
        .target(name: "Markdown", dependencies: ["Messages", "SSML", "CMD4C"], path: "Sources/Wire/Markdown"),
        .target(name: "TOML", path: "Sources/Wire/TOML"),
        .target(name: "AnnounceProtocol", dependencies: ["Messages", "JSONLines"], path: "Sources/Wire/AnnounceProtocol"),
        .target(name: "VoiceProtocol", dependencies: ["Messages", "JSONLines"], path: "Sources/Wire/VoiceProtocol"),

        // The operating system: files, processes, sockets, the service manager, the sound server's answers.
        .target(name: "CLinux", path: "Sources/C/CLinux"),
        .target(name: "System", dependencies: ["TerminalText", "Messages"], path: "Sources/System/System"),
        .target(name: "Systemd", dependencies: ["Messages", "System", logging, nioCore], path: "Sources/System/Systemd"),

        // Front doors: clients' bytes ⇄ requests and messages.
        .target(
            name: "FrontDoors", dependencies: ["Messages", "SpeechQueue", "Conductor", "JSONLines", "Markdown", "AnnounceProtocol"],
            path: "Sources/Doors/FrontDoors"),
        .target(
            name: "SpeechDispatcher", dependencies: ["Messages", "SpeechQueue", "Conductor", "JSONLines", "SSML", "FrontDoors", deque],
            path: "Sources/Doors/SpeechDispatcher"),

        // The client, and the watcher's decisions about other programs' recordings, notifications and players.
        .systemLibrary(name: "CUTF8Proc", path: "Sources/C/CUTF8Proc", pkgConfig: "libutf8proc", providers: [.apt(["libutf8proc-dev"])]),
        .target(name: "TextLines", dependencies: ["TerminalText", "JSONLines", "CUTF8Proc", deque], path: "Sources/Client/TextLines"),
        .target(
            name: "AnnounceClient", dependencies: ["Messages", "JSONLines", "AnnounceProtocol", "System", logging, nioCore, nioPosix],
            path: "Sources/Client/AnnounceClient"),
        .target(name: "Watch", dependencies: ["Messages", "SSML"], path: "Sources/Client/Watch"),

        // The daemon.
        .systemLibrary(name: "CPCRE2", path: "Sources/C/CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .target(name: "CWordTables", path: "Sources/C/CWordTables"),
        .target(
            name: "Configuration",
            dependencies: ["Messages", "SpeechQueue", "Narration", "TOML", "System", "Watch", "CPCRE2", "CWordTables"],
            path: "Sources/Daemon/Configuration"),
        .target(
            name: "Continuity", dependencies: core + ["AnnounceProtocol", "CLinux", "System", "Systemd", "FrontDoors", logging, nioCore],
            path: "Sources/Daemon/Continuity"),
        .target(
            name: "VoiceSupervision",
            dependencies: [
                "Messages", "SpeechQueue", "Conductor", "JSONLines", "VoiceProtocol", "System", "Configuration", logging, nioCore,
                nioPosix,
            ], path: "Sources/Daemon/VoiceSupervision"),
        .target(
            name: "Replay",
            dependencies: core + [
                "JSONLines", "Markdown", "AnnounceProtocol", "VoiceProtocol", "CLinux", "System", "Configuration", "VoiceSupervision",
            ], path: "Sources/Daemon/Replay"),
        .target(
            name: "AnnounceDaemon",
            dependencies: core + [
                "AnnounceProtocol", "VoiceProtocol", "System", "Systemd", "FrontDoors", "Configuration", "Continuity", "VoiceSupervision",
                logging, nioCore, nioPosix,
            ], path: "Sources/Daemon/AnnounceDaemon"),

        // The voice: everything that may crash. Another synthesizer is a target like ESpeak, and a line in announced-voice.
        .target(
            name: "Voice", dependencies: ["Messages", "JSONLines", "VoiceProtocol", "CLinux", "System", deque], path: "Sources/Voice/Voice"),
        .systemLibrary(name: "CALSA", path: "Sources/C/CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .target(name: "ALSA", dependencies: ["Messages", "System", "Voice", "CALSA"], path: "Sources/Voice/ALSA"),
        .systemLibrary(name: "CESpeakNG", path: "Sources/C/CESpeakNG", pkgConfig: "espeak-ng", providers: [.apt(["libespeak-ng-dev"])]),
        .target(
            name: "ESpeak", dependencies: ["Messages", "VoiceProtocol", "CLinux", "System", "CUTF8Proc", "Voice", "CESpeakNG"],
            path: "Sources/Voice/ESpeak"),
        .systemLibrary(name: "CSndFile", path: "Sources/C/CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(
            name: "CSampleRate", path: "Sources/C/CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
        .target(name: "SoundIcons", dependencies: ["Messages", "Voice", "CSndFile", "CSampleRate"], path: "Sources/Voice/SoundIcons"),

        // The programs.
        .executableTarget(
            name: "announced",
            dependencies: [
                "TerminalText", "Messages", "JSONLines", "Markdown", "AnnounceProtocol", "VoiceProtocol", "CLinux", "System", "Systemd",
                "FrontDoors", "SpeechDispatcher", "Configuration", "Continuity", "VoiceSupervision", "Replay", "AnnounceDaemon",
                argumentParser,
                logging, nioCore, nioPosix,
            ], path: "Sources/Programs/announced"),
        .executableTarget(
            name: "announced-voice", dependencies: ["Messages", "System", "Voice", "ALSA", "ESpeak", "SoundIcons", argumentParser],
            path: "Sources/Programs/announced-voice"),
        .executableTarget(
            name: "announce",
            dependencies: [
                "TerminalText", "Messages", "SpeechQueue", "Narration", "JSONLines", "TOML", "AnnounceProtocol", "VoiceProtocol", "CLinux",
                "System", "TextLines", "AnnounceClient", "Watch", "Configuration", argumentParser, deque, nioPosix, unixSignals,
            ], path: "Sources/Programs/announce"),
        .systemLibrary(name: "CPulseAudio", path: "Sources/C/CPulseAudio", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CSystemd", path: "Sources/C/CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .executableTarget(
            name: "announced-watch",
            dependencies: [
                "Messages", "Narration", "AnnounceProtocol", "CLinux", "System", "AnnounceClient", "Watch", "Configuration",
                "CPulseAudio", "CSystemd", argumentParser,
            ], path: "Sources/Programs/announced-watch"),
        .systemLibrary(name: "CTestSupport", path: "Tests/CTestSupport"),
        // Optimized, because finding a sentence in a recording takes a hundred times as long otherwise.
        .target(name: "TestSupport", dependencies: ["CTestSupport"], path: "Tests/Support", swiftSettings: [.unsafeFlags(["-O"])]),
        .target(name: "CSandboxProbe", path: "Tests/CSandboxProbe"),
        .executableTarget(
            name: "sandbox-probe", dependencies: ["VoiceProtocol", "Voice", "CTestSupport", "CSandboxProbe"], path: "Tests/SandboxProbe"),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], path: "Tests/SupportTests"),
        .testTarget(name: "MessagesTests", dependencies: ["Messages"]),
        .testTarget(name: "SpeechQueueTests", dependencies: ["TestSupport", "Messages", "SpeechQueue"]),
        .testTarget(
            name: "NarrationTests", dependencies: ["TestSupport", "Messages", "SpeechQueue", "Narration", "TOML", "Configuration"]),
        .testTarget(name: "ConductorTests", dependencies: simulation + ["CTestSupport", "AnnounceProtocol"]),
        .testTarget(
            name: "WireTests",
            dependencies: [
                "TestSupport", "Messages", "SpeechQueue", "JSONLines", "SSML", "Markdown", "TOML", "AnnounceProtocol", "VoiceProtocol",
            ]),
        .testTarget(name: "SystemTests", dependencies: ["TestSupport", "Messages", "System", "Systemd"]),
        .testTarget(name: "DoorsTests", dependencies: simulation + ["FrontDoors", "SpeechDispatcher"]),
        .testTarget(
            name: "ClientTests",
            dependencies: ["TestSupport", "Messages", "System", "TextLines", "AnnounceClient", logging, inMemoryLogging]),
        .testTarget(name: "WatchTests", dependencies: ["TestSupport", "Messages", "Watch"]),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: ["TestSupport", "Messages", "SpeechQueue", "Narration", "TOML", "Watch", "Configuration"]),
        .testTarget(name: "ContinuityTests", dependencies: core + ["TestSupport", "FrontDoors", "Continuity"]),
        .testTarget(
            name: "VoiceSupervisionTests",
            dependencies: [
                "TestSupport", "Messages", "SpeechQueue", "Conductor", "VoiceProtocol", "Configuration", "VoiceSupervision", logging,
                nioCore, nioPosix,
            ]),
        .testTarget(
            name: "ReplayTests",
            dependencies: ["TestSupport", "Messages", "SpeechQueue", "AnnounceProtocol", "Configuration", "VoiceSupervision", "Replay"]),
        .testTarget(
            name: "AnnounceDaemonTests",
            dependencies: [
                "TestSupport", "SpeechQueue", "Conductor", "Systemd", "FrontDoors", "SpeechDispatcher", "Configuration", "Continuity",
                "VoiceSupervision", "AnnounceDaemon", logging, nioCore, .product(name: "NIOEmbedded", package: "swift-nio"), nioPosix,
            ]),
        .testTarget(
            name: "VoiceTests",
            dependencies: [
                "TestSupport", "Messages", "Narration", "Conductor", "JSONLines", "VoiceProtocol", "CLinux", "Configuration",
                "VoiceSupervision", "Replay", "Voice", "ALSA", "ESpeak", "CSndFile", "SoundIcons", "announced-voice", "sandbox-probe",
            ]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "TestSupport", "Messages", "VoiceProtocol", "announced", "announced-voice", "announced-watch", "announce", argumentParser,
            ]),
        // Random input for every parser and protocol: `make fuzz` builds it with libFuzzer.
        .target(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
        .executableTarget(
            name: "fuzz-targets",
            dependencies: core + [
                "JSONLines", "SSML", "Markdown", "AnnounceProtocol", "VoiceProtocol", "SpeechDispatcher", "Configuration", "Continuity",
                "Replay", "Voice", "ESpeak", "SoundIcons", "CLibFuzzer",
            ], path: "Tests/Fuzz/Targets"),
    ],
    cLanguageStandard: .gnu2x  // for #embed, in CWordTables
)

/// One set of rules for every target: no implicit existentials, no leaked imports, no unsafe code that does not say so, no warning.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .strictMemorySafety(), .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("InferIsolatedConformances"),
]
for target in package.targets where target.type != .system { target.swiftSettings = settings + (target.swiftSettings ?? []) }
