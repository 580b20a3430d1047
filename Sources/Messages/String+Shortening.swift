extension String {
    /// Returns the text's beginning of at most `bytes` bytes, followed by "…" if that is not all.
    package func shortened(toBytes bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var left = bytes
        let beginning = unicodeScalars.prefix { scalar in
            left -= UTF8.width(scalar)
            return left >= 0
        }
        return String(beginning) + "…"
    }
}
