import Chronology
import Storage

extension SessionHandlers {
  /// Removes expired responses in small batches, so that no command waits long.
  func purgeKeys() async throws {
    let limit = SessionLimits.keysPerPurge
    let oldest = now() + -SessionLimits.keySeconds
    while true {
      let keys = try await database.read(cost: limit / 8) { rows in
        try IdempotencyStore.keys(before: oldest, limit: limit, rows)
      }
      if keys.isEmpty { return }
      try await database.write(cost: keys.count) { transaction in
        for key in keys { try IdempotencyStore.delete(key, transaction) }
      }
      if keys.count < limit { return }
    }
  }
}
