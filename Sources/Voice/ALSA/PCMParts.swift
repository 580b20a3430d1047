import CALSA
import Voice

/// The plugins that make up a PCM, according to ALSA's configuration. Opens no device. Thread: the voice's only one.
struct PCMParts {
    private(set) var needs = DeviceNeeds()
    private(set) var types: Set<String> = []
    /// The sink that a part for PulseAudio names.
    private(set) var sink: String?
    /// The number of definitions visited so far, because some may refer to themselves.
    private var visited = 0
    private static let mostVisited = 64

    /// The plugins that need only sound devices, shared memory and sound servers. Other plugins may do anything: `file` starts a program
    /// and writes its sound to it.
    private static let known: Set = [
        "adpcm", "alaw", "asym", "copy", "dmix", "dshare", "dsnoop", "empty", "hooks", "hw", "iec958", "lfloat", "linear", "mmap_emul",
        "mulaw", "multi", "null", "pipewire", "plug", "pulse", "rate", "route", "softvol", "speex", "upmix", "vdownmix",
    ]
    /// The hooks with the same property. A hook is called when a PCM is opened; this one sets a card's controls.
    private static let knownHooks: Set = ["ctl_elems"]

    /// The kind of definition in the configuration. The values are the sections in which names are looked up.
    private enum Kind: String {
        case pcm
        case slave = "pcm_slave"
        case library = "pcm_type"
        case hook = "pcm_hook"
        /// A list of hooks.
        case hooks
        case other
    }

    /// - Parameter name: a PCM's name. A name that ALSA does not know has no parts.
    init(of name: String) {
        // SAFETY: the reference keeps libasound's tree unchanged until it is released; everything read from it is copied before that.
        var tree: OpaquePointer?
        guard unsafe snd_config_update_ref(&tree) >= 0, let tree = unsafe tree else { return }
        defer { unsafe snd_config_unref(tree) }
        unsafe visit(.pcm, name, in: tree)
    }

    /// Visits the definition that a name refers to. The unsafe expressions read nodes of the tree, or of an expanded copy.
    @unsafe private mutating func visit(_ kind: Kind, _ name: String, in tree: OpaquePointer) {
        visited += 1
        var definition: OpaquePointer?
        guard visited <= Self.mostVisited, unsafe snd_config_search_definition(tree, kind.rawValue, name, &definition) >= 0,
            let definition = unsafe definition
        else { return }
        defer { unsafe snd_config_delete(definition) }
        unsafe visit(definition, kind, in: tree)
    }

    @unsafe private mutating func visit(_ node: OpaquePointer, _ kind: Kind, in tree: OpaquePointer) {
        guard unsafe snd_config_get_type(node) == SND_CONFIG_TYPE_COMPOUND else { return }
        var position = unsafe snd_config_iterator_first(node)
        let end = unsafe snd_config_iterator_end(node)
        while unsafe position != end {
            let entry = unsafe snd_config_iterator_entry(position)
            unsafe position = snd_config_iterator_next(position)
            guard let entry = unsafe entry, let name = unsafe text(snd_config_get_id, entry) else { continue }
            switch (kind, name, unsafe text(snd_config_get_string, entry)) {
            case (.pcm, "type", let type?):
                types.insert(type)
                if !Self.known.contains(type) { needs.unknownPart = type }
                unsafe visit(.library, type, in: tree)
            case (.hook, "type", let type?): if !Self.knownHooks.contains(type) { needs.unknownPart = type }
            case (.library, "lib", let library?): if library.hasPrefix("/") { needs.libraries.append(library) }
            case (.pcm, "server", let server?): needs.servers.append(server)
            case (.pcm, "device", let device?): sink = device
            case (.hooks, _, let hook?): unsafe visit(.hook, hook, in: tree)
            case (.hooks, _, nil): unsafe visit(entry, .hook, in: tree)
            case (_, "pcm", let other?): unsafe visit(.pcm, other, in: tree)
            case (_, "slave", let other?): unsafe visit(.slave, other, in: tree)
            case (_, _, nil): unsafe visit(entry, name == "pcm" ? .pcm : name == "hooks" ? .hooks : .other, in: tree)
            default: break
            }
        }
    }

    @unsafe private func text(
        _ get: (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32, _ node: OpaquePointer
    ) -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe get(node, &text) >= 0 else { return nil }
        return unsafe text.map { unsafe String(cString: $0) }
    }
}
