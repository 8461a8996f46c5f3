/// The scopes of credentials.
struct Scope: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
  static let read = Scope(rawValue: 1)
  static let write = Scope(rawValue: 2)

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(names: some Sequence<some StringProtocol>) {
    self = []
    for name in names {
      if name == "read" { insert(.read) }
      if name == "write" { insert(.write) }
    }
  }
}
