// swift-tools-version: 6.2
import PackageDescription

// Unmodified programs that speak through announced, or record: `make clients`.
let package = Package(
    name: "clients",
    targets: [
        // Links to the tests' targets, because a target's folder must be below its package. ClientsTests also holds links to files of
        // EndToEndTests.
        .systemLibrary(name: "CTestSupport"),
        .target(name: "TestSupport", dependencies: ["CTestSupport"], swiftSettings: [.unsafeFlags(["-O"])]),

        .executableTarget(name: "threaded-client", linkerSettings: [.linkedLibrary("speechd")]),
        .testTarget(name: "ClientsTests", dependencies: ["TestSupport", "threaded-client"]),
    ])

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
for target in package.targets where target.type != .system { target.swiftSettings = settings + (target.swiftSettings ?? []) }
