// swift-tools-version: 6.2
import PackageDescription

/// The settings of the main package.
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

let package = Package(
    name: "soak",
    targets: [
        // Links to the tests' targets, because a target's folder must be below its package.
        .systemLibrary(name: "CLinux"),
        .target(name: "TestSupport", dependencies: ["CLinux"], swiftSettings: settings),

        // Also links to targets of the main package, for their vocabulary.
        .target(name: "LineBuffer", swiftSettings: settings),
        .target(name: "SpeechDispatcher", dependencies: ["LineBuffer"], swiftSettings: settings),

        .executableTarget(name: "soak", dependencies: ["TestSupport", "SpeechDispatcher"], swiftSettings: settings),
    ]
)
