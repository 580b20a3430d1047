package import Messages

/// A timeline of a trace as SVG: which speech was heard when, which was cut, held or never heard, and why. It is 1200 pixels wide, and as
/// high as needed.
package struct TimelinePicture: Sendable {
    private typealias Layout = TimelineLayout

    private static let titleHeight = 34.0
    private static let legendHeight = 48.0
    private static let axisHeight = 24.0
    private static let laneSpace = 6.0
    private static let stretchSpace = 14.0
    private static let quietHeight = 26.0

    private let name: String
    private let items: [TimelineItem]
    private let layout: TimelineLayout

    /// - Parameter name: The name of the trace, such as a file name.
    package init(of trace: [TraceEvent], name: String) {
        self.name = name
        items = TimelineItem.items(of: trace)
        layout = TimelineLayout(items)
    }

    package var svg: String {
        let bodyHeight = layout.stretches.reduce(0) { $0 + height(of: $1) }
        let wholeHeight = Self.titleHeight + Self.legendHeight + bodyHeight + 8
        var writer = SVGWriter()
        writer.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": number(Layout.width), "height": number(wholeHeight),
                "viewBox": "0 0 \(number(Layout.width)) \(number(wholeHeight))", "role": "img", "aria-labelledby": "title description",
                "font-family": "DejaVu Sans, Verdana, sans-serif",
            ]
        ) { writer in
            writer.element("title", ["id": "title"], text: "What was heard: \(name)")
            writer.element("desc", ["id": "description"], text: summary)
            writer.element("defs") { drawPatterns(&$0) }
            writer.element("rect", ["width": "100%", "height": "100%", "fill": "#ffffff"])
            text(&writer, "What was heard: \(name)", x: 16, y: 23, size: 15, weight: "bold")
            drawLegend(&writer, at: Self.titleHeight)
            var y = Self.titleHeight + Self.legendHeight
            for stretch in layout.stretches {
                draw(stretch, &writer, at: y)
                y += height(of: stretch)
            }
        }
        return writer.text
    }

    /// The timeline in words.
    private var summary: String {
        func count(_ isCounted: (TimelineItem) -> Bool) -> Int { items.count(where: isCounted) }
        let end = TimelineLayout.seconds(items.map(\.end).max() ?? 0)
        let clients = layout.clients.isEmpty ? "no client" : layout.clients.map(name).joined(separator: ", ")
        let whole = count { $0.kind == .speech(isWhole: true) }
        let cut = count { $0.kind == .speech(isWhole: false) }
        let (held, unheard, silent) = (count { $0.kind == .held }, count { $0.kind == .unheard }, count { $0.kind == .silent })
        let spoken = items.filter { $0.kind == .speech(isWhole: true) || $0.kind == .speech(isWhole: false) }.prefix(100).map { item in
            "\(TimelineLayout.seconds(item.start)), \(name(of: item.client)): \(item.text)\(item.kind == .speech(isWhole: true) ? "" : " (cut)")"
        }
        return
            "A timeline of \(end), a lane for each client: \(clients). Heard to the end: \(whole); cut: \(cut); held: \(held); never heard: "
            + "\(unheard); silent: \(silent). \(spoken.joined(separator: "; "))"
    }

    private func height(of stretch: TimelineLayout.Stretch) -> Double {
        if stretch.lanes.isEmpty { return Self.quietHeight }
        return Self.axisHeight + stretch.lanes.reduce(0) { $0 + height(of: $1) + Self.laneSpace } + Self.stretchSpace
    }

    private func height(of lane: TimelineLayout.Lane) -> Double { Double(lane.tracks) * Layout.track + 6 }

    // MARK: Drawing

    private func draw(_ stretch: TimelineLayout.Stretch, _ writer: inout SVGWriter, at top: Double) {
        guard !stretch.lanes.isEmpty else {
            let from = TimelineLayout.seconds(stretch.start)
            let to = TimelineLayout.seconds(stretch.start + stretch.seconds)
            text(&writer, "⋮ nothing new from \(from) to \(to)", x: Layout.left, y: top + 16, size: 11, color: TimelineColor.note)
            return
        }
        let bottom = top + height(of: stretch) - Self.stretchSpace
        var y = top + Self.axisHeight
        for lane in stretch.lanes {
            let laneHeight = height(of: lane)
            rectangle(&writer, x: 8, y: y, width: Layout.right - 8, height: laneHeight, fill: TimelineColor.lane)
            y += laneHeight + Self.laneSpace
        }
        drawAxis(&writer, stretch, top: top, bottom: bottom)
        y = top + Self.axisHeight
        for lane in stretch.lanes {
            for band in lane.bands { draw(band.item, from: band.from, to: band.to, top: y, height: height(of: lane), &writer) }
            let label = TextWidth.truncated(name(of: lane.client), to: Layout.left - 28, size: 12 * 1.1)
            writer.element("g") { writer in
                writer.element("title", text: lane.client)
                text(&writer, label, x: 16, y: y + 17, size: 12, weight: "bold")
            }
            for place in lane.places { draw(place, &writer, laneTop: y + 3) }
            y += height(of: lane) + Self.laneSpace
        }
    }

    private func drawAxis(_ writer: inout SVGWriter, _ stretch: TimelineLayout.Stretch, top: Double, bottom: Double) {
        let step = stretch.seconds <= 5 ? 0.5 : stretch.seconds <= 15 ? 1.0 : 2.0
        let ticks = Int((stretch.seconds / step).rounded())
        for tick in 0...ticks {
            let time = stretch.start + Double(tick) * step
            let x = Layout.left + Double(tick) / Double(ticks) * (Layout.right - Layout.left)
            writer.element(
                "line",
                [
                    "x1": number(x), "x2": number(x), "y1": number(top + Self.axisHeight - 6), "y2": number(bottom - Self.laneSpace),
                    "stroke": TimelineColor.line,
                ])
            let isLast = tick == ticks
            text(
                &writer, TimelineLayout.seconds(time), x: x, y: top + Self.axisHeight - 9, size: 11, color: TimelineColor.note,
                anchor: tick == 0 ? "start" : isLast ? "end" : "middle")
        }
    }

    /// Draws a media session's band.
    private func draw(
        _ session: TimelineItem, from: Double, to: Double, top: Double, height: Double, _ writer: inout SVGWriter
    ) {
        writer.element("g") { writer in
            writer.element("title", text: tooltip(of: session))
            rectangle(&writer, x: from, y: top, width: max(to - from, 2), height: height, fill: "url(#session)")
            for x in [from, max(to, from + 2)] {
                writer.element(
                    "line",
                    [
                        "x1": number(x), "x2": number(x), "y1": number(top), "y2": number(top + height), "stroke": TimelineColor.note,
                        "stroke-dasharray": "2 2",
                    ])
            }
        }
    }

    private func draw(_ place: TimelineLayout.Place, _ writer: inout SVGWriter, laneTop: Double) {
        let item = place.item
        let top = laneTop + Double(place.track) * Layout.track
        writer.element("g") { writer in
            writer.element("title", text: tooltip(of: item))
            switch item.kind {
            case .speech(let isWhole):
                drawBar(&writer, place, top: top, isTorn: !isWhole && !place.continues.behind)
            case .held: drawHeld(&writer, place, top: top)
            case .session: break
            case .unheard, .silent, .earcon, .focus: drawMark(&writer, item.kind, x: place.from, y: top + Layout.track / 2)
            }
            let isBefore = place.labelFrom < place.from
            let x = isBefore ? place.from - Layout.padding : place.labelFrom + Layout.padding
            let anchor = isBefore ? "end" : "start"
            // Text next to its item has an outline, so that it is legible on a session's stripes too.
            let isBeside = item.height == 1 || place.labelFrom != place.from
            func label(_ words: String, below: Double, size: Double, color: String) {
                text(&writer, words, x: x, y: top + below, size: size, color: color, anchor: anchor, hasEdge: isBeside)
            }
            if item.height == 1 {
                label(place.label, below: 13, size: Layout.noteSize, color: TimelineColor.note)
            } else {
                label(place.label, below: 15, size: Layout.textSize, color: TimelineColor.text)
                label(place.note, below: 29, size: Layout.noteSize, color: TimelineColor.note)
            }
        }
    }

    private func drawBar(_ writer: inout SVGWriter, _ place: TimelineLayout.Place, top: Double, isTorn: Bool) {
        let color = TimelineColor(class: place.item.class).rawValue
        let (bottom, width) = (top + 2 * Layout.track - 4, place.to - place.from)
        var path = "M\(number(place.from)) \(number(top))H\(number(place.to))"
        if isTorn {
            // A zigzag, like torn paper.
            let tooth = min(5, width / 2)
            let teeth = 5
            for step in 1...teeth * 2 {
                let x = place.to - (step % 2 == 1 ? tooth : 0)
                path += "L\(number(x)) \(number(top + (bottom - top) * Double(step) / Double(teeth * 2)))"
            }
        } else {
            path += "V\(number(bottom))"
        }
        path += "H\(number(place.from))Z"
        writer.element("path", ["d": path, "fill": color, "fill-opacity": "0.22", "stroke": color, "stroke-width": "1.2"])
        if isTorn {
            rectangle(
                &writer, x: max(place.from, place.to - 16), y: top, width: min(16, width) - min(5, width / 2), height: bottom - top,
                fill: "url(#torn)")
        }
        guard !place.continues.before else { return }
        rectangle(&writer, x: place.from, y: top, width: min(3, width), height: bottom - top, fill: color)
    }

    private func drawHeld(_ writer: inout SVGWriter, _ place: TimelineLayout.Place, top: Double) {
        writer.element(
            "rect",
            [
                "x": number(place.from), "y": number(top), "width": number(place.to - place.from),
                "height": number(2 * Layout.track - 4), "fill": "#ffffff", "fill-opacity": "0.7",
                "stroke": TimelineColor(class: place.item.class).rawValue, "stroke-width": "1.5", "stroke-dasharray": "5 3",
            ])
    }

    /// Draws the symbol of a kind. Kinds differ in shape, not in colour.
    private func drawMark(_ writer: inout SVGWriter, _ kind: TimelineItem.Kind, x: Double, y: Double) {
        let color = TimelineColor.note
        func path(_ path: String, fill: String) {
            writer.element(
                "path",
                ["d": path, "transform": "translate(\(number(x + 5)) \(number(y)))", "fill": fill, "stroke": color, "stroke-width": "1.6"])
        }
        switch kind {
        case .unheard: path("M-4 -4L4 4M-4 4L4 -4", fill: "none")
        case .silent: path("M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z", fill: "#ffffff")
        case .earcon: path("M-1 4A2.4 1.8 0 1 1 -1 3.9V-5L4 -3", fill: "none")
        case .focus: path("M-4 -4L4 0L-4 4Z", fill: color)
        case .speech, .held, .session: break
        }
    }

    // MARK: Legend

    private func drawPatterns(_ writer: inout SVGWriter) {
        func stripes(_ id: String, _ size: Double, _ color: String, _ width: String) {
            writer.element(
                "pattern",
                [
                    "id": id, "width": number(size), "height": number(size), "patternUnits": "userSpaceOnUse",
                    "patternTransform": "rotate(45)",
                ]
            ) { $0.element("line", ["x1": "0", "y1": "0", "x2": "0", "y2": number(size), "stroke": color, "stroke-width": width]) }
        }
        stripes("session", 8, TimelineColor.session, "1.5")
        stripes("torn", 4, "#555555", "1")
    }

    private func drawLegend(_ writer: inout SVGWriter, at top: Double) {
        func place(_ kind: TimelineItem.Kind, _ name: String?, at x: Double) -> TimelineLayout.Place {
            let item = TimelineItem(kind: kind, client: "", class: name, start: 0, end: 0, text: "", note: "")
            return TimelineLayout.Place(
                item: item, track: 0, from: x, to: x + 26, labelFrom: x, label: "", note: "", continues: (false, false))
        }
        var x = 16.0
        func label(_ word: String, behind width: Double, _ y: Double) {
            text(&writer, word, x: x + width + 5, y: y + 10, size: 11, color: TimelineColor.note)
            x += width + 5 + TextWidth.of(word, size: 11) + 14
        }
        for color in TimelineColor.allCases {
            writer.element(
                "rect",
                [
                    "x": number(x), "y": number(top), "width": "18", "height": "12", "fill": color.rawValue, "fill-opacity": "0.22",
                    "stroke": color.rawValue,
                ])
            rectangle(&writer, x: x, y: top, width: 3, height: 12, fill: color.rawValue)
            label(color.meaning, behind: 18, top)
        }
        x = 16
        let second = top + 20
        writer.element("g", ["transform": "translate(0 \(number(second))) scale(1 0.35)"]) { writer in
            drawBar(&writer, place(.speech(isWhole: false), nil, at: x), top: 0, isTorn: true)
        }
        label("cut", behind: 26, second)
        writer.element("g", ["transform": "translate(0 \(number(second))) scale(1 0.35)"]) { writer in
            drawHeld(&writer, place(.held, nil, at: x), top: 0)
        }
        label("held", behind: 26, second)
        let kinds: [(TimelineItem.Kind, String)] = [
            (.unheard, "never heard, or merged"), (.silent, "silent"), (.earcon, "earcon"), (.focus, "focus moved"),
        ]
        for (kind, word) in kinds {
            drawMark(&writer, kind, x: x, y: second + 6)
            label(word, behind: 10, second)
        }
        rectangle(&writer, x: x, y: second, width: 26, height: 12, fill: "url(#session)")
        label("media session", behind: 26, second)
    }

    // MARK: Parts

    private func name(of client: String) -> String { layout.names[client] ?? client }

    private func tooltip(of item: TimelineItem) -> String {
        [item.client, item.text, item.description].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private func text(
        _ writer: inout SVGWriter, _ text: String, x: Double, y: Double, size: Double, weight: String = "normal",
        color: String = TimelineColor.text, anchor: String = "start", hasEdge: Bool = false
    ) {
        guard !text.isEmpty else { return }
        writer.element(
            "text",
            [
                "x": number(x), "y": number(y), "font-size": number(size), "font-weight": weight, "fill": color, "text-anchor": anchor,
                "stroke": hasEdge ? TimelineColor.lane : "none", "stroke-width": "3.5", "paint-order": "stroke",
            ], text: text)
    }

    private func rectangle(_ writer: inout SVGWriter, x: Double, y: Double, width: Double, height: Double, fill: String) {
        writer.element(
            "rect", ["x": number(x), "y": number(y), "width": number(max(width, 0)), "height": number(height), "fill": fill])
    }

    private func number(_ value: Double) -> String { SVGWriter.number(value) }
}
