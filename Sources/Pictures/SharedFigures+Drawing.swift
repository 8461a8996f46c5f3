public import API
public import Charts
public import Domain
public import Proto

extension SharedFigures {
  public init(_ badge: Badge) {
    self.init(label: badge.label, message: badge.message, color: badge.kind.color)
  }

  /// Uses the title and the sentence of the picture.
  public init<Figures: Encodable>(_ drawing: Drawing, _ kind: ActivityKind, figures: Figures) throws(Fault) {
    try self.init(label: drawing.title, message: drawing.sentence, color: kind.color, figures: figures)
  }
}

extension ActivityKind {
  /// The colour as six hexadecimal digits, the format of badge services.
  fileprivate var color: String { String(Role.kind(self).colour(isDark: false).hex.dropFirst()) }
}

extension Fault {
  /// For a picture that another service draws.
  public static let notShared = Fault(.notFound, "this service does not draw this picture")
}
