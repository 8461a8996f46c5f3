public import Foundation

/// Covers of works and stories.
extension WaymarkClient {
  /// Returns the stored cover, or one that the server draws from title and authors. Throws ``APIError/notFound`` if the
  /// work or story does not exist.
  public func cover(of owner: CoverOwner) async throws(APIError) -> Cover {
    let response = try await send(Call(method: .get, path: owner.path, accept: "image/*"))
    return Cover(
      type: response.headers["Content-Type"] ?? "application/octet-stream", data: response.body,
      isGenerated: response.headers["X-Cover"] == "generated")
  }

  /// Stores an image of at most 1 MiB and 4,000 pixels a side as the cover.
  public func saveCover(_ data: Data, _ format: CoverFormat, of owner: CoverOwner) async throws(APIError) {
    _ = try await send(Call(method: .put, path: owner.path, body: data, contentType: format.rawValue))
  }

  /// Lets the server fetch the cover of a book from a catalogue: `source` and `sourceId` are those of a candidate of
  /// `GET /lookup`.
  public func fetchCover(source: String, sourceId: String, for owner: CoverOwner) async throws(APIError) {
    let body = try WireFormat.encode(["candidate": ["source": source, "sourceId": sourceId]])
    _ = try await send(Call(method: .put, path: owner.path, body: body))
  }

  /// Deletes the stored cover. Succeeds if there is none.
  public func deleteCover(of owner: CoverOwner) async throws(APIError) {
    _ = try await send(Call(method: .delete, path: owner.path))
  }
}
