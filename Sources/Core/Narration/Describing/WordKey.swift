import Messages

extension Words {
    /// A word's purpose. The raw value is its name in `config/words` and in the configuration.
    package enum Key: String, Sendable, CaseIterable {
        case selected, notEnabled
        case button, backButton, toggleButton, tabBar, textEntry, secureTextEntry, isEditing
        case header, headerLevel, level, link, adjustable, image, searchField
        case menu, menuItem, alert, dialog, tooltip, treeItem, comboBox, radioButton, checkBox, progressBar, slider, spinButton, `switch`
        case cell, columnHeader, grouping, status, log, timer, application, article, figure, math
        case on, off, mixed, checked, notChecked
        case pressed, notPressed, visited, expanded, collapsed, required, readOnly, busy, invalidEntry
        case current, currentPage, currentStep, currentLocation, currentDate, currentTime
        case unlabelled
        case actionsAvailable, moreContent, actions, noDetails
        case nothingFocused, nothingSpoken
        case mistakes, missingDevice, entryOff, takenSocket
        case missedMessages, nothingMissed
        case modeTalk, modeOnDemand, modeBeeps, modeOff
        case moreNotifications, moreNotificationsFrom
        case codeLines
        case index, row, column, rowSpan, columnSpan, listStart, listEnd, landmark, landmarkEnd
        case outOfList, outOfLandmark, outOfTable, outOfTabBar, outOfSeries
        case commandFinished = "command.finished"
        case commandFailed = "command.failed"
        case commandCrashed = "command.crashed"
        case commandKilled = "command.killed"
        case touchEdit = "touch.edit"
        case touchToggle = "touch.toggle"
        case touchAdjust = "touch.adjust"
        case keyboardEdit = "keyboard.edit"
        case keyboardToggle = "keyboard.toggle"
        case keyboardAdjust = "keyboard.adjust"
        case punctuationComma = "punctuation.comma"
        case punctuationStop = "punctuation.stop"
        case punctuationSpace = "punctuation.space"
        case numbersDecimalMark = "numbers.decimalMark"
        case numbersSpokenDecimalMark = "numbers.spokenDecimalMark"
        case numbersNames = "numbers.names"
        case numbersTens = "numbers.tens"
        case numbersCompound = "numbers.compound"
        case numbersExceptions = "numbers.exceptions"
        case numbersSign = "numbers.sign"
        case numbersAbbreviations = "numbers.abbreviations"
        case numbersOrdinals = "numbers.ordinals"
        case numbersHours = "numbers.hours"
        case numbersMinutes = "numbers.minutes"
        case numbersSeconds = "numbers.seconds"
        case durationHours = "duration.hours"
        case durationMinutes = "duration.minutes"
        case durationSeconds = "duration.seconds"
        case durationMilliseconds = "duration.milliseconds"
        case durationTwo = "duration.two"
        case durationThree = "duration.three"
        case durationNegative = "duration.negative"
        case durationPart = "duration.part"
        case durationOf = "duration.of"
        case durationHourUnits = "duration.hourUnits"
        case durationMinuteUnits = "duration.minuteUnits"
        case durationSecondUnits = "duration.secondUnits"
        case durationMillisecondUnits = "duration.millisecondUnits"
        case durationLabels = "duration.labels"
        case durationWholeLabels = "duration.wholeLabels"
        case durationBefore = "duration.before"
        case durationAfter = "duration.after"
        case durationDeterminers = "duration.determiners"
        case timeHour = "time.hour"
        case timeHourNames = "time.hourNames"
        case timeLateHour = "time.lateHour"
        case timeMinutes = "time.minutes"
        case timeFewMinutes = "time.fewMinutes"
        case timeSeconds = "time.seconds"
        case timeAfter = "time.after"
        case timeMonths = "time.months"
        case dateLong = "date.long"
        case dateDays = "date.days"
        case dateMonths = "date.months"
        case dateMark = "date.mark"
        case dateMonthFirst = "date.monthFirst"
        case signsRange = "signs.range"
        case signsArrow = "signs.arrow"
        case signsArrowName = "signs.arrowName"
        case signsLess = "signs.less"
        case signsGreater = "signs.greater"
        case tokensHash = "tokens.hash"
        case tokensKanji = "tokens.kanji"
        case tokensCounters = "tokens.counters"
        case tokensUUID = "tokens.uuid"
        case symbolsCounted = "symbols.counted"
        case symbolsRepeated = "symbols.repeated"
        // The symbols; ``Symbol`` lists their characters.
        case symbolsDash = "symbols.dash"
        case symbolsEqualsSign = "symbols.equalsSign"
        case symbolsAsterisk = "symbols.asterisk"
        case symbolsUnderscore = "symbols.underscore"
        case symbolsDot = "symbols.dot"
        case symbolsHash = "symbols.hash"
        case symbolsTilde = "symbols.tilde"
        case symbolsPlus = "symbols.plus"
        case symbolsBullet = "symbols.bullet"
        case symbolsExclamationMark = "symbols.exclamationMark"
        case symbolsQuestionMark = "symbols.questionMark"
        case symbolsComma = "symbols.comma"
        case symbolsSemicolon = "symbols.semicolon"
        case symbolsColon = "symbols.colon"
        case symbolsSlash = "symbols.slash"
        case symbolsBackslash = "symbols.backslash"
        case symbolsVerticalBar = "symbols.verticalBar"
        case symbolsLessThan = "symbols.lessThan"
        case symbolsGreaterThan = "symbols.greaterThan"
        case symbolsCaret = "symbols.caret"
        case symbolsBacktick = "symbols.backtick"
        case symbolsApostrophe = "symbols.apostrophe"
        case symbolsQuote = "symbols.quote"
        case symbolsDollarSign = "symbols.dollarSign"
        case symbolsPercentSign = "symbols.percentSign"
        case symbolsAmpersand = "symbols.ampersand"
        case symbolsAtSign = "symbols.atSign"
        case symbolsLeftParenthesis = "symbols.leftParenthesis"
        case symbolsRightParenthesis = "symbols.rightParenthesis"
        case symbolsEmptyBox = "symbols.emptyBox"
        case symbolsCheckedBox = "symbols.checkedBox"
        case symbolsCrossedBox = "symbols.crossedBox"
        case symbolsStar = "symbols.star"
        case symbolsEmptyStar = "symbols.emptyStar"
        case symbolsLine = "symbols.line"
        case symbolsBlock = "symbols.block"
        case symbolsLightBlock = "symbols.lightBlock"
        case symbolsCircle = "symbols.circle"
        case symbolsSquare = "symbols.square"
        case symbolsEmptyCircle = "symbols.emptyCircle"
        case symbolsEmptySquare = "symbols.emptySquare"
        case symbolsDiamond = "symbols.diamond"
        case symbolsEmptyDiamond = "symbols.emptyDiamond"
        case symbolsTriangleUp = "symbols.triangleUp"
        case symbolsTriangleDown = "symbols.triangleDown"
        case symbolsCheckMark = "symbols.checkMark"
        case symbolsCross = "symbols.cross"
        case symbolsBraille = "symbols.braille"
        case symbolsNote = "symbols.note"
        case talkbackSelected = "talkback.selected"
        case talkbackNotEnabled = "talkback.notEnabled"
        case talkbackButton = "talkback.button"
        case talkbackBackButton = "talkback.backButton"
        case talkbackToggleButton = "talkback.toggleButton"
        case talkbackTabBar = "talkback.tabBar"
        case talkbackTextEntry = "talkback.textEntry"
        case talkbackSecureTextEntry = "talkback.secureTextEntry"
        case talkbackIsEditing = "talkback.isEditing"
        case talkbackHeader = "talkback.header"
        case talkbackHeaderLevel = "talkback.headerLevel"
        case talkbackLevel = "talkback.level"
        case talkbackLink = "talkback.link"
        case talkbackAdjustable = "talkback.adjustable"
        case talkbackImage = "talkback.image"
        case talkbackSearchField = "talkback.searchField"
        case talkbackOn = "talkback.on"
        case talkbackOff = "talkback.off"
        case talkbackMixed = "talkback.mixed"
        case talkbackComboBox = "talkback.comboBox"
        case talkbackRadioButton = "talkback.radioButton"
        case talkbackCheckBox = "talkback.checkBox"
        case talkbackProgressBar = "talkback.progressBar"
        case talkbackSlider = "talkback.slider"
        case talkbackSwitch = "talkback.switch"
        case talkbackChecked = "talkback.checked"
        case talkbackNotChecked = "talkback.notChecked"
        case talkbackUnlabelled = "talkback.unlabelled"
        case talkbackTouchEdit = "talkback.touch.edit"
        case talkbackTouchToggle = "talkback.touch.toggle"
        case talkbackTouchAdjust = "talkback.touch.adjust"
        case talkbackKeyboardEdit = "talkback.keyboard.edit"
        case talkbackKeyboardToggle = "talkback.keyboard.toggle"
        case talkbackKeyboardAdjust = "talkback.keyboard.adjust"
    }
}

extension Words.Key {
    /// The words that differ only by the traits, in the order of E2: each is the trait's name in a table. A tab has the word of a tab bar.
    static let roles: [(trait: Trait, key: Words.Key)] = [
        .header, .link, .adjustable, .image, .searchField, .menu, .menuItem, .alert, .dialog, .tooltip, .treeItem, .comboBox, .progressBar,
        .slider, .spinButton, .cell, .columnHeader, .grouping, .status, .log, .timer, .application, .article, .figure, .math,
    ].compactMap(role)

    /// Returns a trait with its word; nil if it has none.
    static func role(_ trait: Trait) -> (trait: Trait, key: Words.Key)? {
        Words.Key(rawValue: trait == .tab ? Trait.tabBar.name : trait.name).map { (trait, $0) }
    }

    /// The names of the placeholders that the text must contain, in braces.
    package var placeholders: [String] {
        switch self {
        case .index: ["index", "count"]
        case .headerLevel, .level, .talkbackHeaderLevel, .talkbackLevel: ["level"]
        case .row: ["row"]
        case .column: ["column"]
        case .rowSpan, .columnSpan, .mistakes, .missedMessages: ["count"]
        case .durationHours, .durationMinutes, .durationSeconds, .durationMilliseconds: ["count"]
        case .moreNotifications, .codeLines: ["count"]
        case .moreNotificationsFrom: ["count", "app"]
        case .commandFinished: ["command", "duration"]
        case .commandFailed: ["command", "code"]
        case .commandCrashed, .commandKilled: ["command", "signal"]
        case .numbersCompound: ["tens", "ones"]
        case .tokensHash, .tokensUUID: ["start"]
        case .dateLong: ["day", "month", "year"]
        case .durationTwo: ["first", "last"]
        case .durationThree: ["first", "middle", "last"]
        case .durationNegative: ["duration"]
        case .durationPart: ["part", "whole"]
        case .timeHour, .timeLateHour, .timeMinutes, .timeFewMinutes: ["hour"]
        case .timeSeconds: ["time", "seconds"]
        case .symbolsCounted, .symbolsRepeated: ["count", "name"]
        default: []
        }
    }

    /// The names of further placeholders that the text may contain.
    package var optionalPlaceholders: [String] {
        switch self {
        case .timeMinutes, .timeFewMinutes: ["minute", "minuteName", "minutes"]
        default: []
        }
    }

    /// The section of a file that contains the key.
    package var section: String? { rawValue.lastIndex(of: ".").map { String(rawValue[..<$0]) } }

    /// Whether the text depends on a count (E10).
    package var isCounted: Bool {
        switch self {
        case .rowSpan, .columnSpan, .mistakes, .missedMessages: true
        case .durationHours, .durationMinutes, .durationSeconds, .durationMilliseconds: true
        case .moreNotifications, .moreNotificationsFrom, .codeLines: true
        case .timeHour, .timeLateHour, .timeMinutes, .timeFewMinutes, .symbolsRepeated: true
        default: rawValue.hasPrefix("symbols.") && self != .symbolsCounted
        }
    }

    /// Whether the count may have decimals.
    package var takesDecimals: Bool { self == .durationSeconds || self == .durationMilliseconds }

    /// Whether the text lists names for numbers: "1 un, 21 veintiún".
    package var listsNumbers: Bool {
        switch self {
        case .numbersExceptions, .numbersHours, .numbersMinutes, .numbersSeconds: true
        default: false
        }
    }

    /// Returns the dialect's own key for the same purpose, or this key if the dialects share the word.
    func `in`(_ dialect: DescriptionStyle.Dialect) -> Words.Key {
        switch dialect {
        case .voiceover: self
        case .talkback: Words.Key(rawValue: "talkback.\(rawValue)") ?? self
        }
    }
}
