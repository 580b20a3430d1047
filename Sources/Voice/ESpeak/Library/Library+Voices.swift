import CESpeakNG
import Messages
import Voice

extension Library {
    /// Returns eSpeak NG's own voices, in its order; their identifiers are paths below its voices folder. About 4 ms, because each call
    /// reads the folder.
    func installedVoices() -> [InstalledVoice] {
        // SAFETY: nil lists all.
        unsafe list(matching: nil)
    }

    /// Returns the variants; their identifiers lack the folder `!v/`. About 4 ms.
    func installedVariants() -> [InstalledVoice] {
        // SAFETY: the specification and its string live for the call.
        unsafe "variant".withCString { language in
            var specification = unsafe espeak_VOICE()
            unsafe specification.languages = language
            return unsafe list(matching: &specification).map { variant in
                let folder = variant.identifier.hasPrefix("!v/") ? 3 : 0
                return InstalledVoice(identifier: String(variant.identifier.dropFirst(folder)), name: variant.name, languages: [])
            }
        }
    }

    /// Selects the voice from the next ``synthesize(_:as:into:)`` on. Takes 0.1 ms, or 2.5 to 6 ms for a language not used before.
    /// - Parameter identifier: an identifier from the lists above, optionally with `+` and a variant's identifier. Never pass a client's
    ///   text, because the identifier names a file.
    func use(voice identifier: String) throws(SynthesisError) {
        // SAFETY: the string lives for the call.
        guard unsafe espeak_SetVoiceByName(identifier) == EE_OK else {
            throw SynthesisError("eSpeak NG can't load its voice \"\(identifier)\".")
        }
    }

    private func list(matching specification: UnsafeMutablePointer<espeak_VOICE>?) -> [InstalledVoice] {
        // SAFETY: the array ends with nil and is valid until the next call; everything is copied at once.
        guard let list = unsafe espeak_ListVoices(specification) else { return [] }
        var voices: [InstalledVoice] = []
        var index = 0
        while let voice = unsafe list[index]?.pointee {
            index += 1
            guard let identifier = unsafe voice.identifier, let name = unsafe voice.name else { continue }
            voices.append(
                InstalledVoice(
                    identifier: unsafe String(cString: identifier), name: unsafe String(cString: name),
                    languages: unsafe Self.languages(voice.languages)))
        }
        return voices
    }

    /// Decodes a language list: each entry is a priority byte and a C string; an empty entry ends the list.
    private static func languages(_ list: UnsafePointer<CChar>?) -> [InstalledVoice.Language] {
        // SAFETY: the list has the form above, according to eSpeak NG's header.
        guard var position = unsafe list else { return [] }
        var languages: [InstalledVoice.Language] = []
        while unsafe position.pointee != 0 {
            let tag = unsafe String(cString: position + 1)
            languages.append(InstalledVoice.Language(tag.lowercased(), priority: Int(UInt8(bitPattern: unsafe position.pointee))))
            unsafe position += tag.utf8.count + 2
        }
        return languages
    }
}
