/// Raw values: their quantiles, tables and plots are made by `scripts/bench-pages.py`.
struct Figures {
    /// All values of one thing that one system does.
    struct Series: Encodable {
        /// The group of the values: the way to the sound server, or the kind of growth.
        let group: String
        let system: String
        let measure: String
        var values: [Double]
    }

    private(set) var series: [Series] = []
    /// Results in words: a row of a table each.
    private(set) var rows: [[String]] = []

    /// Adds a value. The order in which series begin is that of the tables.
    mutating func add(_ value: Double, _ measure: String, of system: String, in group: String = "") {
        let value = (value * 1000).rounded() / 1000
        if let index = series.firstIndex(where: { $0.group == group && $0.system == system && $0.measure == measure }) {
            series[index].values.append(value)
        } else {
            series.append(Series(group: group, system: system, measure: measure, values: [value]))
        }
    }

    mutating func add(row: [String]) { rows.append(row) }

    /// Returns the mean of the middle half of the values. The median itself would jump between "just before" and "just after the sink took
    /// sound".
    func middle(_ measure: String, of system: String) -> Double {
        let sorted = series.first { $0.system == system && $0.measure == measure }?.values.sorted() ?? []
        let half = sorted.dropFirst(sorted.count / 4).dropLast(sorted.count / 4)
        return half.reduce(0, +) / Double(half.count)
    }
}

/// A part as it is written: its figures, and how they came about.
struct MeasuredPart: Encodable {
    let seed: UInt64
    let runs: Int
    let loadBefore: Double
    let series: [Figures.Series]
    let rows: [[String]]
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}
