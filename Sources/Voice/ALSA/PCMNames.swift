import CALSA
import Glibc
import Messages
import Voice

/// The PCM names defined by ALSA's configuration. Opens no device. Thread: the voice's only one.
enum PCMNames {
    /// Checks that the configuration defines `name`.
    /// - Throws: code `ENOENT`, with the most similar names, if it does not.
    static func check(_ name: String) throws(OutputError) {
        let known = configured()
        // A name may have arguments: "plughw:1,0", "hw:CARD=PCH". An empty list means that there is no configuration: opening will show it.
        let base = name.prefix { $0 != ":" }
        guard !known.isEmpty, !known.contains(where: { $0 == base }) else { return }
        let near = NearMatches.of(String(base), in: known + hinted()).prefix(3)
        let remedy = near.isEmpty ? nil : "did you mean \(near.map { "\"\($0)\"" }.joined(separator: " or "))?"
        let problem = "ALSA knows no sound device \"\(name)\""
        throw OutputError(code: ENOENT, cause: "snd_config_search", problem: problem, remedy: remedy, isMissing: true)
    }

    /// Returns the identifiers below `pcm` in the configuration.
    private static func configured() -> [String] {
        // SAFETY: the reference keeps libasound's tree unchanged until it is released; everything read from it is copied before that.
        var tree: OpaquePointer?
        guard unsafe snd_config_update_ref(&tree) >= 0 else { return [] }
        defer { unsafe snd_config_unref(tree) }
        var found: OpaquePointer?
        guard unsafe snd_config_search(tree, "pcm", &found) >= 0, let pcms = unsafe found else { return [] }
        var names: [String] = []
        var position = unsafe snd_config_iterator_first(pcms)
        let end = unsafe snd_config_iterator_end(pcms)
        while unsafe position != end {
            var identifier: UnsafePointer<CChar>?
            if unsafe snd_config_get_id(snd_config_iterator_entry(position), &identifier) >= 0, let text = unsafe identifier {
                names.append(unsafe String(cString: text))
            }
            unsafe position = snd_config_iterator_next(position)
        }
        return names
    }

    /// Returns the names that ALSA would show to a user: the names of the present cards.
    private static func hinted() -> [String] {
        var list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        // SAFETY: the list ends with nil and is freed by libasound; each name is ours to free.
        guard unsafe snd_device_name_hint(-1, "pcm", &list) >= 0, let hints = unsafe list else { return [] }
        defer { unsafe snd_device_name_free_hint(hints) }
        var names: [String] = []
        var index = 0
        while let hint = unsafe hints[index] {
            if let name = unsafe snd_device_name_get_hint(hint, "NAME") {
                names.append(unsafe String(cString: name))
                unsafe free(name)
            }
            index += 1
        }
        return names
    }
}
