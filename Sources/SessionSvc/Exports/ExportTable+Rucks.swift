import API
import Chronology
import Domain
import Storage

extension ExportTable {
  /// CSV has two columns for the weather and one for the terrain, which lists each type with its metres.
  static func rucks(of user: String, _ rows: Rows) -> ExportTable {
    let columns: [ExportColumn] = [
      "id", "startedAt", "endedAt", "distance", "loadWeight", "calories", "elevationGain", "movingTime", "pace",
      "weightMoved", .init("weather", in: .json), .init("temperature", in: .csv), .init("condition", in: .csv),
      "terrain", "name", "note", "hasTrack",
    ]
    return ExportTable(columns: columns) { place, body in
      try RuckStore.each(user, after: place.flatMap { Int64($0) } ?? .min, rows) { ruck in
        try body(Row(place: "\(ruck.startedAt.seconds)", cells: cells(of: ruck)))
      }
    }
  }

  private static func cells(of ruck: Ruck) -> [ExportCell] {
    let (temperature, condition) = (ruck.weather?.temperature, ruck.weather?.condition)
    let weather = ruck.weather.map { weather in
      ExportCell.object(
        .init(members: [("temperature", .number(weather.temperature)), ("condition", .text(weather.condition))]))
    }
    let terrain = ruck.terrain.map { segments in
      ExportCell.objects(
        segments.map { segment in
          ExportCell.Object(
            text: "\(segment.type.rawValue) \(ExportCell.number(segment.distance).csv)",
            members: [("type", .text(segment.type.rawValue)), ("distance", .number(segment.distance))])
        })
    }
    return [
      .text(ruck.id), .instant(ruck.startedAt), .instant(ruck.endedAt), .number(ruck.distance),
      .number(ruck.loadWeight), .optional(ruck.calories), .optional(ruck.elevationGain), .optional(ruck.movingTime),
      .optional(ruck.pace), .number(ruck.weightMoved), weather ?? .nothing, .optional(temperature),
      .optional(condition), terrain ?? .nothing, .optional(ruck.name), .optional(ruck.note), .flag(ruck.hasTrack),
    ]
  }
}
