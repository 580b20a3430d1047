public import Messages

// The messages' values, as apps know them: by UIAccessibility's names, where it has the value.

/// Something on the screen that can be described: UIAccessibilityElement.
public typealias AccessibilityElement = Element
/// An element's kind and behavior: UIAccessibilityTraits, and some more that VoiceOver speaks.
public typealias AccessibilityTraits = Traits
/// The states of an element that its traits don't say: checked, pressed, current, visited, expanded, required, read-only, and why its value
/// can't be accepted.
public typealias AccessibilityStates = ElementStates
/// A detail of an element that its label and value don't say: AXCustomContent.
public typealias AccessibilityCustomContent = CustomContent
/// A label, value or hint, whose parts may be spoken in their own manner: UIAccessibility's attributed texts.
public typealias AccessibilityAttributedText = AttributedText
/// The kind of a text: UIAccessibilityTextualContext.
public typealias AccessibilityTextualContext = TextualContext
/// Whether and how changes of an element are announced while it does not have the focus.
public typealias AccessibilityLiveRegion = LiveRegion
/// An element's position among others: UIAccessibilityContainer, as its member sees it.
public typealias AccessibilityContainer = Container
/// An announcement as in UIAccessibility, with its priority and the other properties that decide when it is heard.
public typealias AccessibilityAnnouncement = Announcement
/// The manner of speaking, as UIAccessibility's speech attributes; nil means the user's own setting.
public typealias AccessibilitySpeechAttributes = SpeechAttributes
/// A part of an announcement with its own manner of speaking, like a run of an attributed string.
public typealias AccessibilitySpeechRun = SpeechRun
/// A notification that the daemon has accepted: its id, and the state of its speech when it was accepted.
public typealias PostedNotification = Reply
/// The user's settings that apps can change.
public typealias SpeechSettings = UserSettings
/// A voice that an app can choose.
public typealias SpeechVoice = VoiceDescription
/// An event of any client's utterance, and the rule that decided it.
public typealias SpeechTrace = TraceEvent
/// An explanation of why an utterance was spoken, waited or was dropped.
public typealias SpeechExplanation = Explanation
/// An earlier utterance.
public typealias PastUtterance = HistoryEntry
/// The daemon's state.
public typealias DaemonStatus = Status
/// A word of an announcement that begins to be heard.
public typealias SpokenWord = Progress
/// A change to a media session.
public typealias MediaSessionChange = MediaSessionEvent

extension Duration {
    var inSeconds: Double { self / .seconds(1) }
}
