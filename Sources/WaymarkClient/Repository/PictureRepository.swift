public import Foundation

/// The pictures of one user: cached for five minutes, asked for again by their tag, and at hand without a network.
public actor PictureRepository {
  let client: WaymarkClient
  private let store: LastKnownStore?
  private let pictures: AnswerShelf<DrawnPicture>

  /// - Parameter lastKnown: where pictures survive a restart of the app; the other repositories of the same account
  ///   may have the same one.
  public init(client: WaymarkClient, lastKnown: LastKnownStore? = nil) {
    self.client = client
    store = lastKnown
    pictures = AnswerShelf(client: client, store: lastKnown) { response throws(APIError) in try DrawnPicture(response) }
  }

  /// The bytes of the SVG. Without a width as wide as the server draws it.
  public func fetchPicture(
    _ picture: Picture, theme: PictureTheme = .auto, width: Int? = nil, forceRefresh: Bool = false,
    showing show: ShowKept<Data>? = nil
  ) async throws(APIError) -> Answer<Data> {
    let terms = AnswerShelf<DrawnPicture>.Terms(writes: client.writes.value, forcesRefresh: forceRefresh)
    return try await pictures.answer(
      to: .picture(picture, theme, width), on: terms, showing: partly(show, \.svg)
    ).map(\.svg)
  }

  /// Discards everything about the user, on sign-out.
  public func discardEverything() async {
    client.writes.note()
    await pictures.discardAll()
    store?.removeAll()
  }
}
