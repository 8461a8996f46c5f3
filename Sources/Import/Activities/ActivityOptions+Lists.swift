/// Activities of a list, which contains every sport of the user.
extension ActivityOptions {
  /// Whether a list's activity is imported. Other sports are skipped without a problem in the report.
  func want(_ sport: String) -> Bool { (kinds ?? Sport.usual).contains(Sport.kind(sport)) }
}
