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
    func arrival(of index: Int) -> SuspendingClock.Instant {
        var (low, high) = (0, blocks.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if blocks[middle].start <= index { low = middle } else { high = middle }
        }
        return blocks[low].arrival
    }

    /// The first loud sample from the index on.
    func firstLoud(from index: Int) -> Int? {
        guard let lastLoud, lastLoud >= index else { return nil }
        return samples[index...].firstIndex(where: isLoud)
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
