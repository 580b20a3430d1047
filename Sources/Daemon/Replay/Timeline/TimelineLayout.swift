/// The layout of a timeline: stretches of time from top to bottom, each with a lane per client, and in each lane enough tracks that no
/// items overlap.
struct TimelineLayout: Sendable {
    static let width = 1200.0
    /// The x coordinates where a stretch of time begins and ends.
    static let left = 132.0
    static let right = 1184.0
    /// The height of a track. A mark takes one track, a bar two.
    static let track = 19.0
    static let textSize = 12.0
    static let noteSize = 10.0
    static let padding = 5.0
    /// The minimum distance between two items in a track.
    private static let gap = 6.0
    private static let longestLabel = 330.0
    private static let shortestLabel = 90.0

    /// A section of the timeline.
    struct Stretch: Sendable {
        var start: Double
        var seconds: Double
        /// Empty if nothing happens in the stretch.
        var lanes: [Lane]
    }

    struct Lane: Sendable {
        var client: String
        var tracks: Int
        var places: [Place]
        /// Sessions, drawn behind everything else; `from` and `to` are in pixels.
        var bands: [(from: Double, to: Double, item: TimelineItem)]
    }

    /// An item, or the part of an item in one stretch.
    struct Place: Sendable {
        var item: TimelineItem
        /// The item's first track.
        var track: Int
        /// In pixels, like `to`.
        var from: Double
        var to: Double
        /// The left end of the item's label.
        var labelFrom: Double
        var label: String
        var note: String
        /// Whether the item continues from the previous stretch or into the next one.
        var continues: (before: Bool, behind: Bool)
    }

    let clients: [String]
    /// The name of each client.
    let names: [String: String]
    let stretches: [Stretch]
    let secondsPerStretch: Double

    init(_ items: [TimelineItem]) {
        var clients: [String] = []
        for item in items where !clients.contains(item.client) { clients.append(item.client) }
        self.clients = clients
        names = Self.names(of: clients)
        let end = items.map(\.end).max() ?? 0
        let seconds = [5.0, 10, 15, 20, 30].first { $0 >= end } ?? 30
        secondsPerStretch = seconds
        // Put each item into the stretches that it touches. A session alone does not create a stretch.
        var touched: [Int: [TimelineItem]] = [:]
        for item in items {
            let first = Int(item.start / seconds)
            // An item that ends where a stretch begins is not part of that stretch.
            let last = max(first, Int((item.end / seconds).rounded(.up)) - 1)
            for index in first...last { touched[index, default: []].append(item) }
        }
        let last = touched.keys.max() ?? 0
        var stretches: [Stretch] = []
        for index in 0...last {
            let start = Double(index) * seconds
            let here = touched[index] ?? []
            let isQuiet = here.allSatisfy { item in
                (item.kind == .session || item.kind == .held) && item.start < start && item.end > start + seconds
            }
            if isQuiet {
                if let before = stretches.last, before.lanes.isEmpty {
                    stretches[stretches.count - 1].seconds += seconds
                } else {
                    stretches.append(Stretch(start: start, seconds: seconds, lanes: []))
                }
            } else {
                let lanes = clients.compactMap { client in
                    let own = here.filter { $0.client == client }
                    return own.isEmpty ? nil : Self.lane(client, own, start: start, seconds: seconds)
                }
                stretches.append(Stretch(start: start, seconds: seconds, lanes: lanes))
            }
        }
        self.stretches = stretches
    }

    private static func lane(_ client: String, _ items: [TimelineItem], start: Double, seconds: Double) -> Lane {
        func x(_ time: Double) -> Double { left + (min(max(time - start, 0), seconds) / seconds) * (right - left) }
        var lane = Lane(client: client, tracks: 2, places: [], bands: [])
        /// The occupied ranges of each track.
        var taken: [[ClosedRange<Double>]] = []
        for item in items {
            if item.kind == .session { lane.bands.append((x(item.start), x(item.end), item)) }
            var place = Self.place(item, from: x(item.start), to: x(item.end))
            place.continues = (item.start < start, item.end > start + seconds)
            let needed = min(place.from, place.labelFrom) - gap...max(place.to, place.labelFrom + width(of: place)) + gap
            let height = item.height
            func isFree(_ track: Int) -> Bool {
                (track..<track + height).allSatisfy { $0 >= taken.count || !taken[$0].contains { $0.overlaps(needed) } }
            }
            while !isFree(place.track) { place.track += 1 }
            while taken.count < place.track + height { taken.append([]) }
            let own = needed.lowerBound + gap...needed.upperBound - gap
            for track in place.track..<place.track + height { taken[track].append(own) }
            lane.places.append(place)
        }
        lane.tracks = max(2, taken.count)
        return lane
    }

    private static func place(_ item: TimelineItem, from: Double, to: Double) -> Place {
        // A session is drawn as a band; only its label takes up space.
        let isMark = item.height == 1
        let end = item.kind == .session ? from : isMark ? from + 10 : max(to, from + 4)
        let size = isMark ? noteSize : textSize
        let wanted = min(longestLabel, isMark ? labelWidth("", item.label) : labelWidth(item.label, item.description))
        // The label goes inside its item if it fits, otherwise after it, and before it at the right edge.
        var labelFrom = from
        var room = end - from
        if room < wanted {
            labelFrom = end
            room = min(wanted, right - end)
            if room < wanted, from - left >= wanted || room < shortestLabel {
                room = min(wanted, from - left)
                labelFrom = from - room
            }
        }
        return Place(
            item: item, track: 0, from: from, to: end, labelFrom: labelFrom,
            label: TextWidth.truncated(item.label, to: room - 2 * padding, size: size),
            note: isMark ? "" : TextWidth.truncated(item.description, to: room - 2 * padding, size: noteSize),
            continues: (false, false))
    }

    private static func labelWidth(_ text: String, _ note: String) -> Double {
        max(TextWidth.of(text, size: textSize), TextWidth.of(note, size: noteSize)) + 2 * padding
    }

    private static func width(of place: Place) -> Double {
        place.item.height == 1 ? labelWidth("", place.label) : labelWidth(place.label, place.note)
    }
}

extension TimelineItem {
    /// The number of tracks that the item takes.
    var height: Int {
        switch kind {
        case .speech, .held: 2
        case .unheard, .silent, .earcon, .focus, .session: 1
        }
    }

    /// The text at the item.
    var label: String {
        switch kind {
        case .speech, .held: shownText
        case .session: "\(text) (\(note))"
        case .unheard, .silent, .earcon, .focus: note.isEmpty ? shownText : "\(shownText) · \(note)"
        }
    }

    /// The item's text, or a note that it is blank.
    private var shownText: String { text.contains { !$0.isWhitespace } ? text : "(blank)" }

    /// The line below the text: the item's class, its times, and why it ended.
    var description: String {
        let seconds = start == end ? TimelineLayout.seconds(start) : TimelineLayout.seconds(from: start, to: end)
        return [`class`, seconds, note.isEmpty ? nil : note].compactMap { $0 }.joined(separator: " · ")
    }
}

extension TimelineLayout {
    /// Returns a range of time: `1–2.5 s`, `58 s–1:02`.
    static func seconds(from start: Double, to end: Double) -> String {
        let (first, last) = (seconds(start), seconds(end))
        return "\(last.hasSuffix("s") ? String(first.dropLast(2)) : first)–\(last)"
    }

    /// Returns a time: `1.25 s`, `2:05.5`.
    static func seconds(_ time: Double) -> String {
        let hundredths = Int((time * 100).rounded())
        let minutes = hundredths / 6000
        let rest = "\(Double(hundredths % 6000) / 100)"
        let short = rest.hasSuffix(".0") ? String(rest.dropLast(2)) : rest
        if minutes == 0 { return "\(short) s" }
        return "\(minutes):\(hundredths % 6000 < 1000 ? "0" : "")\(short)"
    }
}
