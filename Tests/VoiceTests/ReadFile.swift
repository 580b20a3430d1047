import FoundationEssentials

/// The text of a file, or nil when it can't be read.
func readFile(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
}
