import Chronology
public import Service
import SessionSvc
public import Storage

/// Moves all data to another database. Afterwards the source is locked until `unlock`.
public struct MoveOperation {
  public let source: DatabaseAddress

  public init(from settings: Settings) throws {
    source = try settings.journal()
    if source.file != nil { try settings.checkDataIsRestored() }
    guard source.exists else {
      throw OperationFailure("there is no data at \(source); give the right --data or --database")
    }
  }

  /// Moves the data, or completes an interrupted move.
  public func move(to target: DatabaseAddress, progress: @escaping ProgressReport) throws -> MoveReport {
    if let file = source.file, let other = target.file, Files.real(file) == Files.real(other) {
      throw OperationFailure("--to is \(source), where the data is already; give another place")
    }
    if let file = target.file { try Settings(data: MoveLocks.directory(of: file)).checkDataIsRestored() }
    let locks = try MoveLocks(source, target)
    defer { locks.keep() }
    var (done, total) = (0, 0)
    let move = try DatabaseMove(
      from: source, to: target, migrations: SessionSchema.migrations, check: JournalMoveCheck(now: .now)
    ) { count in
      done += count
      progress(done, total)
    }
    total = try move.rowCount()
    do {
      return try move.run(at: Instant.now.description)
    } catch let error as DamagedSource {
      throw OperationFailure(
        "\(move.sourcePlace) is damaged and remains in use: \(error); see 'waymark verify', then migrate again")
    }
  }

  /// Allows a database to be used again after a move from it. Returns whether it was locked.
  public func unlock() throws -> Bool {
    let locks = try MoveLocks(source)
    defer { locks.keep() }
    return try DatabaseMove.unlock(source, migrations: SessionSchema.migrations)
  }
}
