public import Foundation

/// A picture that the server draws: stand-alone SVG with a title and a sentence to be read aloud.
public struct Picture: Sendable, Hashable {
  let path: [String]
  let query: [URLQueryItem]

  /// Without axes the usual seven; else five to seven.
  public static func radar(_ period: StatsPeriod = .allTime, axes: [DiversityDimension] = []) -> Picture {
    var query = [URLQueryItem(name: "period", value: period.rawValue)]
    if !axes.isEmpty {
      query.append(URLQueryItem(name: "axes", value: axes.map(\.rawValue).joined(separator: ",")))
    }
    return Picture(path: ["diversity", "radar.svg"], query: query)
  }

  /// The progress ring, with a bar for each dimension.
  public static let completion = Picture(path: ["diversity", "completion.svg"], query: [])

  public static func activity(_ range: ActivityRange = .week, of kind: PictureActivity = .listening) -> Picture {
    activity([URLQueryItem(name: "range", value: range.rawValue)], kind)
  }

  /// Both days inclusive.
  public static func activity(
    from: CalendarDay, to: CalendarDay, of kind: PictureActivity = .listening
  ) -> Picture {
    activity(
      [URLQueryItem(name: "from", value: from.description), URLQueryItem(name: "to", value: to.description)], kind)
  }

  public static func timeline(months: Int = 12) -> Picture {
    Picture(
      path: ["insights", "timeline.svg"], query: [URLQueryItem(name: "months", value: String(months))])
  }

  /// This year's two goals of reading.
  public static let rings = Picture(path: ["insights", "rings.svg"], query: [])

  public static func rucks(weeks: Int = 12) -> Picture {
    Picture(path: ["rucks", "weekly.svg"], query: [URLQueryItem(name: "weeks", value: String(weeks))])
  }

  /// One card to share.
  public static func achievement(_ id: String) -> Picture {
    Picture(path: ["achievements", id + ".svg"], query: [])
  }

  /// The year on one card.
  public static func review(of year: Int) -> Picture {
    Picture(path: ["review", "\(year).svg"], query: [])
  }

  private static func activity(_ span: [URLQueryItem], _ kind: PictureActivity) -> Picture {
    Picture(
      path: ["analytics", "activity.svg"], query: span + [URLQueryItem(name: "kind", value: kind.rawValue)])
  }
}

/// What a picture of activity shows.
public struct PictureActivity: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let listening = PictureActivity(rawValue: "listening")
  public static let reading = PictureActivity(rawValue: "reading")
  public static let rucks = PictureActivity(rawValue: "rucks")
  /// The three on top of each other.
  public static let all = PictureActivity(rawValue: "all")
}

public struct PictureTheme: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let light = PictureTheme(rawValue: "light")
  public static let dark = PictureTheme(rawValue: "dark")
  /// Follows the reader's own setting.
  public static let auto = PictureTheme(rawValue: "auto")
}

extension WaymarkClient {
  /// The bytes of the SVG. Without a width as wide as the server draws it.
  public func picture(
    _ picture: Picture, theme: PictureTheme = .auto, width: Int? = nil
  ) async throws(APIError) -> Data {
    var call = Question.picture(picture, theme, width).call
    call.bypassesCaches = true
    return try DrawnPicture(await send(call)).svg
  }
}

/// A picture as it is kept.
struct DrawnPicture: Codable, Sendable, Hashable {
  var svg: Data

  /// Throws for anything else, such as the page that a hotel's network shows instead.
  init(_ response: HTTPResponse) throws(APIError) {
    guard response.headers["Content-Type"]?.lowercased().hasPrefix("image/svg+xml") == true else {
      throw .decoding("the answer: not a picture")
    }
    guard response.body.count <= Limits.pictureBytes else { throw .decoding("the answer: too large for a picture") }
    svg = response.body
  }
}

extension Question {
  static func picture(_ picture: Picture, _ theme: PictureTheme, _ width: Int?) -> Question {
    var query = picture.query + [URLQueryItem(name: "theme", value: theme.rawValue)]
    if let width {
      let bounds = Limits.pictureWidths
      let bounded = min(max(width, bounds.lowerBound), bounds.upperBound)
      query.append(URLQueryItem(name: "width", value: String(bounded)))
    }
    return Question(path: picture.path, query: query, holdsIds: true, accept: "image/svg+xml")
  }
}
