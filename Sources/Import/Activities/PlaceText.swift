/// Degrees of a point, as text.
enum PlaceText {
  /// Why they are no place; nil where they are one, or where there is none.
  static func problem(latitude: String?, longitude: String?) -> String? {
    for (text, name, most) in [(latitude, "latitude", 90.0), (longitude, "longitude", 180.0)] {
      guard let text else { continue }
      guard let degrees = Double(text), abs(degrees) <= most else { return "\(RowProblem.quoted(text)) is no \(name)" }
    }
    return nil
  }
}
