/// The figures of several processes as one page: Prometheus wants each family in one piece, described once.
enum MetricsPage {
  private struct Family {
    var description: [Substring] = []
    var samples: [Substring] = []
  }

  /// Families are in the order of their first description, samples in the order of the texts.
  static func merged(_ texts: [String]) -> String {
    var families: [Family] = []
    var places: [Substring: Int] = [:]
    for text in texts {
      var place: Int?
      var isKnown = false
      for line in text.split(separator: "\n") {
        if let name = described(line, as: "# HELP ") {
          isKnown = places[name] != nil
          if !isKnown {
            places[name] = families.endIndex
            families.append(Family())
          }
          place = places[name]
        }
        // A sample without a description belongs to no family and is left out.
        guard let place else { continue }
        if line.first != "#" {
          families[place].samples.append(line)
        } else if !isKnown {
          families[place].description.append(line)
        }
      }
    }
    return families.map { ($0.description + $0.samples).joined(separator: "\n") + "\n" }.joined()
  }

  private static func described(_ line: Substring, as mark: String) -> Substring? {
    guard line.hasPrefix(mark) else { return nil }
    return line.dropFirst(mark.utf8.count).prefix { $0 != " " }
  }
}
