import Chronology
import Foundation
import Testing

@testable import Service

@Suite struct BackupPlanTests {
  @Test("A plan has a directory, an interval and a number of backups")
  func plan() throws {
    let whole = try BackupPlan(parsing: "/backups,12h,30")
    #expect(whole.directory == "/backups" && whole.everySeconds == 43_200 && whole.keep == 30)
    let short = try BackupPlan(parsing: "/backups")
    #expect(short.everySeconds == 86_400 && short.keep == 14)
    let settings = try Settings(flags: [:]) { $0 == "WAYMARK_BACKUP" ? "b,1s,1" : nil }
    #expect(settings.backup == (try BackupPlan(directory: "b", every: "1s", keep: "1")))
    #expect(try Settings(flags: [:]) { _ in nil }.backup == nil)
  }

  @Test(
    "Rejects malformed plans and names the setting",
    arguments: ["/b,soon,3", "/b,1h,0", "/b,1h,x", ",1h,1", "a,b,c,d"])
  func noPlan(text: String) {
    let error = #expect(throws: SettingsError.self) {
      try Settings(flags: [:]) { $0 == "WAYMARK_BACKUP" ? text : nil }
    }
    #expect(error?.description.hasPrefix("WAYMARK_BACKUP: ") == true)
  }

  @Test("The record of backups is stored in the data directory and shown by the metrics")
  func record() throws {
    let data = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: data) }
    var settings = Settings(data: data)
    func metrics() -> String {
      let metrics = Metrics(service: "session")
      metrics.addBackups(of: settings) { Instant(seconds: 1_000_060) }
      return metrics.text()
    }
    #expect(BackupRecord.read(in: data) == BackupRecord())
    #expect(metrics().contains("waymark_backup_age_seconds{service=\"session\"} NaN\n"))
    settings.backup = try BackupPlan(parsing: "/b")
    #expect(metrics().contains("waymark_backup_age_seconds{service=\"session\"} +Inf\n"))
    var record = BackupRecord()
    record.good = .init(at: Instant(seconds: 1_000_000), path: "/b/a copy")
    try record.write(in: data)
    #expect(BackupRecord.read(in: data) == record)
    #expect(metrics().contains("waymark_backup_age_seconds{service=\"session\"} 60\n"))
    #expect(metrics().contains("waymark_backup_failed{service=\"session\"} 0\n"))
    record.failure = .init(at: Instant(seconds: 1_000_050), reason: "no\nroom")
    try record.write(in: data)
    #expect(BackupRecord.read(in: data).failure?.reason == "no room")
    #expect(BackupRecord.read(in: data).good == record.good)
    #expect(metrics().contains("waymark_backup_failed{service=\"session\"} 1\n"))
  }
}
