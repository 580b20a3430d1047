import Glibc
import Messages

/// Finds the file of a sound icon: in the folders of speech-dispatcher's clients, then in the chosen theme, its parents and `freedesktop`
/// (freedesktop.org's Sound Theme Specification, without translated sounds).
struct SoundThemes {
    private let theme: SoundName
    /// The folders named `sounds`, the user's own first.
    private let folders: [String]

    /// Where speech-dispatcher's modules look for icons by their exact names.
    private static let ownThemes = ["speech-dispatcher", "sound-icons"]
    private static let endings = [".oga", ".ogg", ".wav"]
    private static let mostThemes = 8
    private static let mostFolders = 16
    private static let longestIndex = 64 << 10

    /// - Parameter variable: returns environment variables.
    init(theme: SoundName, variable: (String) -> String?) {
        self.theme = theme
        func given(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        let own = given("XDG_DATA_HOME") ?? given("HOME").map { "\($0)/.local/share" } ?? ""
        let shared = (given("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
        // Ignore relative paths, which are invalid.
        folders = ([own] + shared).filter { $0.hasPrefix("/") }.prefix(Self.mostFolders).map { "\($0)/sounds" }
    }

    /// Returns the paths at which the icon may be, the best first. The list ends before a `.disabled` file, with which a theme turns a
    /// sound off.
    func paths(of icon: SoundName) -> [String] {
        var paths = folders.flatMap { folder in
            Self.ownThemes.flatMap { theme in ([""] + Self.endings).map { "\(folder)/\(theme)/\(icon.text)\($0)" } }
        }
        let places = places
        for name in icon.generalizations {
            for place in places {
                // SAFETY: a system call on a string.
                if unsafe access("\(place)/\(name.text).disabled", F_OK) == 0 { return paths }
                paths += Self.endings.map { "\(place)/\(name.text)\($0)" }
            }
        }
        return paths
    }

    /// The folders that may have a themed sound, in search order.
    private var places: [String] {
        var chain: [SoundName] = []
        var places: [String] = []
        func visit(_ theme: SoundName) {
            guard chain.count < Self.mostThemes, !chain.contains(theme) else { return }
            chain.append(theme)
            guard let index = index(of: theme) else { return }
            places += index.folders.flatMap { own in folders.map { "\($0)/\(theme.text)/\(own)" } }
            for parent in index.parents { visit(parent) }
        }
        visit(theme)
        visit(.freedesktop)
        return places
    }

    private func index(of theme: SoundName) -> ThemeIndex? {
        for folder in folders {
            if let file = RegularFile("\(folder)/\(theme.text)/index.theme", atMost: Self.longestIndex) {
                return ThemeIndex(String(decoding: file.bytes(), as: UTF8.self))
            }
        }
        return nil
    }
}
