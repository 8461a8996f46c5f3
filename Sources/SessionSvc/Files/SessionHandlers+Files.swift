import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

extension SessionHandlers {
  func listFiles(
    _ call: SessionAPI.ListFiles, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ListFiles.Reply {
    try await read(caller, cost: 1 + (call.hasChildren ? FileRules.mostFiles / 100 : 0)) { user, rows in
      let children = call.hasChildren ? try FileStore.children(user, of: call.path, rows) : []
      guard !call.path.isRoot else {
        let newest = try FileStore.children(user, of: call.path, rows).map(\.modifiedAt).max()
        let root = SessionAPI.FileEntry(
          path: call.path, isFolder: true, size: 0, sha256: [], modifiedAt: newest ?? Instant(seconds: 0), blob: 0)
        return SessionAPI.ListFiles.Reply(entry: root, children: children)
      }
      return SessionAPI.ListFiles.Reply(entry: try FileStore.entry(user, call.path, rows), children: children)
    }
  }

  func readFile(
    _ call: SessionAPI.ReadFile, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ReadFile.Reply {
    try await read(caller, cost: SessionLimits.fileChunkCost) { user, rows in
      guard let bytes = try BlobStore.chunk(user, call.blob, place: call.place, rows) else {
        throw Fault(.notFound, "the file was replaced while it was read; read it again")
      }
      return SessionAPI.ReadFile.Reply(bytes: bytes)
    }
  }

  /// Pieces arrive in order.
  func writeUpload(_ call: SessionAPI.WriteUpload, _ caller: CallerContext) async throws(Fault) -> Nothing {
    guard (1...FileRules.chunkBytes).contains(call.bytes.count), call.blob != 0 else {
      throw Fault.invalid("bytes", "must have 1 to \(FileRules.chunkBytes) bytes")
    }
    return try await command(caller, cost: SessionLimits.fileChunkCost) { transaction in
      let (user, rows) = (transaction.user, transaction.rows)
      var blob =
        try BlobStore.blob(user, call.blob, rows) ?? BlobStore.Blob(id: call.blob, size: 0, isUsed: false)
      guard !blob.isUsed, blob.size == call.place * FileRules.chunkBytes,
        blob.size + call.bytes.count <= FileRules.mostBytes
      else { throw Fault.invalid("place", "must follow the stored pieces") }
      guard
        try BlobStore.unusedBytes(user, rows) + call.bytes.count <= SessionLimits.uploadBytesOfUser
      else { throw Fault(.overloaded, "too many files are being sent; retry later") }
      blob.size += call.bytes.count
      try BlobStore.save(blob, of: user, at: transaction.now, transaction.storage)
      try BlobStore.insert(call.bytes, call.blob, place: call.place, of: user, transaction.storage)
      return Nothing()
    }
  }

  func putFile(_ call: SessionAPI.PutFile, _ caller: CallerContext) async throws(Fault) -> SessionAPI.FileReply {
    let (reply, replaced) = try await command(caller) { try $0.put(call) }
    if let replaced { await delete(blobs: [replaced], of: caller) }
    return reply
  }

  func makeFolder(
    _ call: SessionAPI.MakeFolder, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FileReply {
    try await command(caller) { transaction in
      let (user, rows) = (transaction.user, transaction.rows)
      guard FileRules.isAllowed(call.path, isFolder: true) else { return .init(.badPath) }
      guard !call.path.isRoot, try FileStore.entry(user, call.path, rows) == nil else { return .init(.otherKind) }
      guard try transaction.isFolder(call.path.parent) else { return .init(.missingParent) }
      guard try FileStore.totals(user, rows).count < FileRules.mostFiles else { return .init(.full) }
      let folder = SessionAPI.FileEntry(
        path: call.path, isFolder: true, size: 0, sha256: [], modifiedAt: transaction.now, blob: 0)
      try FileStore.save(folder, of: user, transaction.storage)
      return .init(.created, folder)
    }
  }

  func moveFile(_ call: SessionAPI.MoveFile, _ caller: CallerContext) async throws(Fault) -> SessionAPI.FileReply {
    let (reply, blobs) = try await command(caller, cost: SessionLimits.folderCost) { try $0.move(call) }
    await delete(blobs: blobs, of: caller)
    return reply
  }

  func deleteFile(
    _ call: SessionAPI.DeleteFile, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FileReply {
    let (reply, blobs) = try await command(caller, cost: SessionLimits.folderCost) { transaction in
      guard !call.path.isRoot else { return (SessionAPI.FileReply(.otherKind), [Int64]()) }
      let entry = try FileStore.entry(transaction.user, call.path, transaction.rows)
      guard let entry else { return (.init(.missing), []) }
      guard call.condition.holds(for: entry.tag) else { return (.init(.conditionFailed), []) }
      return (.init(.replaced, entry), try transaction.remove(entry))
    }
    await delete(blobs: blobs, of: caller)
    return reply
  }

  /// Deletes content that no file has, in slices, so that no command waits long. The rest of a failed deletion is
  /// deleted later.
  func delete(blobs: [Int64], of caller: CallerContext) async {
    guard let user = caller.user else { return }
    for blob in blobs { try? await delete(blob: blob, of: user) }
  }

  private func delete(blob: Int64, of user: String) async throws {
    let chunks = SessionLimits.chunksPerSlice
    while try await !database.write(
      user: user, cost: chunks * SessionLimits.fileChunkCost,
      { try BlobStore.deleteSlice(blob, of: user, chunks: chunks, $0) })
    {}
  }

  /// Deletes uploads that no file has got.
  func purgeUploads() async throws {
    let limit = SessionLimits.keysPerPurge
    let then = now() + -SessionLimits.uploadSeconds
    let blobs = try await database.read(cost: limit / 8) { rows in
      try BlobStore.unused(before: then, limit: limit, rows)
    }
    for blob in blobs { try await delete(blob: blob.id, of: blob.user) }
  }
}

extension UserTransaction {
  fileprivate func isFolder(_ path: FilePath) throws -> Bool {
    try path.isRoot || FileStore.entry(user, path, rows)?.isFolder == true
  }

  /// Returns the reply and the content that no file has any more.
  fileprivate func put(_ call: SessionAPI.PutFile) throws -> (SessionAPI.FileReply, replaced: Int64?) {
    guard FileRules.isAllowed(call.path, isFolder: false) else { return (.init(.badPath), nil) }
    let old = try FileStore.entry(user, call.path, rows)
    guard !call.path.isRoot, old?.isFolder != true else { return (.init(.otherKind), nil) }
    guard call.condition.holds(for: old?.tag) else { return (.init(.conditionFailed), nil) }
    guard try isFolder(call.path.parent) else { return (.init(.missingParent), nil) }
    let totals = try FileStore.totals(user, rows)
    guard totals.count + (old == nil ? 1 : 0) <= FileRules.mostFiles,
      totals.bytes - (old?.size ?? 0) + call.size <= FileRules.mostBytesOfUser
    else { return (.init(.full), nil) }
    if call.size > 0 {
      guard var blob = try BlobStore.blob(user, call.blob, rows), !blob.isUsed, blob.size == call.size else {
        throw Fault.invalid("blob", "is not an upload of this size")
      }
      let start = try BlobStore.chunk(user, call.blob, place: 0, rows) ?? []
      guard FileRules.mayBegin(call.path.name, with: start) else { return (.init(.badContent), nil) }
      blob.isUsed = true
      try BlobStore.save(blob, of: user, at: now, storage)
    } else if !FileRules.mayBegin(call.path.name, with: []) {
      return (.init(.badContent), nil)
    }
    let entry = SessionAPI.FileEntry(
      path: call.path, isFolder: false, size: call.size, sha256: call.sha256, modifiedAt: now,
      blob: call.size > 0 ? call.blob : 0)
    try FileStore.save(entry, of: user, storage)
    if let old, old.blob != 0, old.sha256 == call.sha256,
      let waiting = try ImportOrderStore.order(user, old.blob, rows), waiting.claimedUntil <= now
    {
      // The import of the same content is ordered below.
      try ImportOrderStore.delete(old.blob, of: user, storage)
    }
    if let order = call.order, entry.blob != 0 {
      try self.order(order, entry.blob, size: entry.size, name: call.path.name)
    }
    let replaced = try old.flatMap { try release($0) }
    return (.init(old == nil ? .created : .replaced, entry), replaced)
  }

  /// The content of the entry belongs to no file any more. Returns its number if it can be deleted. An import that was
  /// ordered still needs it: its upload was acknowledged, and the content that replaces it may lack some of its data.
  private func release(_ entry: SessionAPI.FileEntry) throws -> Int64? {
    guard entry.blob != 0, try ImportOrderStore.order(user, entry.blob, rows) == nil,
      var blob = try BlobStore.blob(user, entry.blob, rows)
    else { return nil }
    blob.isUsed = false
    // It may be deleted at once.
    try BlobStore.save(blob, of: user, at: Instant(seconds: 0), storage)
    return entry.blob
  }

  /// Deletes a file, or a folder with its contents. Returns the content that no file has any more.
  fileprivate func remove(_ entry: SessionAPI.FileEntry) throws -> [Int64] {
    let contents = entry.isFolder ? try FileStore.contents(user, of: entry.path, rows) : []
    return try ([entry] + contents).compactMap { entry in
      try FileStore.delete(entry.path, of: user, storage)
      return try release(entry)
    }
  }

  fileprivate func move(_ call: SessionAPI.MoveFile) throws -> (SessionAPI.FileReply, [Int64]) {
    guard let entry = try FileStore.entry(user, call.path, rows) else { return (.init(.missing), []) }
    guard call.condition.holds(for: entry.tag) else { return (.init(.conditionFailed), []) }
    let target = call.target
    guard !target.isRoot, target != call.path, !target.isBelow(call.path), !call.path.isBelow(target) else {
      return (.init(.otherKind), [])
    }
    let contents = entry.isFolder ? try FileStore.contents(user, of: entry.path, rows) : []
    let moved = ([entry] + contents).map { old in
      var new = old
      new.path = old.path.moved(from: call.path, to: target)
      return new
    }
    guard moved.allSatisfy({ FileRules.isAllowed($0.path, isFolder: $0.isFolder) }) else {
      return (.init(.badPath), [])
    }
    guard try isFolder(target.parent) else { return (.init(.missingParent), []) }
    let old = try FileStore.entry(user, target, rows)
    guard old == nil || call.overwrites else { return (.init(.conditionFailed), []) }
    if !entry.isFolder, entry.size > 0 {
      let start = try BlobStore.chunk(user, entry.blob, place: 0, rows) ?? []
      guard FileRules.mayBegin(target.name, with: start) else { return (.init(.badContent), []) }
    }
    let removed = try old.map { try remove($0) } ?? []
    for entry in [entry] + contents { try FileStore.delete(entry.path, of: user, storage) }
    for entry in moved { try FileStore.save(entry, of: user, storage) }
    if let order = call.order, !entry.isFolder, entry.blob != 0 {
      try self.order(order, entry.blob, size: entry.size, name: target.name)
    }
    return (.init(old == nil ? .created : .replaced, moved[0]), removed)
  }
}
