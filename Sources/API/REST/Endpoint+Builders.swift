import Proto

extension Endpoint {
  static func get<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String, details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .value, parameters, body: false, summary, details)
  }

  /// A picture, with parameters for colours and width.
  static func picture<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String, details: String = ""
  ) -> Endpoint where Call.Reply == MediaReply {
    let words = details.isEmpty ? summary : details
    return Endpoint(
      call, .get, path, .media(.svg), parameters + Parameter.drawing, body: false, summary,
      words + " A stand-alone SVG with a title and a description."
    )
    .tagged().inLanguages()
  }

  /// A stored image, or a drawing.
  static func image<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String, details: String
  ) -> Endpoint where Call.Reply == MediaReply {
    Endpoint(call, .get, path, .image, parameters + [.lang], body: false, summary, details).tagged().inLanguages()
  }

  /// A PDF to print.
  static func document<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String, details: String = ""
  ) -> Endpoint where Call.Reply == MediaReply {
    let words = details.isEmpty ? summary : details
    return Endpoint(
      call, .get, path, .media(.pdf), parameters + [.lang], body: false, summary,
      words + " A PDF of A4 pages, whose text can be selected and searched."
    ).tagged().inLanguages()
  }

  /// A list that is sent as a whole, regardless of its length. The call has no parameters.
  static func gather<Call: Method>(
    _ path: String, _ call: Call.Type, list: String, _ summary: String, details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .gathered(list), [], body: false, summary, details)
  }

  /// A stream of events. `position` is the parameter with the position after which the stream continues.
  static func events<Call: Method>(
    _ path: String, _ call: Call.Type, from position: String, parameters: [Parameter], _ summary: String,
    details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .events(position), parameters, body: false, summary, details)
  }

  /// A download of any length, read in chunks.
  static func download<Call: Method>(
    _ path: String, _ call: Call.Type, _ download: Download, parameters: [Parameter], _ summary: String,
    details: String = ""
  ) -> Endpoint {
    Endpoint(call, .get, path, .download, parameters, body: false, summary, details, download: download)
  }

  /// An upload, whose body is a file. The call's members are parameters.
  static func upload<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter], _ summary: String, details: String
  ) -> Endpoint {
    Endpoint(call, .post, path, .value, parameters, body: false, summary, details).takingFile()
  }

  /// A write that returns the new value.
  static func write<Call: Method, Value>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = "", example: String? = nil
  ) -> Endpoint where Call.Reply == Written<Value> {
    Endpoint(call, verb, path, .written, parameters, body: true, summary, details, example)
  }

  /// A write that has neither a body nor a reply.
  static func mark<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = ""
  ) -> Endpoint where Call.Reply == Nothing {
    Endpoint(call, verb, path, .nothing, parameters, body: false, summary, details)
  }

  /// A write that has a body and no reply.
  static func submit<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = "", example: String? = nil
  ) -> Endpoint where Call.Reply == Nothing {
    Endpoint(call, verb, path, .nothing, parameters, body: true, summary, details, example)
  }

  /// A write that has no body and returns the new value.
  static func make<Call: Method, Value>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = ""
  ) -> Endpoint where Call.Reply == Written<Value> {
    Endpoint(call, verb, path, .written, parameters, body: false, summary, details)
  }

  /// A write that sets or clears the browser's cookie. A POST has a body.
  static func cookie<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, _ summary: String, details: String, example: String? = nil
  ) -> Endpoint where Call.Reply == SessionAPI.BrowserCookie {
    Endpoint(call, verb, path, .cookie, [], body: verb == .post, summary, details, example)
  }

  /// Begins a ceremony with a passkey.
  static func challenge<Call: Method, Value>(
    _ path: String, _ call: Call.Type, _ summary: String, details: String
  ) -> Endpoint where Call.Reply == Challenged<Value> {
    Endpoint(call, .post, path, .challenge, [], body: false, summary, details)
  }

  /// A page of the browser that leads to another one.
  static func redirect<Call: Method>(
    _ path: String, _ call: Call.Type, parameters: [Parameter], _ summary: String, details: String
  ) -> Endpoint where Call.Reply == SessionAPI.Redirection {
    Endpoint(call, .get, path, .redirect, parameters, body: false, summary, details)
  }

  /// A call of another server, whose body is a form.
  static func form<Call: Method>(
    _ path: String, _ call: Call.Type, _ summary: String, details: String, example: String
  ) -> Endpoint where Call.Reply == Nothing {
    Endpoint(call, .post, path, .nothing, [], body: true, summary, details, example).takingForm().returning(200)
  }

  /// A call that has a body and returns a value that is not stored.
  static func send<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, _ summary: String, details: String, example: String? = nil
  ) -> Endpoint {
    Endpoint(call, verb, path, .value, [], body: true, summary, details, example)
  }

  /// A call that has no body and returns a value that is not stored.
  static func perform<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = ""
  ) -> Endpoint {
    Endpoint(call, verb, path, .value, parameters, body: false, summary, details)
  }

  /// Like `mark`, but the call accepts an idempotency key.
  static func act<Call: Method>(
    _ verb: Verb, _ path: String, _ call: Call.Type, parameters: [Parameter] = [], _ summary: String,
    details: String = ""
  ) -> Endpoint where Call.Reply == Written<Nothing> {
    Endpoint(call, verb, path, .done, parameters, body: false, summary, details)
  }
}
