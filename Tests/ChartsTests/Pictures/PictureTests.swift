import Charts
import Domain
import Languages
import Testing

@Suite("Every picture")
struct PictureTests {
  /// A picture of made-up figures.
  struct Made: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var drawing: @Sendable (inout RandomFigures, Int, Language?) -> Drawing

    init(_ name: String, _ drawing: @escaping @Sendable (inout RandomFigures, Int, Language?) -> Drawing) {
      testDescription = name
      self.drawing = drawing
    }

    static let all: [Made] = [
      Made("radar") { RadarPicture.drawing($0.radar(), width: $1, language: $2) },
      Made("completion") { CompletionPicture.drawing($0.completion(), width: $1, language: $2) },
      Made("rings") { RingsPicture.drawing($0.insights(), width: $1, language: $2) },
      Made("timeline") { TimelinePicture.drawing($0.timeline(), width: $1, language: $2) },
      Made("rucks") { WeeklyRucksPicture.drawing($0.weekly(), width: $1, language: $2) },
      Made("rucks in miles") { WeeklyRucksPicture.drawing($0.weekly(), in: .miles, width: $1, language: $2) },
      Made("activity") { ActivityPicture.drawing($0.activity(), width: $1, language: $2) },
      Made("achievement") {
        AchievementPicture.drawing($0.achievement(), unlockedOn: $0.maybe() ? nil : $0.day(), width: $1, language: $2)
      },
      Made("review") { ReviewPicture.drawing($0.review(), width: $1, language: $2) },
      Made("badge") { figures, _, _ in figures.badge() },
      Made("cover") { figures, _, language in figures.cover(language) },
    ]
  }

  @Test("A review in miles has loads in pounds")
  func miles() {
    let sentence = ReviewPicture.drawing(Samples.review, in: .miles, width: 1_200).sentence
    #expect(sentence.contains("256 mi carried") && sentence.contains(" lb"), "\(sentence)")
    #expect(!sentence.contains("km") && !sentence.contains("kg"), "\(sentence)")
  }

  @Test("The title of a review names its year or month")
  func reviewTitles() {
    #expect(ReviewPicture.drawing(Samples.review, width: 1_200).title == "2026 in review")
    var review = Samples.review
    (review.month, review.busiestDay, review.busiestHour, review.achievementsUnlocked) = (12, nil, nil, [])
    #expect(ReviewPicture.drawing(review, width: 1_200).title == "December 2026 in review")
    #expect(ReviewPicture.drawing(review, width: 1_200).sentence.hasSuffix("The whole month on one card."))
    review.month = nil
    #expect(ReviewPicture.drawing(review, width: 1_200).sentence.hasSuffix("The whole year on one card."))
  }

  @Test("A locked achievement has four progress dots, an unlocked one has none")
  func dots() {
    func circles(_ standing: AchievementStanding) -> Int {
      AchievementPicture.drawing(standing, unlockedOn: nil, width: 1_200).marks.count { mark in
        if case .shape(let shape) = mark, case .circle(_, radius: 5) = shape.outline { true } else { false }
      }
    }
    var standing = Samples.achievement
    #expect(circles(standing) == 4)
    standing.isUnlocked = true
    #expect(circles(standing) == 0)
  }

  @Test("Every picture is valid for random figures and names", arguments: Made.all, Widths.all)
  func anything(made: Made, width: Int) throws {
    for seed in UInt64(0)..<12 {
      var figures = RandomFigures(seed: seed * 1_000 + UInt64(width))
      try PictureCheck.expectGood(
        made.drawing(&figures, width, nil), "\(made.testDescription), seed \(seed), width \(width)")
    }
  }

  @Test("Every picture is valid in every language", arguments: Made.all, Widths.all)
  func languages(made: Made, width: Int) throws {
    for language in Language.allCases {
      for seed in UInt64(0)..<4 {
        var figures = RandomFigures(seed: seed * 1_000 + UInt64(width))
        let drawing = made.drawing(&figures, width, language)
        // The words of a badge are in its figure.
        #expect(drawing.language == (made.testDescription == "badge" ? .english : language))
        try PictureCheck.expectGood(drawing, "\(made.testDescription), \(language), seed \(seed), width \(width)")
      }
    }
  }

  @Test("No word of a picture is cut off in any language", arguments: Language.allCases, [360, 720, 1_200])
  func wholeWords(language: Language, width: Int) {
    let drawings = [
      RadarPicture.drawing(Samples.radar.translated(to: language), width: width, language: language),
      CompletionPicture.drawing(Samples.completion.translated(to: language), width: width, language: language),
      RingsPicture.drawing(Samples.insights, width: width, language: language),
      TimelinePicture.drawing(Samples.timeline, width: width, language: language),
      WeeklyRucksPicture.drawing(Samples.weekly, width: width, language: language),
      ActivityPicture.drawing(Samples.activity(365, ActivityKind.allCases), width: width, language: language),
      ActivityPicture.drawing(Samples.activity(7, [.reading]), width: width, language: language),
    ]
    for drawing in drawings {
      for case .label(let label) in drawing.marks {
        #expect(!label.text.hasSuffix("…"), "\(drawing.title), \(language), \(width): \(label.text)")
      }
    }
  }

  @Test("Texts, numbers and days of a picture are in its language")
  func translated() {
    func sentence(_ language: Language?) -> String {
      ReviewPicture.drawing(Samples.review, width: 1_200, language: language).sentence
    }
    #expect(sentence(nil) == sentence(.english))
    #expect(sentence(.german).contains("Lesen: ") && sentence(.german).contains("Längste Serie"))
    #expect(sentence(.french).contains("Lecture: ") && sentence(.french).contains("Série la plus longue"))
    #expect(sentence(.spanish).contains("Lectura: ") && sentence(.spanish).contains("Racha más larga"))
    #expect(Set(Language.allCases.map(sentence)).count == 4)
    let svg = SVG.bytes(ReviewPicture.drawing(Samples.review, width: 1_200, language: .german), theme: .light)
    #expect(String(decoding: svg, as: UTF8.self).contains(#"xml:lang="de""#))
  }

  @Test("Drawing twice results in the same picture", arguments: Made.all)
  func same(made: Made) {
    var (one, two) = (RandomFigures(seed: 7), RandomFigures(seed: 7))
    #expect(made.drawing(&one, 720, nil) == made.drawing(&two, 720, nil))
  }
}
