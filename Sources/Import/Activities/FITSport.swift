/// Sports by their numbers in FIT files.
enum FITSport {
  /// Unknown sports, and those on foot.
  static let onFoot: Set = [0, 11, 16, 17, 35, 45, 65, 254]

  private static let names = [
    0: "", 1: "running", 2: "cycling", 3: "transition", 4: "training", 5: "swimming", 6: "basketball", 7: "soccer",
    8: "tennis", 9: "American football", 10: "training", 11: "walking", 12: "skiing", 13: "skiing", 14: "snowboard",
    15: "rowing", 16: "mountaineering", 17: "hiking", 18: "multisport", 19: "canoeing", 20: "flying", 21: "cycling",
    22: "motorcycling", 23: "boating", 24: "driving", 25: "golf", 26: "hang gliding", 27: "horseback riding",
    28: "hunting", 29: "fishing", 30: "inline skating", 31: "rock climbing", 32: "sailing", 33: "ice skating",
    34: "skydiving", 35: "snowshoeing", 36: "snowmobiling", 37: "paddleboarding", 38: "surfing", 39: "wakeboarding",
    40: "water skiing", 41: "kayaking", 42: "rafting", 43: "windsurfing", 44: "kitesurfing", 45: "tactical",
    46: "parachuting", 47: "boxing", 48: "floor climbing", 49: "baseball", 53: "diving", 62: "interval training",
    64: "racket sport", 65: "wheelchair walk", 66: "wheelchair run", 67: "meditation", 69: "disc golf", 71: "cricket",
    72: "rugby", 73: "hockey", 74: "lacrosse", 75: "volleyball", 76: "water tubing", 77: "wakesurfing",
    80: "martial arts", 82: "snorkeling", 83: "dance", 84: "jump rope", 254: "",
  ]

  /// Kinds of sports, by their own numbers, that are never on foot.
  private static let otherKinds = [
    5: "cycling", 6: "cycling", 14: "rowing", 15: "elliptical", 17: "swimming", 18: "swimming", 19: "training",
    20: "training", 26: "training", 28: "cycling", 29: "cycling",
  ]

  /// Returns the name of an unspecified sport whose kind is not on foot.
  static func other(_ number: Int, kind: Int?) -> String? {
    guard name(number).isEmpty, let kind else { return nil }
    return otherKinds[kind]
  }

  /// Returns an empty name for an unspecified sport, and the number for an unknown one.
  static func name(_ number: Int) -> String {
    names[number] ?? "sport \(number)"
  }
}
