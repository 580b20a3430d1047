// swift-tools-version: 6.2
import PackageDescription

// Measures announced beside other systems: `make bench`.
let package = Package(
    name: "benchmarks",
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
    targets: [
        // Links to the main package's folders, because a target's folder must be below its package.
        .systemLibrary(name: "CTestSupport"),
        .target(name: "TestSupport", dependencies: ["CTestSupport"], swiftSettings: [.unsafeFlags(["-O"])]),

        .executableTarget(
            name: "bare-loop", cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("asound"), .linkedLibrary("espeak-ng")]),
        .executableTarget(
            name: "bench", dependencies: ["TestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: [.unsafeFlags(["-O"])]),
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
