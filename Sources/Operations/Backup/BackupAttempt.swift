import Chronology
import Service

/// Records the outcome of each attempt to make a backup in the data directory.
enum BackupAttempt {
  static func run(
    in settings: Settings, at now: Instant, _ log: Log, _ make: () throws -> BackupMaker.Made
  ) throws -> BackupMaker.Made {
    var record = BackupRecord.read(in: settings.data)
    func write() {
      do throws(SettingsError) {
        try record.write(in: settings.data)
      } catch {
        log.warning("cannot record the outcome of a backup", ["reason": "\(error)"])
      }
    }
    do {
      let made = try make()
      record = BackupRecord()
      record.good = BackupRecord.Good(at: now, path: made.path)
      write()
      return made
    } catch {
      record.failure = BackupRecord.Failure(at: now, reason: "\(error)")
      write()
      throw error
    }
  }
}
