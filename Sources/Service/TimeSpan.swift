/// Parses a duration such as `90d`, `12h`, `30m` or `2w`.
public enum TimeSpan {
  public static func seconds(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800, "y": 31_536_000]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), (1...100_000).contains(count)
    else { return nil }
    return count * unit
  }
}
