import Chronology
import Domain
import Testing

@testable import DomainModels

struct DiversityViewTests {
  private static let now = instant("2026-11-20T10:00:00Z")

  /// Returns a library of works with these values in one dimension; nil is a work without a value.
  private func view(_ dimension: DiversityDimension, _ values: [String?]) -> DiversityView {
    var view = DiversityView()
    for (number, value) in values.enumerated() {
      let id = "work-\(number)"
      let year = dimension == .timePeriod ? value.flatMap { Int($0) } : nil
      let work = Work(id: id, title: id, language: dimension == .language ? value : nil, publishedYear: year)
      view.apply(.reading(.workSaved(WorkSaved(work: work))), zones: TestZones.shared)
      view.apply(
        .reading(.entrySaved(EntrySaved(entry: LibraryEntry(workId: id, status: .reading)))), zones: TestZones.shared)
      guard let value, !dimension.isDerived else { continue }
      let set = DiversityValueSet(workId: id, dimension: dimension, value: value, points: 0, at: Self.now)
      view.apply(.diversity(.valueSet(set)), zones: TestZones.shared)
    }
    return view
  }

  private func axis(_ dimension: DiversityDimension, _ values: [String?]) throws -> DiversityRadar.Axis {
    var view = view(dimension, values)
    let others = DiversityDimension.allCases.filter { $0 != dimension }.prefix(4)
    return try #require(view.radar(axes: [dimension] + others, now: Self.now).axes.first)
  }

  @Test("The sentence for screen readers counts books, the most frequent value first")
  func descriptions() throws {
    let values =
      Array(repeating: "African", count: 12) + Array(repeating: "European", count: 8) + [nil, nil, nil, nil, nil]
    #expect(
      try axis(.culturalOrigin, values).description
        == "Cultural Origin: 80% complete. African: 12 books, European: 8 books.")
    #expect(
      try axis(.gender, ["Male", "Female", nil]).description
        == "Gender: 66.7% complete. Female: 1 book, Male: 1 book.")
    let ghost = try axis(.ownVoices, [nil])
    #expect(ghost.description == "Own Voices: 0% complete." && ghost.isGhost && ghost.missingBooks == 1)
    #expect(try axis(.ownVoices, []).description == "Own Voices: 0% complete.")
  }

  @Test(
    "Evenness is the entropy divided by that of an even distribution",
    arguments: [
      (DiversityDimension.translation, ["Translated", "Original Language"], 100.0),
      (.translation, ["Translated", "Translated"], 0),
      (.translation, ["Translated", "Translated", "Translated", "Original Language"], 81.1),
      (.gender, ["Female", "Male", "Non-binary", "Unknown"], 100),
      (.gender, ["Female", "Male", "Unknown"], 63.1),
      (.gender, ["Unknown", "Unknown"], 0),
      (.marginalizedVoices, ["LGBTQ+", "Disability", "Other", "None"], 100),
      (.timePeriod, ["1949", "1950", "1999", "2000"], 94.6),
      (.language, ["en", "de", "fr"], 100),
      (.language, ["en", "en"], 0),
    ])
  func evenness(dimension: DiversityDimension, values: [String], expected: Double) throws {
    #expect(try axis(dimension, values).value == expected)
  }

  @Test("A value without a statement completes the dimension and appears in the distribution")
  func silentValues() throws {
    let axis = try axis(.gender, ["Unknown", "Female"])
    #expect(axis.completion == 100 && !axis.isGhost && axis.breakdown == ["Unknown": 1, "Female": 1])
    #expect(axis.value == 0)
  }

  @Test("A distribution shows the 200 most frequent values and the rest as Other")
  func longDistribution() throws {
    let languages: [String?] = (0..<250).map { "language-\($0)" } + ["language-7"]
    let axis = try axis(.language, languages)
    #expect(axis.breakdown.count == 201)
    #expect(axis.breakdown["Other"] == 50 && axis.breakdown["language-7"] == 2)
    #expect(axis.description.hasPrefix("Language: 100% complete. Other: 50 books, language-7: 2 books, "))
    #expect(axis.value > 99)
  }

  @Test("Every dimension that can be set has a question with each value once and an icon")
  func questions() throws {
    for dimension in DiversityDimension.allCases where !dimension.isDerived {
      let question = try #require(dimension.question)
      #expect(question.options.map(\.value) == dimension.values)
      #expect(question.text.hasSuffix("?"))
      #expect(question.options.allSatisfy { !$0.icon.isEmpty && !$0.label.isEmpty })
    }
    for dimension in [DiversityDimension.culturalOrigin, .geography] {
      #expect(dimension.question?.options.allSatisfy { $0.icon.hasPrefix("globe") } == true)
    }
    let catalogue = DiversityCatalogue.all.dimensions
    #expect(catalogue.map(\.dimension) == DiversityDimension.allCases)
    #expect(catalogue.filter { $0.question == nil }.map(\.dimension) == [.timePeriod, .language])
    #expect(catalogue.allSatisfy { $0.options.map(\.value) == $0.dimension.values })
  }

  @Test("A prompt asks for the first missing core dimension")
  func asked() {
    #expect(DiversityDimension.asked(known: []) == .culturalOrigin)
    #expect(DiversityDimension.asked(known: [.culturalOrigin, .translation, .geography]) == .gender)
    #expect(DiversityDimension.asked(known: Set(DiversityDimension.core)) == nil)
  }

  @Test("A year starts in the user's zone, and a session over its start touches both years")
  func yearsOfTheUser() {
    var view = view(.gender, ["Female", "Male", nil])
    var profile = Profile(createdAt: Self.now)
    profile.timezone = "America/New_York"
    view.apply(.account(.profileChanged(ProfileChanged(profile: profile))), zones: TestZones.shared)
    for (id, start, end) in [
      ("work-0", "2026-01-01T04:30:00Z", "2026-01-01T05:00:00Z"),
      ("work-1", "2026-01-01T04:30:00Z", "2026-01-01T05:01:00Z"),
    ] {
      let session = ReadingSession(
        workId: id, startedAt: instant(start), endedAt: instant(end), startPage: 1, endPage: 2)
      view.apply(.reading(.recorded(ReadingRecorded(session: session))), zones: TestZones.shared)
    }
    #expect(view.statistics(.year, now: Self.now).genderDistribution == ["Male": 1])
    #expect(view.statistics(.year, now: instant("2026-01-01T04:59:59Z")).totalBooks == 2)
    #expect(view.statistics(.month, now: Self.now).totalBooks == 0)
  }
}
