/// What a ``Capture`` heard so far, and when: samples in blocks, each with the time at which it had arrived.
struct Recording {
    /// All samples.
    private(set) var samples: [Int16] = []
    /// Nothing more comes: the sound server or the capturing program ended.
    var isEnded = false

    /// A sample is loud when it is further from zero than this.
    let threshold: Int16
    private var blocks: [(start: Int, arrival: SuspendingClock.Instant)] = []
    /// Where the last loud sample is.
    private var lastLoud: Int?

    init(threshold: Int16) {
        self.threshold = threshold
    }

    /// Adds a block.
    mutating func append(_ block: [Int16], at arrival: SuspendingClock.Instant) {
        guard !block.isEmpty else { return }
        blocks.append((samples.count, arrival))
        if let index = block.lastIndex(where: isLoud) { lastLoud = samples.count + index }
        samples.append(contentsOf: block)
    }

    /// Whether the last 20 blocks came about as slowly as they sound: what was rendered in advance is through.
    var keepsRealTime: Bool {
        guard blocks.count > 20 else { return false }
        let first = blocks[blocks.count - 20]
        let sounded = Duration.seconds(samples.count - blocks[blocks.count - 19].start) / Sound.rate
        return first.arrival.duration(to: blocks[blocks.count - 1].arrival) > sounded * 0.8
    }

    /// When the last block arrived.
    var lastArrival: SuspendingClock.Instant? { blocks.last?.arrival }

    /// Where the first block that arrived at the time or later starts.
    func index(since time: SuspendingClock.Instant) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].arrival < time { low = middle + 1 } else { high = middle }
        }
        return low < blocks.count ? blocks[low].start : samples.count
    }

    /// When the sample's block had arrived.
    func arrival(of index: Int) -> SuspendingClock.Instant { blocks[block(of: index)].arrival }

    private func block(of index: Int) -> Int {
        var (low, high) = (0, blocks.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if blocks[middle].start <= index { low = middle } else { high = middle }
        }
        return low
    }

    /// When the sink played the sample: when its block arrived, and as much later as it stands in it. Blocks that arrive late say too much,
    /// so the earliest of some counts: of those from its own on, or of those up to it. (The other side may keep another time: a sink
    /// that renders again what it had rendered in advance sends more samples than it plays.)
    func playTime(of index: Int, tellingBy neighbours: Neighbours) -> SuspendingClock.Instant {
        let own = block(of: index)
        let telling =
            switch neighbours {
            case .following: blocks[own...].prefix(Neighbours.count)
            case .preceding: blocks[...own].suffix(Neighbours.count)
            }
        return telling.map { $0.arrival + .seconds(1) * (index - $0.start) / Sound.rate }.min()!
    }

    /// The blocks that tell when a sample was played.
    enum Neighbours {
        case following, preceding

        /// How many.
        static let count = 12
    }

    /// The first loud sample from the index on.
    func firstLoud(from index: Int) -> Int? {
        guard let lastLoud, lastLoud >= index else { return nil }
        return samples[index...].firstIndex(where: isLoud)
    }

    /// The last loud sample from the index on.
    func lastLoud(from index: Int) -> Int? {
        lastLoud.flatMap { $0 >= index ? $0 : nil }
    }

    /// How many samples are silent up to now, counted at most from the index on.
    func silence(from index: Int) -> Int {
        samples.count - max(index, lastLoud.map { $0 + 1 } ?? 0)
    }

    /// The sound that begins first after the index, once it was followed by so many quiet samples: from its first loud sample to its last.
    func heard(from index: Int, untilQuiet quiet: Int) -> Range<Int>? {
        guard let lastLoud, lastLoud >= index, samples.count - lastLoud > quiet else { return nil }
        guard let start = firstLoud(from: index) else { return nil }
        var last = start
        for position in start...lastLoud where isLoud(samples[position]) {
            if position - last > quiet { break }
            last = position
        }
        return start..<(last + 1)
    }

    private func isLoud(_ sample: Int16) -> Bool {
        sample > threshold || sample < -threshold
    }
}
