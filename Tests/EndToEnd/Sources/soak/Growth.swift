/// Detects a process that holds more and more.
struct Growth {
    private let all: [Rounds.Measured]

    /// The number of rests to warm up: then the histories are full, and recurring memory has been allocated once.
    private static let warm = 4
    /// How much memory may seem to grow from then to the end, in KiB: what a line does to the heap varies.
    private static let mostGrowth = 4096.0

    init(_ measured: [Rounds.Measured]) { all = measured }

    private var later: ArraySlice<Rounds.Measured> { all.dropFirst(Self.warm) }

    /// KiB a minute, by least squares.
    private var slope: Double {
        let count = Double(later.count)
        let minutes = later.map(\.minute)
        let sizes = later.map { Double($0.figures.residentKiB) }
        let (minute, size) = (minutes.reduce(0, +) / count, sizes.reduce(0, +) / count)
        let products = zip(minutes, sizes).reduce(0) { $0 + ($1.0 - minute) * ($1.1 - size) }
        let squares = minutes.reduce(0) { $0 + ($1 - minute) * ($1 - minute) }
        return squares > 0 ? products / squares : 0
    }

    private var growth: Double { later.isEmpty ? 0 : slope * (later.last!.minute - later.first!.minute) }

    var problems: [String] {
        guard let first = all.first, let last = all.last else { return ["nothing was measured"] }
        var problems: [String] = []
        if last.figures.descriptors.count > first.figures.descriptors.count {
            let counts = "\(first.figures.descriptors.count), then \(last.figures.descriptors.count)"
            problems.append("descriptors: \(counts): \(last.figures.descriptors.sorted())")
        }
        // A few measurements are not enough.
        if later.count >= 8, growth > Self.mostGrowth { problems.append("memory grew by \(Int(growth)) KiB") }
        return problems
    }

    var text: String {
        guard let first = all.first, let last = all.last else { return "" }
        let sizes = all.map(\.figures.residentKiB)
        let descriptors = all.map(\.figures.descriptors.count)
        return """
              memory: \(first.figures.residentKiB) KiB at the first rest, \(last.figures.residentKiB) at the last, \(sizes.max() ?? 0) at most
              at one, \(last.figures.peakKiB) ever; by a line through all but the first \(Self.warm) it grew by \(Int(growth)) KiB
              at each rest: \(sizes.map(String.init).joined(separator: " "))
              descriptors: \(descriptors.min() ?? 0) to \(descriptors.max() ?? 0) at rests; threads: \(last.figures.threads)
            """
    }
}
