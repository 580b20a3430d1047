extension Sound {
    /// The position of one sound in another.
    package struct Match: Sendable {
        /// The index of the first sample; negative if it begins before the other sound.
        package let offset: Int
        /// The similarity there: 1 identical but for loudness, 0 nothing in common.
        package let correlation: Double

        /// The time of the beginning.
        package var time: Duration { .seconds(1) * offset / Sound.rate }
    }

    /// Returns how similar two whole sounds are, 1 for identical: the maximum of the normalized cross-correlation over shifts in either
    /// direction. Parts that only one of them has lower the result.
    package func correlation(with other: Sound, maximumShift: Duration = .milliseconds(100)) -> Double {
        let shift = Sound.samples(in: maximumShift)
        let alignment = Alignment(of: other.samples, in: samples, isPart: false)
        return alignment.best(in: -shift...shift).correlation
    }

    /// Finds the most likely position of a sound in this one, and their similarity there: only the stretch of its length counts.
    package func find(_ part: Sound) -> Match {
        guard !part.samples.isEmpty, samples.count >= part.samples.count else { return Match(offset: 0, correlation: 0) }
        let alignment = Alignment(of: part.samples, in: samples, isPart: true)
        return alignment.best(in: 0...(samples.count - part.samples.count))
    }

    /// Returns where `other` begins in this sound. A busy machine may have left gaps of silence in it: two thirds of its pieces are enough if
    /// they follow each other.
    package func firstSample(of other: Sound) -> Int? {
        let whole = find(other)
        if whole.correlation >= 0.95 { return whole.offset }
        let length = min(Sound.samples(in: .milliseconds(250)), other.samples.count / 3)
        let gap = Sound.samples(in: .seconds(1))
        let pieces = (0..<(length == 0 ? 0 : other.samples.count / length)).map {
            Sound(other.samples[($0 * length)..<(($0 + 1) * length)])
        }
        // The last pieces first: of a text that was begun twice, only the second time has them.
        for (index, anchor) in pieces.enumerated().reversed() {
            let match = find(anchor)
            guard match.correlation >= 0.95 else { continue }
            var (count, place) = (1, match.offset)
            for piece in pieces[..<index].reversed() {
                let earlier = offset(of: piece, in: (place - length - gap)...(place - length / 8))
                count += earlier == nil ? 0 : 1
                place = earlier ?? place - length
            }
            let first = place
            place = match.offset
            for piece in pieces[(index + 1)...] {
                let later = offset(of: piece, in: (place + length / 8)...(place + length + gap))
                count += later == nil ? 0 : 1
                place = later ?? place + length
            }
            if count * 3 >= pieces.count * 2 { return max(0, first) }
        }
        return nil
    }

    /// Returns where a piece begins, if that is in this range.
    private func offset(of piece: Sound, in range: ClosedRange<Int>) -> Int? {
        let start = max(0, range.lowerBound)
        let end = min(samples.count, range.upperBound + piece.samples.count)
        guard start < end else { return nil }
        let match = Sound(samples[start..<end]).find(piece)
        return match.correlation >= 0.9 ? start + match.offset : nil
    }
}

/// The search for the shift at which two sounds are most similar. Long sounds are first searched coarsely, at a lower rate, and then
/// exactly around the best places.
private struct Alignment {
    /// The most products to calculate at the first, coarsest rate.
    private static let budget = 40_000_000

    private let part: [Float]
    private let whole: [Float]
    /// Whether to consider only the stretch of the whole that the part covers.
    private let isPart: Bool

    init(of part: [Int16], in whole: [Int16], isPart: Bool) {
        self.part = part.map(Float.init)
        self.whole = whole.map(Float.init)
        self.isPart = isPart
    }

    /// Returns the best of the shifts.
    func best(in shifts: ClosedRange<Int>) -> Sound.Match {
        var factor = 1
        while shifts.count / factor * (min(part.count, whole.count) / factor) > Self.budget { factor *= 2 }
        var candidates = at(factor, shifts: [(shifts.lowerBound / factor)...(shifts.upperBound / factor)])
        while factor > 1 {
            let finer = max(factor / 4, 1)
            let step = factor / finer
            factor = finer
            candidates = at(factor, shifts: candidates.map { ($0.offset - 1) * step...(($0.offset + 1) * step) })
        }
        let inside = candidates.filter { shifts.contains($0.offset) }
        return inside.max { $0.correlation < $1.correlation } ?? Sound.Match(offset: shifts.lowerBound, correlation: 0)
    }

    /// Returns the four best shifts in these ranges at a lower rate: `factor` samples become one, and shifts count those.
    private func at(_ factor: Int, shifts: [ClosedRange<Int>]) -> [Sound.Match] {
        let part = lowered(part, factor)
        let whole = lowered(whole, factor)
        let partEnergy = part.reduce(0.0) { $0 + Double($1) * Double($1) }
        var energyBefore = [0.0]
        for sample in whole { energyBefore.append(energyBefore[energyBefore.count - 1] + Double(sample) * Double(sample)) }

        var best: [Sound.Match] = []
        for shift in shifts.joined() {
            let start = max(shift, 0)
            let end = min(shift + part.count, whole.count)
            guard start < end else { continue }
            let wholeEnergy = isPart ? energyBefore[end] - energyBefore[start] : energyBefore[whole.count]
            let product = dot(part, from: start - shift, whole, from: start, count: end - start)
            let norm = (partEnergy * wholeEnergy).squareRoot()
            let match = Sound.Match(offset: shift, correlation: norm > 0 ? product / norm : 0)
            // Neighbours of a better shift are not separate candidates.
            if let near = best.firstIndex(where: { abs($0.offset - shift) <= 2 }) {
                if best[near].correlation < match.correlation { best[near] = match }
            } else if best.count < 4 {
                best.append(match)
            } else if let worst = best.indices.min(by: { best[$0].correlation < best[$1].correlation }),
                best[worst].correlation < match.correlation
            {
                best[worst] = match
            }
        }
        return best
    }

    private func lowered(_ samples: [Float], _ factor: Int) -> [Float] {
        guard factor > 1 else { return samples }
        return stride(from: 0, to: samples.count, by: factor).map { start in
            var sum: Float = 0
            for index in start..<min(start + factor, samples.count) { sum += samples[index] }
            return sum
        }
    }

    /// Returns the sum of products. Written for builds without optimization, where only raw pointers are fast.
    private func dot(_ first: [Float], from start: Int, _ second: [Float], from secondStart: Int, count: Int) -> Double {
        unsafe first.withUnsafeBufferPointer { first in
            unsafe second.withUnsafeBufferPointer { second in
                var left = unsafe first.baseAddress! + start
                var right = unsafe second.baseAddress! + secondStart
                var sums: (Float, Float, Float, Float) = (0, 0, 0, 0)
                var total = 0.0
                var remaining = count
                while remaining >= 4 {
                    sums.0 += unsafe left[0] * right[0]
                    sums.1 += unsafe left[1] * right[1]
                    sums.2 += unsafe left[2] * right[2]
                    sums.3 += unsafe left[3] * right[3]
                    unsafe left += 4
                    unsafe right += 4
                    remaining &-= 4
                }
                total = Double(sums.0) + Double(sums.1) + Double(sums.2) + Double(sums.3)
                while remaining > 0 {
                    total += unsafe Double(left[0] * right[0])
                    unsafe left += 1
                    unsafe right += 1
                    remaining &-= 1
                }
                return total
            }
        }
    }
}

extension Sound {
    /// The range of the voice's pitch in hertz, without the lowest and the highest tenth of its moments.
    package var pitches: ClosedRange<Double> {
        let (window, step) = (Self.rate / 25, Self.rate / 10)
        var pitches: [Double] = []
        for start in stride(from: 0, to: samples.count - 2 * window, by: step) {
            let energy = correlation(at: start, lag: 0, window)
            guard 4 * energy / Double(window) > 250_000 else { continue }
            let lags = (Self.rate / 300)..<(Self.rate / 60)
            guard let best = lags.map({ (lag: $0, value: correlation(at: start, lag: $0, window)) }).max(by: { $0.value < $1.value }),
                best.value > energy / 2
            else { continue }
            pitches.append(Double(Self.rate) / Double(best.lag))
        }
        pitches.sort()
        guard let lowest = pitches.dropFirst(pitches.count / 10).first, let highest = pitches.dropLast(pitches.count / 10).last else {
            return 0...0
        }
        return lowest...highest
    }

    private func correlation(at start: Int, lag: Int, _ window: Int) -> Double {
        // Every fourth sample is enough for a voice's pitch.
        stride(from: start, to: start + window, by: 4).reduce(0.0) { $0 + Double(samples[$1]) * Double(samples[$1 + lag]) }
    }
}
