import Chronology
import Domain
import Storage

extension ExportTable {
  /// A ruck's way in one cell: each ground with its metres.
  static func rucks(of user: String, _ reading: Reading) -> ExportTable {
    let columns = [
      "id", "startedAt", "endedAt", "distance", "loadWeight", "calories", "elevationGain", "movingTime", "pace",
      "weightMoved", "temperature", "condition", "terrain",
    ]
    return ExportTable(columns: columns) { place, limit in
      try RuckStore.rucks(user, after: place.flatMap { Int64($0) } ?? .min, limit: limit, reading).map { ruck in
        Row(
          place: "\(ruck.startedAt.seconds)",
          cells: [
            .text(ruck.id), .instant(ruck.startedAt), .instant(ruck.endedAt), .number(ruck.distance),
            .number(ruck.loadWeight), .optional(ruck.calories), .optional(ruck.elevationGain),
            .optional(ruck.movingTime), .optional(ruck.pace), .number(ruck.weightMoved),
            .optional(ruck.weather?.temperature), .optional(ruck.weather?.condition),
            .list((ruck.terrain ?? []).map { "\($0.type.rawValue) \($0.distance)" }),
          ])
      }
    }
  }
}
