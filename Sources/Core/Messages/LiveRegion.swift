import JSONLines

/// Whether and how changes of an element are announced while it does not have the focus (N8). In an update, nil leaves a property as it is.
public struct LiveRegion: Sendable, Equatable {
    /// How urgent the changes are.
    public enum Politeness: String, Sendable, CaseIterable { case off, polite, assertive }

    /// `live` on the wire; nil: the container's politeness.
    public var politeness: Politeness?
    /// Whether label and value are announced, even if only a part of them has changed; nil: false.
    public var isAtomic: Bool?
    /// Whether the app is still changing the element, which is a spoken state (E13): the changes are announced when this ends; nil: false.
    public var isBusy: Bool?

    /// Creates a live region.
    public init(_ politeness: Politeness? = nil, isAtomic: Bool? = nil, isBusy: Bool? = nil) {
        self.politeness = politeness
        self.isAtomic = isAtomic
        self.isBusy = isBusy
    }

    /// Returns this live region, with the properties of `other` where its own are nil.
    package func over(_ other: LiveRegion) -> LiveRegion {
        LiveRegion(politeness ?? other.politeness, isAtomic: isAtomic ?? other.isAtomic, isBusy: isBusy ?? other.isBusy)
    }

    /// Passes the properties, which are next to the other fields of an element, a container or an update.
    mutating func pass(_ fields: inout FieldPass) throws(JSONLineError) {
        try fields.word("live", &politeness)
        try fields.optional("atomic", &isAtomic)
        try fields.optional("busy", &isBusy)
    }
}
