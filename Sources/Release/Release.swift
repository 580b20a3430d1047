// Release says which announced this is. Programs, manual pages and packages have it from here; nothing else names it.

/// This release.
package enum Release {
    /// What `--version` says, and what the newest heading of CHANGELOG.md is.
    package static let version = "0.1.0"
}
