import Messages

/// A theme's `index.theme`, as in freedesktop.org's Sound Theme Specification: its parents, and its folders with stereo sounds.
struct ThemeIndex: Equatable {
    private(set) var parents: [SoundName] = []
    /// Relative to the theme's folder.
    private(set) var folders: [String] = []

    /// The maximum numbers of parents and folders; the rest is ignored.
    private static let mostParents = 8
    private static let mostFolders = 16

    init(_ text: String) {
        var groups: [Substring: [Substring: Substring]] = [:]
        var group: Substring = ""
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmed }) where line.first != "#" {
            if line.first == "[", line.last == "]" {
                group = line.dropFirst().dropLast()
            } else if let sign = line.firstIndex(of: "=") {
                groups[group, default: [:]][line[..<sign].trimmed] = line[line.index(after: sign)...].trimmed
            }
        }
        let theme = groups["Sound Theme"] ?? [:]
        parents = Array(Self.list(theme["Inherits"]).compactMap { SoundName(String($0)) }.prefix(Self.mostParents))
        // A folder without a profile suits any output.
        let suited = Self.list(theme["Directories"]).filter { (groups[$0]?["OutputProfile"] ?? "stereo") == "stereo" }
        folders = Array(suited.filter(Self.isInside).map(String.init).prefix(Self.mostFolders))
    }

    private static func list(_ value: Substring?) -> [Substring] {
        value?.split { $0 == "," || $0 == ";" }.map { $0.trimmed } ?? []
    }

    /// Returns whether a path stays inside the theme's folder.
    private static func isInside(_ path: Substring) -> Bool {
        path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { SoundName(String($0)) != nil }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start.prefix(0) }
        return start[...last]
    }
}
