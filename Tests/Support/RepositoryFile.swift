import FoundationEssentials

/// The path of a file of this repository, named from its root.
package func repositoryFile(_ path: String, thisFile: String = #filePath) -> String {
    let root = thisFile.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    return "\(root)/\(path)"
}

/// What is in it.
package func repositoryText(_ path: String) throws -> String {
    try String(contentsOfFile: repositoryFile(path), encoding: .utf8)
}
