import CSystemd
import Glibc

/// A value of a variant, if its type is of interest.
enum BusValue: Equatable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case other

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}

/// A received message, valid during the call that it is passed to. It is read from its beginning to its end; values that can't be read are
/// nil.
@safe struct BusMessage {
    /// The maximum length of a text that is read, in bytes; the rest of a longer text is left out.
    static let longestText = 4096

    private let message: OpaquePointer

    init(_ message: OpaquePointer) { unsafe self.message = unsafe message }

    var sender: String { unsafe text(sd_bus_message_get_sender(message)) ?? "" }
    var destination: String { unsafe text(sd_bus_message_get_destination(message)) ?? "" }
    var member: String { unsafe text(sd_bus_message_get_member(message)) ?? "" }
    var interface: String { unsafe text(sd_bus_message_get_interface(message)) ?? "" }
    var isError: Bool { unsafe sd_bus_message_is_method_error(message, nil) > 0 }
    /// Whether the message reports that there was no answer.
    var isTimeout: Bool { unsafe sd_bus_message_is_method_error(message, "org.freedesktop.DBus.Error.NoReply") > 0 }

    /// The number that the sender gave to the message.
    var cookie: UInt64 {
        var cookie: UInt64 = 0
        unsafe sd_bus_message_get_cookie(message, &cookie)
        return cookie
    }

    /// The number of the call that the message answers; nil if it answers none.
    var replyCookie: UInt64? {
        var cookie: UInt64 = 0
        return unsafe sd_bus_message_get_reply_cookie(message, &cookie) >= 0 ? cookie : nil
    }

    func text(_ longest: Int = longestText) -> String? { text(of: "s", longest) }

    func number() -> UInt32? {
        var number: UInt32 = 0
        return unsafe sd_bus_message_read_basic(message, Self.type("u"), &number) > 0 ? number : nil
    }

    func flag() -> Bool? {
        var flag: CInt = 0
        return unsafe sd_bus_message_read_basic(message, Self.type("b"), &flag) > 0 ? flag != 0 : nil
    }

    func skip(_ types: String) { _ = unsafe sd_bus_message_skip(message, types) }

    /// Reads an array of texts, and returns up to `most` of those that begin with `prefix`.
    func texts(beginningWith prefix: String, most: Int) -> [String] {
        guard unsafe sd_bus_message_enter_container(message, Self.type("a"), "s") > 0 else { return [] }
        defer { unsafe sd_bus_message_exit_container(message) }
        var texts: [String] = []
        while let text = text() { if texts.count < most, text.hasPrefix(prefix) { texts.append(text) } }
        return texts
    }

    /// Reads a dictionary of names and variants.
    func properties(_ receive: (_ name: String, _ value: BusValue) -> Void) {
        guard unsafe sd_bus_message_enter_container(message, Self.type("a"), "{sv}") > 0 else { return }
        defer { unsafe sd_bus_message_exit_container(message) }
        while unsafe sd_bus_message_enter_container(message, Self.type("e"), "sv") > 0 {
            guard let name = text(256), let value = variant() else { return }
            receive(name, value)
            guard unsafe sd_bus_message_exit_container(message) >= 0 else { return }
        }
    }

    func variant() -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_peek_type(message, &type, &contents) > 0, type == Self.type("v"), let contents = unsafe contents,
            unsafe sd_bus_message_enter_container(message, type, contents) > 0
        else { return nil }
        let value = unsafe value(String(cString: contents))
        guard unsafe sd_bus_message_exit_container(message) >= 0 else { return nil }
        return value
    }

    private func value(_ type: String) -> BusValue {
        func number<Number: BinaryInteger & BitwiseCopyable>(_ zero: Number) -> BusValue {
            var number = zero
            return unsafe sd_bus_message_read_basic(message, Self.type(type), &number) > 0 ? .number(Int(clamping: number)) : .other
        }
        switch type {
        case "s", "o": return text(of: type, Self.longestText).map(BusValue.text) ?? .other
        case "b": return flag().map(BusValue.flag) ?? .other
        case "y": return number(UInt8(0))
        case "n": return number(Int16(0))
        case "q": return number(UInt16(0))
        case "i": return number(Int32(0))
        case "u": return number(UInt32(0))
        case "x": return number(Int64(0))
        case "t": return number(UInt64(0))
        default:
            skip(type)
            return .other
        }
    }

    private func text(of type: String, _ longest: Int) -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_read_basic(message, Self.type(type), &text) > 0 else { return nil }
        return unsafe self.text(text, longest)
    }

    /// - Parameter text: the text, which belongs to the message.
    private func text(_ text: UnsafePointer<CChar>?, _ longest: Int = longestText) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(decoding: UnsafeRawBufferPointer(start: text, count: strnlen(text, longest)), as: UTF8.self)
    }

    private static func type(_ name: String) -> CChar { CChar(bitPattern: name.utf8.first ?? 0) }
}
