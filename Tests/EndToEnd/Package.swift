// swift-tools-version: 6.2
import PackageDescription

// The programs as users get them: real processes, sound servers, buses and time. Build the main package first: `swift build`.
let package = Package(
    name: "end-to-end",
    dependencies: [.package(name: "announced", path: "../..")],
    targets: [
        // Links to the main package's folders, because a target's folder must be below its package.
        .systemLibrary(name: "CTestSupport"),
        // Optimized, because finding a sentence in a recording takes a hundred times as long otherwise.
        .target(name: "TestSupport", dependencies: ["CTestSupport"], swiftSettings: [.unsafeFlags(["-O"])]),

        // Programs that scripts run.
        .executableTarget(name: "soak", dependencies: ["TestSupport"]),
        .executableTarget(name: "voice-texts", dependencies: ["TestSupport"]),

        .testTarget(
            name: "EndToEndTests", dependencies: ["TestSupport", .product(name: "AnnounceClient", package: "announced")]),
    ])

/// The settings of the main package.
// Without MemberImportVisibility, as most apps: they import only AnnounceClient, and its values' members come from Messages.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system { target.swiftSettings = settings + (target.swiftSettings ?? []) }
