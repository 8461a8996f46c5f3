import Proto

/// The chunks of another call of the same service, for clients that accept their media type.
public struct Alternative: Sendable {
  public let type: MediaType
  public let method: String
  public let download: Download
}

/// The file name and the calls of a download. A call takes `after` and returns `{bytes, next}`.
public struct Download: Sendable {
  /// The start of the file's name.
  public let file: String
  /// The parameters that the client can choose, or nil for a single document.
  public let choice: Choice?
  /// The type of a single document, or nil for JSON.
  public let type: MediaType?

  public struct Choice: Sendable {
    /// The parameter that selects the data. Its value becomes part of the file's name.
    public let kind: String
    /// The parameter that selects `csv` or `json`, and its default.
    public let format: String
    public let usualFormat: String
    /// The kind that another call serves, with the same parameters.
    public let exception: (kind: String, service: String, method: String)
  }

  init(file: String, type: MediaType? = nil) {
    self.file = file
    self.type = type
    choice = nil
  }

  init<Call: Method>(
    file: String, kind: String, format: String, usualFormat: String, except exception: String, by call: Call.Type
  ) {
    self.file = file
    type = nil
    choice = Choice(
      kind: kind, format: format, usualFormat: usualFormat, exception: (exception, Call.API.service, Call.name))
  }
}
