/// Latitude and longitude as text.
enum PlaceText {
  /// Returns why they are not a position, or nil if they are valid or missing.
  static func problem(latitude: String?, longitude: String?) -> String? {
    for (text, name, most) in [(latitude, "latitude", 90.0), (longitude, "longitude", 180.0)] {
      guard let text else { continue }
      guard let degrees = Double(text), abs(degrees) <= most else {
        return "\(name) \(RowProblem.quoted(text)) is not valid"
      }
    }
    return nil
  }
}
