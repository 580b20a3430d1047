import FoundationEssentials
import Glibc

/// Returns the path of a file of this repository, given relative to its root.
package func repositoryFile(_ path: String) -> String {
    // The other packages reach this folder through a link.
    let root = resolved(#filePath).split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    return "\(root)/\(path)"
}

/// Returns a path without links, or the path itself if nothing is there.
func resolved(_ path: String) -> String {
    let resolved = unsafe realpath(path, nil)
    defer { unsafe free(resolved) }
    return unsafe resolved.map { unsafe String(cString: $0) } ?? path
}

/// Returns the file's content.
package func repositoryText(_ path: String) throws -> String {
    try String(contentsOfFile: repositoryFile(path), encoding: .utf8)
}
