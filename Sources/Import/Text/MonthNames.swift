import Domain

/// Months as exports write them, in the languages of their apps.
enum MonthNames {
  private static let names: [[String]] = [
    ["january", "januar", "janvier", "enero", "gennaio", "janeiro", "januari", "stycznia"],
    ["february", "februar", "fevrier", "febrero", "febbraio", "fevereiro", "februari", "lutego"],
    ["march", "marz", "maerz", "mars", "marzo", "marco", "maart", "marca"],
    ["april", "avril", "abril", "aprile", "kwietnia"],
    ["may", "mai", "mayo", "maggio", "maio", "mei", "maja"],
    ["june", "juni", "juin", "junio", "giugno", "junho", "czerwca"],
    ["july", "juli", "juillet", "julio", "luglio", "julho", "lipca"],
    ["august", "aout", "agosto", "augustus", "augusti", "sierpnia"],
    ["september", "septembre", "septiembre", "settembre", "setembro", "wrzesnia"],
    ["october", "oktober", "octobre", "octubre", "ottobre", "outubro", "pazdziernika"],
    ["november", "novembre", "noviembre", "novembro", "listopada"],
    ["december", "dezember", "decembre", "diciembre", "dicembre", "dezembro", "grudnia"],
  ]

  /// By its whole name or the first three letters or more, case and accents ignored.
  static func number(_ word: String) -> Int? {
    guard word.unicodeScalars.count >= 3 else { return nil }
    for (place, names) in names.enumerated() where names.contains(where: { $0.hasPrefix(word) }) {
      // "mar" begins March in all languages, "jui" two months in French.
      if word == "jui" { return nil }
      return place + 1
    }
    return nil
  }
}
