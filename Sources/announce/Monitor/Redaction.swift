import Messages

/// Replaces texts by others of the same shape: white space and punctuation stay, and each other character becomes a letter or a digit.
/// Equal texts stay equal and different ones different, as far as their lengths allow, so that a replay merges and compares the same.
struct Redaction {
    /// The number of a text among those of its shape, by its hash: the texts themselves are not kept.
    private var numbers: [Int: Int] = [:]
    /// How many texts of a shape there were.
    private var counts: [Int: Int] = [:]

    mutating func redact(_ request: Request) -> Request {
        switch request {
        case .announcement(var announcement):
            for index in announcement.runs.indices {
                announcement.runs[index].text = redact(announcement.runs[index].text)
                announcement.runs[index].ipa = nil
            }
            return .announcement(announcement)
        case .notification(let notification): return .notification(redact(notification))
        case .hello(var hello):
            hello.note = nil
            return .hello(hello)
        case .mediaSession, .repeat, .where, .history, .explain, .missed, .stop, .skip, .step, .cancel, .pause, .resume, .ping, .status,
            .voices, .settings, .subscribe:
            return request
        }
    }

    private mutating func redact(_ notification: Notification) -> Notification {
        switch notification {
        case .layoutChanged(let argument): return .layoutChanged(redact(argument))
        case .screenChanged(var change):
            change.argument = redact(change.argument)
            change.title = redact(change.title)
            change.elements = change.elements.map { redact($0) }
            return .screenChanged(change)
        case .pageScrolled(let text): return .pageScrolled(redact(text))
        case .elementFocused(let reference, let mover): return .elementFocused(redact(reference), by: mover)
        case .elementUpdated(var update):
            update.label = redact(update.label)
            update.value = redactValue(update.value)
            update.hint = redact(update.hint)
            update.inserted = redact(update.inserted)
            update.deleted = redact(update.deleted)
            return .elementUpdated(update)
        case .elementActivated, .elementRemoved: return notification
        }
    }

    private mutating func redact(_ argument: ChangeArgument) -> ChangeArgument {
        switch argument {
        case .element(let reference): .element(redact(reference))
        case .text(let text): .text(redact(text))
        case .none: .none
        }
    }

    private mutating func redact(_ reference: ElementReference) -> ElementReference {
        if case .element(let element) = reference { .element(redact(element)) } else { reference }
    }

    private mutating func redact(_ element: Element) -> Element {
        var element = element
        element.label = redact(element.label)
        element.value = redactValue(element.value)
        element.placeholder = redact(element.placeholder)
        element.hint = redact(element.hint)
        element.container = element.container.map { redact($0) }
        return element
    }

    private mutating func redact(_ container: Container) -> Container {
        var container = container
        container.label = redact(container.label)
        container.headers = container.headers.map { redact($0) }
        container.enclosing = container.enclosing.map { redact($0) }
        return container
    }

    private mutating func redact(_ text: String?) -> String? { text.map { redact($0) } }

    /// Leaves a single digit: a switch's state, for example.
    private mutating func redactValue(_ value: String?) -> String? {
        let scalars = value.map { Array($0.unicodeScalars) } ?? []
        return scalars.count == 1 && scalars[0].properties.numericType != nil ? value : redact(value)
    }

    private mutating func redact(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let shape = scalars.map(Self.placeholder)
        let (key, kind) = (text.hashValue, String(String.UnicodeScalarView(shape)).hashValue)
        var number = numbers[key] ?? counts[kind, default: 0]
        if numbers.updateValue(number, forKey: key) == nil { counts[kind, default: 0] += 1 }
        var placeholders = shape
        for index in shape.indices.reversed() where Self.isReplaced(scalars[index]) {
            let base: UInt32 = shape[index] == "0" ? 10 : 26
            let (first, start): (UInt32, UInt32) = shape[index] == "0" ? (0x30, 0) : shape[index] == "X" ? (0x41, 23) : (0x61, 23)
            placeholders[index] = Unicode.Scalar(first + (start + UInt32(number) % base) % base) ?? shape[index]
            number /= Int(base)
        }
        return String(String.UnicodeScalarView(placeholders))
    }

    /// White space, punctuation and the symbols of a keyboard stay, because they decide how a text is read.
    private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isWhitespace { return false }
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation:
            return false
        default: return !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }

    private static func placeholder(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        if !isReplaced(scalar) { return scalar }
        if scalar.properties.numericType != nil { return "0" }
        return scalar.properties.isUppercase ? "X" : "x"
    }
}
