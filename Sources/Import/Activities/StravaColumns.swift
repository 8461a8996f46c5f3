/// The columns of Strava's list, found by their English names, otherwise by position. The first seven columns and the
/// columns after the file name are in the same order in every language.
struct StravaColumns {
  /// Offsets after the file name, in every language.
  private enum AfterFile { static let moving = 4, metres = 5, climb = 8, calories = 22 }

  let isEnglish: Bool
  private(set) var id = 0
  private(set) var date = 1
  private(set) var name: Int? = 2
  private(set) var sport = 3
  private(set) var note: Int? = 4
  private(set) var elapsed = 5
  private(set) var kilometres = 6
  private(set) var metres: Int?
  private(set) var moving: Int?
  private(set) var climb: Int?
  private(set) var calories: Int?
  private var fileName: Int?

  init(_ header: CSVRow) throws(RowProblem) {
    let names = try ColumnNames(header, orLatin: false)
    // Until 2019, the names were shorter and the only distance was in metres.
    let old = ["id", "date", "type", "elapsedtime", "distance"].compactMap { names[$0].first }
    if old.count == 5, names["activityid"].isEmpty {
      isEnglish = true
      (id, date, sport, elapsed, kilometres) = (old[0], old[1], old[2], old[3], old[4])
      metres = old[4]
      (name, note) = (names["name"].first, names["description"].first)
      fileName = names["filename"].first
      return
    }
    let places = ["activityid", "activitydate", "activitytype", "elapsedtime", "distance"].compactMap {
      names[$0].first
    }
    isEnglish = places.count == 5
    if isEnglish {
      (id, date, sport, elapsed, kilometres) = (places[0], places[1], places[2], places[3], places[4])
      metres = names["distance"].dropFirst().first
      (name, note) = (names["activityname"].first, names["activitydescription"].first)
      moving = names["movingtime"].first
      climb = names["elevationgain"].first
      calories = names["calories"].first
      fileName = names["filename"].first
      return
    }
    guard header.count >= 7 else { throw RowProblem("too few columns; choose activities.csv of a Strava export") }
    // Every language has two columns with the name of the distance.
    if let second = names[Texts.key(try header.text(kilometres))].dropFirst().first,
      second - AfterFile.metres > kilometres
    {
      useFileName(at: second - AfterFile.metres)
    }
  }

  /// Recognises the column of file names by its contents if the names of the columns are unknown.
  mutating func learn(from row: CSVRow) {
    guard fileName == nil, !isEnglish else { return }
    for column in (kilometres + 1)..<max(kilometres + 1, row.count) {
      guard let text = try? row.text(column), text.hasPrefix("activities/"), !text.contains(" ") else { continue }
      return useFileName(at: column)
    }
  }

  /// Returns the file name, or an empty text if there is none.
  func file(_ row: CSVRow) throws(RowProblem) -> String {
    try fileName.map { column throws(RowProblem) in try row.text(column) } ?? ""
  }

  private mutating func useFileName(at column: Int) {
    fileName = column
    metres = column + AfterFile.metres
    moving = column + AfterFile.moving
    climb = column + AfterFile.climb
    calories = column + AfterFile.calories
  }
}
