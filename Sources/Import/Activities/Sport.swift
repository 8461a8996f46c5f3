import Domain

/// Sports by the words of files, in the languages of their apps.
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
  private static let others = [
    "ride", "biking", "bike", "cycling", "ebike", "handcycle", "velomobile", "run", "running", "swim",
    "swimming", "ski", "skiing", "snowboard", "row", "rowing", "yoga", "kayaking", "canoeing", "sailing",
    "surfing", "driving", "workout", "crossfit", "elliptical", "golf", "tennis", "training", "lauf", "laufen",
    "radfahrt", "fahrt", "radfahren", "schwimmen", "velo", "course", "natation", "sortie", "carrera",
    "natacion", "ciclismo", "bicicleta", "corsa", "nuoto", "giro", "corrida", "natacao", "pedalada",
    "hardloopsessie", "hardlopen", "fietsrit", "fietsen", "zwemmen", "bieg", "jazda", "plywanie", "забег",
    "бег", "заезд", "плавание", "lopning", "cykling", "lopetur", "cykeltur",
  ]

  private static let kinds: [String: String] = {
    var kinds: [String: String] = [:]
    for (kind, words) in [("hike", hikes), ("walk", walks), ("ruck", rucks)] {
      for word in words { kinds[Texts.key(word)] = kind }
    }
    return kinds
  }()
  private static let otherWords = Set(others.map(Texts.key))

  /// `hike`, `walk` or `ruck`, or the word itself for anything else.
  static func kind(_ name: String) -> String {
    let words = words(of: name)
    return words.lazy.compactMap { kinds[$0] }.first ?? words.last ?? ""
  }

  /// Whether it is known to be something else.
  static func isOther(_ name: String) -> Bool {
    let words = words(of: name)
    return words.contains(where: otherWords.contains) && !words.contains { kinds[$0] != nil }
  }

  /// The last one is the whole without spaces: some scripts have none.
  private static func words(of name: String) -> [String] {
    let words = FoldedText([name]).words
    return words + [words.joined()]
  }
}
