public import Foundation

/// A picture that the server draws: a stand-alone SVG with a title and a description for screen readers.
public struct Picture: Sendable, Hashable {
  let path: [String]
  let query: [URLQueryItem]

  /// The diversity radar.
  ///
  /// - Parameter axes: five to seven dimensions. If empty, the server uses its default seven.
  public static func radar(_ period: StatsPeriod = .allTime, axes: [DiversityDimension] = []) -> Picture {
    var query = [URLQueryItem(name: "period", value: period.rawValue)]
    if !axes.isEmpty {
      query.append(URLQueryItem(name: "axes", value: axes.map(\.rawValue).joined(separator: ",")))
    }
    return Picture(path: ["diversity", "radar.svg"], query: query)
  }

  /// The completion of the diversity data: a ring for all dimensions and a bar for each core dimension.
  public static let completion = Picture(path: ["diversity", "completion.svg"], query: [])

  /// Minutes of activity per day: bars for a week or a month, a calendar for longer ranges.
  public static func activity(_ range: ActivityRange = .week, of kind: PictureActivity = .listening) -> Picture {
    activity([URLQueryItem(name: "range", value: range.rawValue)], kind)
  }

  /// Minutes of activity per day between two days, both inclusive.
  public static func activity(
    from: CalendarDay, to: CalendarDay, of kind: PictureActivity = .listening
  ) -> Picture {
    activity(
      [URLQueryItem(name: "from", value: from.description), URLQueryItem(name: "to", value: to.description)], kind)
  }

  /// The books of the last months and their diversity.
  public static func timeline(months: Int = 12) -> Picture {
    Picture(
      path: ["insights", "timeline.svg"], query: [URLQueryItem(name: "months", value: String(months))])
  }

  /// The progress towards this year's two reading goals, as rings.
  public static let rings = Picture(path: ["insights", "rings.svg"], query: [])

  /// The distance of rucks in the last weeks.
  public static func rucks(weeks: Int = 12) -> Picture {
    Picture(path: ["rucks", "weekly.svg"], query: [URLQueryItem(name: "weeks", value: String(weeks))])
  }

  /// One achievement as a card to share.
  public static func achievement(_ id: String) -> Picture {
    Picture(path: ["achievements", id + ".svg"], query: [])
  }

  /// The review of a year as a card to share.
  public static func review(of year: Int) -> Picture {
    Picture(path: ["review", "\(year).svg"], query: [])
  }

  /// The review of a month as a card.
  public static func review(of month: CalendarMonth) -> Picture {
    Picture(path: ["review", "\(month).svg"], query: [])
  }

  private static func activity(_ span: [URLQueryItem], _ kind: PictureActivity) -> Picture {
    Picture(
      path: ["analytics", "activity.svg"], query: span + [URLQueryItem(name: "kind", value: kind.rawValue)])
  }
}

/// The activity that a picture shows.
public struct PictureActivity: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates an activity from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Listening to stories.
  public static let listening = PictureActivity(rawValue: "listening")
  /// Reading books.
  public static let reading = PictureActivity(rawValue: "reading")
  /// Rucks.
  public static let rucks = PictureActivity(rawValue: "rucks")
  /// All three, stacked.
  public static let all = PictureActivity(rawValue: "all")
}

/// The colors of a picture.
public struct PictureTheme: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a theme from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Dark text on a light background.
  public static let light = PictureTheme(rawValue: "light")
  /// Light text on a dark background.
  public static let dark = PictureTheme(rawValue: "dark")
  /// Follows the color scheme of the viewer's system.
  public static let auto = PictureTheme(rawValue: "auto")
}

extension WaymarkClient {
  /// Returns the bytes of the SVG.
  ///
  /// - Parameter width: the width in pixels, limited to ``Limits/pictureWidths``. If nil, the server uses its default.
  public func picture(
    _ picture: Picture, theme: PictureTheme = .auto, width: Int? = nil
  ) async throws(APIError) -> Data {
    var call = GetRequest.picture(picture, theme, width).call
    call.bypassesCaches = true
    return try DrawnPicture(await send(call)).svg
  }
}

/// A picture in the form in which it is cached.
struct DrawnPicture: Codable, Sendable, Hashable {
  var svg: Data

  /// Throws for other content, such as the page of a captive portal.
  init(_ response: HTTPResponse) throws(APIError) {
    guard response.headers["Content-Type"]?.lowercased().hasPrefix("image/svg+xml") == true else {
      throw .decoding("the response is not an SVG picture")
    }
    guard response.body.count <= Limits.pictureBytes else {
      throw .decoding("the picture is larger than \(Limits.pictureBytes) bytes")
    }
    svg = response.body
  }
}

extension GetRequest {
  static func picture(_ picture: Picture, _ theme: PictureTheme, _ width: Int?) -> GetRequest {
    var query = picture.query + [URLQueryItem(name: "theme", value: theme.rawValue)]
    if let width {
      let bounds = Limits.pictureWidths
      let bounded = min(max(width, bounds.lowerBound), bounds.upperBound)
      query.append(URLQueryItem(name: "width", value: String(bounded)))
    }
    return GetRequest(path: picture.path, query: query, containsIds: true, accept: "image/svg+xml")
  }
}
