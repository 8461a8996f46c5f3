/// The words of the prompts: one question for each core dimension, and an SF Symbol beside each answer.
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
  }

  public var text: String
  public var options: [Option]

  fileprivate init(_ text: String, _ options: [(value: String, label: String, icon: String)]) {
    self.text = text
    self.options = options.map { Option(value: $0.value, label: $0.label, icon: $0.icon) }
  }
}

extension DiversityDimension {
  /// Nil for a dimension that prompts do not ask for.
  public var question: DiversityQuestion? { Self.questions[self] }

  private static let questions: [DiversityDimension: DiversityQuestion] = [
    .culturalOrigin: DiversityQuestion(
      "What's the author's cultural background?",
      [
        ("African", "African", "globe.europe.africa"),
        ("Asian", "Asian", "globe.asia.australia"),
        ("Caribbean", "Caribbean", "beach.umbrella"),
        ("European", "European", "globe.europe.africa.fill"),
        ("Indigenous", "Indigenous", "leaf"),
        ("Latin American", "Latin American", "globe.americas"),
        ("Middle Eastern", "Middle Eastern", "moon.stars"),
        ("North American", "North American", "globe.americas.fill"),
        ("Oceanian", "Oceanian", "globe.asia.australia.fill"),
        ("Other", "Something else", "globe"),
      ]),
    .gender: DiversityQuestion(
      "What's the author's gender?",
      [
        ("Female", "Woman", "person.crop.circle"),
        ("Male", "Man", "person.crop.circle.fill"),
        ("Non-binary", "Non-binary", "person.crop.circle.badge.plus"),
        ("Unknown", "I don't know", "person.crop.circle.badge.questionmark"),
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
  ]
}
