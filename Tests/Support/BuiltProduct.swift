import FoundationEssentials

/// Returns the path of an executable, which is in the folder that ANNOUNCED_PROGRAMS names, beside the test bundle, or where `swift build`
/// leaves the main package's programs.
package func builtProduct(_ name: String) throws -> String {
    let manager = FileManager.default
    let bundles = [try? manager.destinationOfSymbolicLink(atPath: "/proc/self/exe")].compactMap(\.self) + CommandLine.arguments
    let besides = bundles.filter { $0.hasSuffix(".xctest") }.map { String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex)) }
    let folders =
        [ProcessInfo.processInfo.environment["ANNOUNCED_PROGRAMS"]].compactMap(\.self) + besides + [
            resolved(repositoryFile(".build/debug"))
        ]
    for folder in folders where manager.isExecutableFile(atPath: "\(folder)/\(name)") {
        return "\(folder)/\(name)"
    }
    throw ProductMissing(description: "no executable \(name) in \(folders): run `swift build` in the repository's folder")
}

/// An executable that was not built.
package struct ProductMissing: Error, CustomStringConvertible {
    package let description: String
}
