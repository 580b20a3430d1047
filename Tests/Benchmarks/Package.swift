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
    name: "benchmarks",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // Links to the tests' targets, because a target's folder must be below its package.
        .systemLibrary(name: "CLinux"),
        .target(name: "TestSupport", dependencies: ["CLinux"], swiftSettings: settings),

        .executableTarget(name: "bare-loop", linkerSettings: [.linkedLibrary("asound"), .linkedLibrary("espeak-ng")]),
        .executableTarget(
            name: "bench",
            dependencies: ["TestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: settings),
    ]
)
