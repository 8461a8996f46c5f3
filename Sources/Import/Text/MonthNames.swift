import Domain

/// The names of months in the languages of the apps.
enum MonthNames {
  private static let names = written.map { $0.map(Texts.key) }
  private static let written: [[String]] = [
    [
      "january", "januar", "janner", "janvier", "enero", "gennaio", "janeiro", "januari", "stycznia", "январь",
      "января", "ocak",
    ],
    [
      "february", "februar", "fevrier", "febrero", "febbraio", "fevereiro", "februari", "lutego", "февраль", "февраля",
      "subat",
    ],
    ["march", "marz", "maerz", "mars", "marts", "marzo", "marco", "maart", "mrt", "marca", "март", "марта", "mart"],
    ["april", "avril", "abril", "aprile", "kwietnia", "апрель", "апреля", "nisan"],
    ["may", "mai", "mayo", "maggio", "maio", "mei", "maja", "май", "мая", "maj", "mayis"],
    ["june", "juni", "juin", "junio", "giugno", "junho", "czerwca", "июнь", "июня", "haziran"],
    ["july", "juli", "juillet", "julio", "luglio", "julho", "lipca", "июль", "июля", "temmuz"],
    ["august", "aout", "agosto", "augustus", "augusti", "sierpnia", "август", "августа", "agustos"],
    ["september", "septembre", "septiembre", "settembre", "setembro", "wrzesnia", "сентябрь", "сентября", "eylul"],
    ["october", "oktober", "octobre", "octubre", "ottobre", "outubro", "pazdziernika", "октябрь", "октября", "ekim"],
    ["november", "novembre", "noviembre", "novembro", "listopada", "ноябрь", "ноября", "kasım"],
    [
      "december", "dezember", "decembre", "diciembre", "dicembre", "dezembro", "grudnia", "декабрь", "декабря",
      "desember", "aralık",
    ],
  ]

  /// Returns the number of a month by its name or at least its first three letters, ignoring case and accents.
  static func number(_ word: String) -> Int? {
    guard word.unicodeScalars.count >= 3 else { return nil }
    for (place, names) in names.enumerated() where names.contains(where: { $0.hasPrefix(word) }) {
      // "mar" is March in all languages; "jui" is ambiguous in French.
      if word == "jui" { return nil }
      return place + 1
    }
    return nil
  }
}
