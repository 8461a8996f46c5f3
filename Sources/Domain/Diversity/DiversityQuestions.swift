import Languages

/// The texts of the questions and answers for each dimension that can be set, and a neutral SF Symbol for each answer.
public struct DiversityQuestion: Hashable, Sendable {
  public struct Option: Codable, Hashable, Sendable {
    public var value: String
    public var label: String
    public var icon: String

    public init(value: String, label: String, icon: String) {
      self.value = value
      self.label = label
      self.icon = icon
    }

    func translated(to language: Language) -> Option {
      Option(value: value, label: language.text(label), icon: icon)
    }
  }

  public var text: String
  public var options: [Option]

  fileprivate init(_ text: String, _ options: [(value: String, label: String, icon: String)]) {
    self.text = text
    self.options = options.map { Option(value: $0.value, label: $0.label, icon: $0.icon) }
  }
}

extension DiversityDimension {
  /// Nil for a dimension that is derived from the work.
  public var question: DiversityQuestion? { Self.questions[self] }

  private static let questions: [DiversityDimension: DiversityQuestion] = [
    .culturalOrigin: DiversityQuestion(
      "What's the author's cultural background?",
      [
        ("African", "African", "globe.europe.africa"),
        ("Asian", "Asian", "globe.asia.australia"),
        ("Caribbean", "Caribbean", "globe.americas"),
        ("European", "European", "globe.europe.africa"),
        ("Indigenous", "Indigenous", "globe"),
        ("Latin American", "Latin American", "globe.americas"),
        ("Middle Eastern", "Middle Eastern", "globe.central.south.asia"),
        ("North American", "North American", "globe.americas"),
        ("Oceanian", "Oceanian", "globe.asia.australia"),
        ("Other", "Something else", "globe"),
      ]),
    .gender: DiversityQuestion(
      "What's the author's gender?",
      [
        ("Female", "Woman", "person.crop.circle"),
        ("Male", "Man", "person.crop.circle"),
        ("Non-binary", "Non-binary", "person.crop.circle"),
        ("Unknown", "I don't know", "questionmark.circle"),
      ]),
    .translation: DiversityQuestion(
      "Did you read it in translation?",
      [
        ("Translated", "Yes, translated", "character.bubble"),
        ("Original Language", "No, in its original language", "text.book.closed"),
      ]),
    .ownVoices: DiversityQuestion(
      "Does the author share the background of the people the book is about?",
      [
        ("Own Voices", "Yes, it's their own story", "person.wave.2"),
        ("Not Own Voices", "No, or not that I know", "person.2"),
      ]),
    .accessibility: DiversityQuestion(
      "Did you read it in an accessible edition, such as audio, large print or braille?",
      [
        ("Accessible", "Yes, an accessible one", "accessibility"),
        ("Standard", "No, a standard one", "book"),
      ]),
    .geography: DiversityQuestion(
      "Where is it set?",
      [
        ("Africa", "Africa", "globe.europe.africa"),
        ("Asia", "Asia", "globe.asia.australia"),
        ("Europe", "Europe", "globe.europe.africa"),
        ("North America", "North America", "globe.americas"),
        ("South America", "South America", "globe.americas"),
        ("Oceania", "Oceania", "globe.asia.australia"),
        ("Antarctica", "Antarctica", "globe"),
      ]),
    .marginalizedVoices: DiversityQuestion(
      "Is it by or about people who are seldom heard?",
      [
        ("LGBTQ+", "LGBTQ+ people", "person.2"),
        ("Disability", "People with a disability", "person.2"),
        ("Other", "Others", "person.2"),
        ("None", "No, or not that I know", "minus.circle"),
      ]),
  ]
}
