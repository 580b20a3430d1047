/// The sound that a ``Capture`` has heard so far: samples in blocks, each with its time of arrival.
struct Recording {
    private(set) var samples: [Int16] = []
    /// Whether the recording is complete: the sound server or the capturing program has ended.
    var isEnded = false

    /// The largest magnitude of a sample that is not loud.
    let threshold: Int16
    private var blocks: [(start: Int, arrival: SuspendingClock.Instant)] = []
    /// The index of the last loud sample.
    private var lastLoud: Int?

    init(threshold: Int16) {
        self.threshold = threshold
    }

    mutating func append(_ block: [Int16], at arrival: SuspendingClock.Instant) {
        guard !block.isEmpty else { return }
        blocks.append((samples.count, arrival))
        if let index = block.lastIndex(where: isLoud) { lastLoud = samples.count + index }
        samples.append(contentsOf: block)
    }

    /// Whether the last 20 blocks took about as long as they sound: everything rendered ahead has passed.
    var keepsRealTime: Bool {
        guard blocks.count > 20 else { return false }
        let first = blocks[blocks.count - 20]
        let sounded = Duration.seconds(samples.count - blocks[blocks.count - 19].start) / Sound.rate
        return first.arrival.duration(to: blocks[blocks.count - 1].arrival) > sounded * 0.8
    }

    /// When the last block arrived.
    var lastArrival: SuspendingClock.Instant? { blocks.last?.arrival }

    /// Returns where the first block that arrived at `time` or later starts.
    func index(since time: SuspendingClock.Instant) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].arrival < time { low = middle + 1 } else { high = middle }
        }
        return low < blocks.count ? blocks[low].start : samples.count
    }

    /// Returns when the sample's block arrived.
    func arrival(of index: Int) -> SuspendingClock.Instant { blocks[block(of: index)].arrival }

    private func block(of index: Int) -> Int {
        var (low, high) = (0, blocks.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if blocks[middle].start <= index { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns when the sink played the sample: when its block arrived, plus the sample's position in it. Blocks that arrive late give
    /// times that are too late, so the earliest of several counts: of those from its own on, or of those up to it. (Blocks on the other
    /// side may be misleading: a sink that renders again what it had rendered ahead sends more samples than it plays.)
    func playTime(of index: Int, tellingBy neighbours: Neighbours) -> SuspendingClock.Instant {
        let own = block(of: index)
        let telling =
            switch neighbours {
            case .following: blocks[own...].prefix(Neighbours.count)
            case .preceding: blocks[...own].suffix(Neighbours.count)
            }
        return telling.map { $0.arrival + .seconds(1) * (index - $0.start) / Sound.rate }.min()!
    }

    /// The blocks that show when a sample was played.
    enum Neighbours {
        case following, preceding

        /// The number of blocks.
        static let count = 12
    }

    /// Returns the first loud sample from the index on.
    func firstLoud(from index: Int) -> Int? {
        guard let lastLoud, lastLoud >= index else { return nil }
        return samples[index...].firstIndex(where: isLoud)
    }

    /// Returns the last loud sample from the index on.
    func lastLoud(from index: Int) -> Int? {
        lastLoud.flatMap { $0 >= index ? $0 : nil }
    }

    /// Returns the number of silent samples at the end, counted from the index at most.
    func silence(from index: Int) -> Int {
        samples.count - max(index, lastLoud.map { $0 + 1 } ?? 0)
    }

    /// Returns the first sound after the index, from its first loud sample to its last, once `quiet` silent samples have followed it.
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
