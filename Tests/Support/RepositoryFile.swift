import FoundationEssentials
import Glibc

/// Returns the path of a file of this repository, given relative to its root.
package func repositoryFile(_ path: String, thisFile: String = #filePath) -> String {
    // The benchmarks' package reaches this folder through a link.
    let resolved = unsafe realpath(thisFile, nil)
    defer { unsafe free(resolved) }
    let thisFile = unsafe resolved.map { unsafe String(cString: $0) } ?? thisFile
    let root = thisFile.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    return "\(root)/\(path)"
}

/// Returns the file's content.
package func repositoryText(_ path: String) throws -> String {
    try String(contentsOfFile: repositoryFile(path), encoding: .utf8)
}
