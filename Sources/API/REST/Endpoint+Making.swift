import Proto

extension Endpoint {
  static func get<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String, details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .value, parameters, body: false, summary, details)
  }

  /// A picture, in the colours and of the width that are asked for.
  static func picture<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String, details: String = ""
  ) -> Endpoint where Call.Reply == MediaReply {
    let words = details.isEmpty ? summary : details
    return Endpoint(
      call, .get, path, .media(.svg), parameters + Parameter.drawing, body: false, summary,
      words + " A stand-alone SVG with a title and a description."
    )
    .tagged()
  }

  /// Pages to print.
  static func document<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String, details: String = ""
  ) -> Endpoint where Call.Reply == MediaReply {
    let words = details.isEmpty ? summary : details
    return Endpoint(
      call, .get, path, .media(.pdf), parameters, body: false, summary,
      words + " A PDF of A4 pages, whose text can be selected and searched."
    ).tagged()
  }

  /// A list that is sent as a whole, however long it is; the call has no parameters.
  static func gather<Call: Method>(
    _ path: String, _ call: Call.Type, list: String, _ summary: String, details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .gathered(list), [], body: false, summary, details)
  }

  /// A stream of events; `position` is the parameter that says after which the client goes on.
  static func events<Call: Method>(
    _ path: String, _ call: Call.Type, from position: String, parameters: [Parameter], _ summary: String,
    details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .events(position), parameters, body: false, summary, details)
  }

  /// Everything of a kind, page after page of bytes.
  static func download<Call: Method>(
    _ path: String, _ call: Call.Type, _ download: Download, parameters: [Parameter], _ summary: String,
    details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .download, parameters, body: false, summary, details, download: download)
  }

  /// A file as the body; the call's members are its parameters.
  static func upload<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter], _ summary: String, details: String
  ) -> Endpoint {
    Endpoint(call, .post, path, .value, parameters, body: false, summary, details).takingFile()
  }

  /// A change that answers with what is there now.
  static func write<Call: Method, Value>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = "", example: String? = nil
  ) -> Endpoint where Call.Reply == Written<Value> {
    Endpoint(call, verb, path, .written, parameters, body: true, summary, details, example)
  }

  /// A change without an answer, which needs nothing but its path.
  static func mark<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = ""
  ) -> Endpoint where Call.Reply == Nothing {
    Endpoint(call, verb, path, .nothing, parameters, body: false, summary, details)
  }

  /// A change of the browser's cookie; a POST takes a body.
  static func cookie<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, _ summary: String, details: String, example: String? = nil
  ) -> Endpoint where Call.Reply == SessionAPI.BrowserCookie {
    Endpoint(call, verb, path, .cookie, [], body: verb == .post, summary, details, example)
  }

  /// As `mark`, for a call that takes an idempotency key.
  static func act<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = ""
  ) -> Endpoint where Call.Reply == Written<Nothing> {
    Endpoint(call, verb, path, .done, parameters, body: false, summary, details)
  }
}
