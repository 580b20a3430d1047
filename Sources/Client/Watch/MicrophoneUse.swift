/// The apps that use a microphone, and the apps among them for which speech is held.
package struct MicrophoneUse: Sendable {
    /// The maximum number of media sessions at once; the daemon has room for some more, from all clients.
    static let mostSessions = 8
    /// The maximum length of an app's name, in Unicode scalars. A session's name may have 256, and so may the note, which contains other
    /// notes too.
    static let longestName = 64

    package var settings: WatchSettings
    /// Whether sound is heard on headphones. A microphone then picks up no speech, and nothing is held.
    package var hasHeadphones = false
    private var streams: [UInt32: RecordingStream] = [:]

    package init(settings: WatchSettings) { self.settings = settings }

    /// Records a stream, or a change in it. Facts already known about its source remain.
    package mutating func update(_ stream: RecordingStream, at index: UInt32) {
        var stream = stream
        if let known = streams[index], known.source == stream.source { stream.isOfMonitor = known.isOfMonitor }
        streams[index] = stream
    }

    /// Records whether a source is a monitor, which records the sound that a sink plays.
    package mutating func update(source: UInt32, isMonitor: Bool) {
        for index in streams.keys where streams[index]?.source == source { streams[index]?.isOfMonitor = isMonitor }
    }

    package mutating func remove(_ index: UInt32) { streams[index] = nil }

    /// Removes all streams and sources, because the sound server has gone.
    package mutating func clear() {
        streams = [:]
        hasHeadphones = false
    }

    /// Whether it matters if sound is heard on headphones.
    package var needsHeadphones: Bool { !apps.isEmpty }

    /// The apps that use a microphone, except those that the configuration exempts.
    private var apps: [String] {
        let held = streams.values.filter { $0.isMicrophone && settings.holds(for: [$0.app] + ($0.program.map { [$0] } ?? [])) }
        let names = Set(held.map(\.app))
        return Array(names.sorted().prefix(Self.mostSessions))
    }

    /// The names of the media sessions that should be active.
    package var sessions: Set<String> { hasHeadphones ? [] : Set(apps.map(Self.sessionName)) }

    package static let offNote = "off by [watch] in the configuration"
    package static let noServerNote = "no sound server answers; recordings go unnoticed"

    /// Returns the text for `announce status`.
    package func note(hasServer: Bool) -> String {
        guard settings.noticesMicrophones else { return Self.offNote }
        guard hasServer else { return Self.noServerNote }
        guard hasHeadphones, let app = apps.first else { return "notices microphones in use" }
        return "\(Self.sessionName(app)); you have headphones on, so nothing is held"
    }

    static func sessionName(_ app: String) -> String {
        let visible = app.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(longestName)
        return "\(String(String.UnicodeScalarView(visible))) uses the microphone"
    }
}
