public import API
public import Charts
import Compression
public import Domain
public import Proto

/// How pictures are asked for, and how they leave.
extension MediaReply {
  public init(_ badge: Badge, theme: PictureTheme?) {
    self.init(BadgePicture.drawing(label: badge.label, message: badge.message, kind: badge.kind), theme: theme)
  }

  public init(_ drawing: Drawing, theme: PictureTheme?) {
    self.init(.svg, SVG.bytes(drawing, theme: Theme(theme ?? .auto)))
  }

  public init(_ report: Report) {
    self.init(.pdf, PDF.bytes(report, compress: Deflate.zlib))
  }
}

extension Theme {
  init(_ theme: PictureTheme) {
    switch theme {
    case .light: self = .light
    case .dark: self = .dark
    case .auto: self = .auto
    }
  }
}

public enum PictureWidth {
  public static let standard = PictureLimits.standardWidth
  public static let standardCard = PictureLimits.standardCardWidth

  /// As it was asked for, or the default.
  public static func checked(_ width: Int?, else standard: Int = Self.standard) throws(Fault) -> Int {
    guard let width else { return standard }
    guard PictureLimits.widths.contains(width) else { throw Fault.invalid("width", "must be from 200 to 2000") }
    return width
  }
}

extension SharedFigures {
  public init(_ badge: Badge) {
    self.init(label: badge.label, message: badge.message, color: badge.kind.color)
  }

  /// In the picture's own words.
  public init<Figures: Encodable>(_ drawing: Drawing, _ kind: ActivityKind, figures: Figures) throws(Fault) {
    try self.init(label: drawing.title, message: drawing.sentence, color: kind.color, figures: figures)
  }
}

extension ActivityKind {
  /// Six hexadecimal digits of red, green and blue, as badge services read them.
  fileprivate var color: String { String(Role.kind(self).colour(isDark: false).hex.dropFirst()) }
}

extension Fault {
  /// The picture is another service's.
  public static let notShared = Fault(.notFound, "there is no such picture here")
}
