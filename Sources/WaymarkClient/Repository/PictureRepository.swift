public import Foundation

/// The pictures of one user, cached for five minutes, revalidated with their ETag, and available offline.
public actor PictureRepository {
  let client: WaymarkClient
  private let store: LastKnownStore?
  private let pictures: ResponseCache<DrawnPicture>

  /// Creates a repository.
  ///
  /// - Parameter lastKnown: stores pictures across restarts of the app. All repositories of an account may share it.
  public init(client: WaymarkClient, lastKnown: LastKnownStore? = nil) {
    self.client = client
    store = lastKnown
    pictures = ResponseCache(client: client, store: lastKnown) { response throws(APIError) in
      try DrawnPicture(response)
    }
  }

  /// Returns the bytes of the SVG.
  ///
  /// - Parameter width: the width in pixels, limited to ``WaymarkClient/Limits/pictureWidths``. If nil, the server uses
  ///   its default.
  public func fetchPicture(
    _ picture: Picture, theme: PictureTheme = .auto, width: Int? = nil, forceRefresh: Bool = false,
    showing show: ShowKept<Data>? = nil
  ) async throws(APIError) -> Answer<Data> {
    let policy = ResponseCache<DrawnPicture>.ReadPolicy(writes: client.writes.value, forcesRefresh: forceRefresh)
    return try await pictures.value(
      for: .picture(picture, theme, width), under: policy, showing: projecting(show, \.svg)
    ).map(\.svg)
  }

  /// Deletes all cached and stored values of the user. Call it on sign-out.
  public func discardEverything() async {
    client.writes.increment()
    await pictures.discardAll()
    store?.removeAll()
  }
}
