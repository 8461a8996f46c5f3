public import API
public import Charts
import Compression
public import Domain

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
