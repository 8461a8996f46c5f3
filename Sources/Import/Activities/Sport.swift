import Domain

/// Recognises sports by their names in the languages of the apps.
enum Sport {
  static let usual: Set = ["hike", "walk", "ruck"]

  private static let hikes = [
    "hike", "hiking", "trekking", "mountaineering", "wanderung", "wandern", "randonnee", "senderismo",
    "excursion", "escursionismo", "escursione", "trilha", "wandeltocht", "wedrowka", "поход", "хайкинг",
    "vandring", "vandretur", "fottur", "ハイキング", "徒步", "远足", "健行", "하이킹",
  ]
  private static let walks = [
    "walk", "walking", "spaziergang", "gehen", "marche", "camminata", "passeggiata", "caminhada", "caminata",
    "wandelen", "wandeling", "paseo", "spacer", "прогулка", "ходьба", "promenad", "gatur", "ウォーキング", "散歩", "步行",
    "걷기", "yuruyus",
  ]
  private static let rucks = ["ruck", "rucking", "tactical"]
  private static let rides = [
    "ride", "riding", "biking", "bike", "cycling", "ebike", "ebiking", "handcycle", "handcycling", "velomobile",
    "radfahrt", "fahrt", "radfahren", "velo", "ciclismo", "bicicleta", "giro", "pedalada", "fietsrit", "fietsen",
    "jazda", "заезд", "cykling", "cykeltur",
  ]
  private static let runs = [
    "run", "running", "lauf", "laufen", "course", "carrera", "corsa", "corrida", "hardloopsessie", "hardlopen", "bieg",
    "забег", "бег", "lopning", "lopetur",
  ]
  private static let swims = [
    "swim", "swimming", "schwimmen", "natation", "natacion", "nuoto", "natacao", "zwemmen", "plywanie", "плавание",
  ]
  private static let skis = ["ski", "skiing", "crosscountryskiing", "downhillskiing"]
  private static let rows = ["row", "rowing"]
  /// Sports that are each a separate kind.
  private static let others = [
    "snowboard", "snowboarding", "yoga", "kayaking", "canoeing", "sailing", "surfing", "driving", "workout", "crossfit",
    "elliptical", "golf", "tennis", "training", "sortie",
  ]

  private static let kinds = table([("hike", hikes), ("walk", walks), ("ruck", rucks)])
  private static let otherKinds = table(
    [("ride", rides), ("run", runs), ("swim", swims), ("ski", skis), ("row", rows)] + others.map { ($0, [$0]) })

  private static func table(_ lists: [(kind: String, words: [String])]) -> [String: String] {
    var kinds: [String: String] = [:]
    for list in lists {
      for word in list.words { kinds[Texts.key(word)] = list.kind }
    }
    return kinds
  }

  /// Returns `hike`, `walk`, `ruck`, `ride`, `run` and so on, or the name itself if it is unknown.
  static func kind(_ name: String) -> String {
    let words = words(of: name)
    return words.lazy.compactMap { kinds[$0] }.first ?? words.lazy.compactMap { otherKinds[$0] }.first ?? words.last
      ?? ""
  }

  /// Whether a name is known and is neither a hike, a walk nor a ruck.
  static func isOther(_ name: String) -> Bool {
    let words = words(of: name)
    return words.contains { otherKinds[$0] != nil } && !words.contains { kinds[$0] != nil }
  }

  /// Returns the words of a name, and the name without spaces last, for scripts without spaces.
  private static func words(of name: String) -> [String] {
    let words = FoldedText.words(of: name)
    return words + [words.joined()]
  }
}
