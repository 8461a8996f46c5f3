import Chronology
import Domain
import Proto

/// The radar of a large and a small library. They should cost the same, because counts are updated with each event.
enum DiversityBench {
  static let bench = Bench(name: "diversity", summary: "the radar of 100,000 works compared with 100", run: run)

  private static let now = Instant(seconds: 1_795_168_800)

  static func run() throws -> [BenchRow] {
    var small = view(of: 100)
    var large = view(of: 100_000)
    var rows: [BenchRow] = []
    for period in StatsPeriod.allCases {
      // Alternates, so that both run under the same conditions.
      var best = (small: Double.infinity, large: Double.infinity)
      for _ in 0..<5 {
        best.small = min(best.small, microseconds(period, &small))
        best.large = min(best.large, microseconds(period, &large))
      }
      rows.append(
        BenchRow(
          "radar and its bytes, \(period.rawValue), 100,000 works", best.large, "µs", baseline: "100 works",
          baselineValue: best.small, target: "≤ 2 ×", met: best.large <= 2 * best.small))
    }
    let answer = Bench.microseconds(count: 200) { step in
      let setting = DiversityValueSet(
        workId: "work-\(step)", dimension: .gender, value: "Female", points: 5, at: now)
      let answer = large.answer(setting, by: .diversity(.valueSet(setting)), zones: NoZones(), now: now)
      return answer.curatorPoints
    }
    rows.append(BenchRow("a decided answer, 100,000 works", answer, "µs"))
    return rows
  }

  static func view(of count: Int) -> DiversityView {
    var view = DiversityView()
    for number in 0..<count {
      let id = "work-\(number)"
      let work = Work(
        id: id, title: id, language: ["English", "Deutsch", "Français"][number % 3], publishedYear: 1900 + number % 120)
      view.apply(.reading(.workSaved(WorkSaved(work: work))), zones: NoZones())
      view.apply(.reading(.entrySaved(EntrySaved(entry: LibraryEntry(workId: id, status: .reading)))), zones: NoZones())
      for (place, dimension) in DiversityDimension.core.enumerated() where (number + place) % 3 != 0 {
        let value = dimension.values[(number / 7 + place) % dimension.values.count]
        view.apply(
          .diversity(
            .valueSet(
              DiversityValueSet(workId: id, dimension: dimension, value: value, points: 5, at: now))), zones: NoZones())
      }
      let session = ReadingSession(
        workId: id, startedAt: now + -Int64(number % 400) * 86_400,
        endedAt: now + -Int64(number % 400) * 86_400 + 1_800,
        startPage: 1, endPage: 30)
      view.apply(.reading(.recorded(ReadingRecorded(session: session))), zones: NoZones())
    }
    return view
  }

  private static func microseconds(_ period: StatsPeriod, _ view: inout DiversityView) -> Double {
    _ = view.radar(period, now: now)
    return Bench.microseconds(count: 2_000) { _ in
      let radar = view.radar(period, now: now)
      return (try? CBOREncoder.encode(radar).count) ?? 0
    }
  }
}
