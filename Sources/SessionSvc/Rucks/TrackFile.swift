import Chronology
import Compression
import Domain
import JSON

/// A stored track as points and as text.
enum TrackFile {
  /// Returns nil if the bytes are not those of a compressed track.
  static func points(_ bytes: [UInt8]) -> [TrackPoint]? {
    guard bytes.count <= TrackRules.mostBytes else { return nil }
    return Inflate.zlib(bytes, most: TrackCoding.mostBytes).flatMap { TrackCoding.decode($0) }
  }
}

/// Writes a track as GPX 1.1, a part of its points at a time.
struct GPXWriter {
  private(set) var text = ""

  mutating func begin(_ ruck: Ruck) {
    text += """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
      <trk>

      """
    if let name = ruck.name { element("name", name) }
    if let note = ruck.note { element("desc", note) }
    text += "<type>rucking</type>\n<trkseg>\n"
  }

  mutating func add(_ point: TrackPoint) {
    let time = Instant(seconds: point.time)
    text += "<trkpt lat=\"\(degrees(point.latitude))\" lon=\"\(degrees(point.longitude))\">"
    if let elevation = point.elevation { text += "<ele>\(JSONValue.number(elevation).json)</ele>" }
    text += "<time>\(time)</time>"
    if let heartRate = point.heartRate {
      text +=
        "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>\(heartRate)</gpxtpx:hr></gpxtpx:TrackPointExtension>"
        + "</extensions>"
    }
    text += "</trkpt>\n"
  }

  mutating func end() {
    text += "</trkseg>\n</trk>\n</gpx>\n"
  }

  /// Without an exponent, which the format does not allow.
  private func degrees(_ value: Double) -> String {
    let units = Int((value.magnitude * TrackPoint.unitsPerDegree).rounded())
    let whole = Int(TrackPoint.unitsPerDegree)
    let digits = String(units % whole)
    let fraction = String(repeating: "0", count: 7 - digits.count) + digits
    return (value < 0 ? "-" : "") + "\(units / whole).\(fraction)"
  }

  private mutating func element(_ name: String, _ content: String) {
    text += "<\(name)>"
    for scalar in content.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      // XML 1.0 cannot represent these characters.
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      case "\r": text += "&#13;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "</\(name)>\n"
  }
}
