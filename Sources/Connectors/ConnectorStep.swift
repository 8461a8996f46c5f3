public import API
public import JSON
public import Proto

/// The next step of a request, which the edge carries out.
public enum ConnectorStep {
  case respond(ConnectorResponse)
  /// Send a page of a long JSON text. The next step follows when the client has read it.
  case sendPage([UInt8], next: () -> ConnectorStep)
  /// Send the last page after others.
  case sendLastPage([UInt8])
  case fail(ConnectorProblem)
  /// Make a call for the user.
  case call(ConnectorCall)
  /// Import ordered content, and wait for the outcome for as long as the client's time allows. It is nil if the import
  /// continues after that.
  case runImport(blob: Int64, user: String, (ConnectorImport?) -> ConnectorStep)
  /// Import the body, which the terms asked to keep for that, and wait for the outcome for as long as the client's time
  /// allows. It is nil if the import continues after that; the body is then stored durably.
  case importBody(SessionAPI.ImportOrder, name: String, (ConnectorImport?) -> ConnectorStep)
  /// Respond with stored content, piece by piece.
  case download(ConnectorDownload)
  /// Verify other credentials than those of the plan. The user is nil if they are not valid.
  case verify(ConnectorCredentials, (ConnectorUser?) -> ConnectorStep)
}

/// A response whose body is stored content. Its length is known.
public struct ConnectorDownload: Sendable {
  /// The head of the response.
  public var response: ConnectorResponse
  public var length: Int
  public var blob: Int64
  public var user: String

  public init(_ response: ConnectorResponse, length: Int, blob: Int64, user: String) {
    self.response = response
    self.length = length
    self.blob = blob
    self.user = user
  }
}

/// A call and what follows it.
public struct ConnectorCall {
  public var service: String
  public var method: String
  public var argument: [UInt8]
  /// The user for whom the call is made.
  public var user: String
  public var next: (RawResponse) -> ConnectorStep
}

extension ConnectorStep {
  /// Makes a typed call. Without `failed`, a fault becomes an error of the connector.
  public static func call<Call: Method>(
    _ call: Call, for user: ConnectorUser?, failed: ((Fault) -> ConnectorStep)? = nil,
    then: @escaping (Call.Reply) -> ConnectorStep
  ) -> ConnectorStep {
    func fail(_ fault: Fault) -> ConnectorStep { failed?(fault) ?? .fail(ConnectorProblem(fault)) }
    do throws(Fault) {
      let argument = try CBOREncoder.encode(call)
      return .call(
        ConnectorCall(service: Call.API.service, method: Call.name, argument: argument, user: user?.id ?? "") {
          response in
          switch response {
          case .fault(let fault): return fail(fault)
          case .reply(let bytes, _):
            do throws(Fault) {
              return then(try CBORDecoder.decode(Call.Reply.self, from: bytes))
            } catch {
              return fail(Fault(.internal, "cannot decode the reply of \(Call.name): \(error.message)"))
            }
          }
        })
    } catch {
      return fail(error)
    }
  }
}

extension ConnectorProblem {
  /// Converts a fault of a service. The details of an internal error stay in the log.
  public init(_ fault: Fault) {
    switch fault.code {
    case .invalid: self.init(400, fault.message)
    case .notFound: self.init(404, fault.message)
    case .conflict: self.init(409, fault.message)
    case .unauthenticated: self = .badCredentials
    case .forbidden: self.init(403, fault.message)
    case .overloaded, .unavailable, .deadlineExceeded, .cancelled: self.init(503, fault.message)
    case .internal, .unknownMethod: self.init(500, "internal error; the details are in the server's log")
    }
  }
}

extension ConnectorResponse {
  public static func json(_ value: JSONValue, status: Int = 200) -> ConnectorResponse {
    ConnectorResponse(status: status, contentType: "application/json", body: value.bytes)
  }
}
