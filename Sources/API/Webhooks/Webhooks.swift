public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let webhooks: [Endpoint] = [
    SessionAPI.ListWebhooks.endpoint,
    SessionAPI.CreateWebhook.endpoint,
    SessionAPI.FetchWebhook.endpoint,
    SessionAPI.PatchWebhook.endpoint,
    SessionAPI.DeleteWebhook.endpoint,
    SessionAPI.TestWebhook.endpoint,
  ]
}

extension SessionAPI {
  public struct WebhookReply: Codable, Hashable, Sendable {
    public var id: String
    public var url: String
    public var events: [String]
    public var isOn: Bool
    public var createdAt: Instant
    public var lastDelivery: WebhookDelivery?

    public init(_ webhook: Webhook) {
      id = webhook.id
      url = webhook.url
      events = webhook.events
      isOn = webhook.isOn
      createdAt = webhook.createdAt
      lastDelivery = webhook.lastDelivery
    }
  }

  /// A new webhook with its secret.
  public struct CreatedWebhook: Codable, Hashable, Sendable {
    public var id: String
    public var url: String
    public var events: [String]
    public var isOn: Bool
    public var createdAt: Instant
    public var lastDelivery: WebhookDelivery?
    public var secret: String

    public init(_ webhook: Webhook, secret: String) {
      let reply = WebhookReply(webhook)
      id = reply.id
      url = reply.url
      events = reply.events
      isOn = reply.isOn
      createdAt = reply.createdAt
      lastDelivery = reply.lastDelivery
      self.secret = secret
    }
  }

  public struct ListWebhooks: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<WebhookReply>
    public static let name = "webhook.list"
    static let endpoint = Endpoint.get(
      "/webhooks", ListWebhooks.self, parameters: Parameter.page, "List the webhooks, oldest first.",
      details: "The secrets are not included: each appears only in the response that created its webhook.")

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchWebhook: Method {
    public typealias API = SessionAPI
    public typealias Reply = WebhookReply
    public static let name = "webhook.get"
    static let endpoint = Endpoint.get(
      "/webhooks/{id}", FetchWebhook.self, parameters: [.givenID], "Get one webhook.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct CreateWebhook: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<CreatedWebhook>
    public static let name = "webhook.create"
    static let endpoint = Endpoint.write(
      .post, "/webhooks", CreateWebhook.self, "Create a webhook.",
      details: """
        The server sends a POST request to `url` for each event. `secret` appears only in this response: it signs the \
        requests (Standard Webhooks). A user has at most 10 webhooks; creating more returns 409.
        """,
      example: #"{"url": "https://hooks.example.org/waymark", "events": ["book.finished", "goal.reached"]}"#
    ).returning(201).orConflict()

    public var url: String
    public var events: [String]
    public var isOn: Bool?

    public init(url: String, events: [String], isOn: Bool? = nil) {
      self.url = url
      self.events = events
      self.isOn = isOn
    }
  }

  public struct PatchWebhook: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<WebhookReply>
    public static let name = "webhook.patch"
    static let endpoint = Endpoint.write(
      .patch, "/webhooks/{id}", PatchWebhook.self, parameters: [.givenID], "Change a webhook.",
      details: "The events that wait for a webhook are dropped when it is switched off.",
      example: #"{"events": ["*"], "isOn": true}"#)

    public var id: String
    public var url: Patch<String>
    public var events: Patch<[String]>
    public var isOn: Patch<Bool>

    public init(
      id: String, url: Patch<String> = .unchanged, events: Patch<[String]> = .unchanged, isOn: Patch<Bool> = .unchanged
    ) {
      self.id = id
      self.url = url
      self.events = events
      self.isOn = isOn
    }
  }

  public struct DeleteWebhook: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "webhook.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/webhooks/{id}", DeleteWebhook.self, parameters: [.givenID], "Delete a webhook.",
      details: "The events that wait for it are not sent.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct TestWebhook: Method {
    public typealias API = SessionAPI
    public static let name = "webhook.test"
    static let endpoint = Endpoint.perform(
      .post, "/webhooks/{id}/test", TestWebhook.self, parameters: [.givenID], "Send a test event to a webhook now.",
      details:
        "It may be switched off. The outcome becomes `lastDelivery`. There are no further attempts."
    ).callingOthers()

    public var id: String
    public init(id: String) { self.id = id }

    public struct Reply: Codable, Hashable, Sendable {
      public var status: Int?
      public var problem: String?

      public init(status: Int?, problem: String?) {
        self.status = status
        self.problem = problem
      }
    }
  }
}

extension Bound {
  fileprivate static let webhookEvents = list(
    upTo: WebhookEvent.allCases.count, of: .values(WebhookEvent.allCases.map(\.rawValue) + [WebhookEvent.every]))
}

extension SessionAPI.WebhookReply: Described {
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "00010203040506ff"),
    "url": Note("The address to which events are sent.", like: "https://hooks.example.org/waymark"),
    "events": Note("The names of the events, or one asterisk for all.", .webhookEvents),
    "isOn": "Whether events are sent. Five days without success, or status 410, switch it off.",
    "createdAt": "The time of creation.",
    "lastDelivery": "The last attempt, or null if there was none.",
  ]
}

extension SessionAPI.CreatedWebhook: Described {
  public static var title: String { "CreatedWebhook" }
  public static let members: [String: Note] =
    SessionAPI.WebhookReply.members + [
      "secret": Note(
        "Signs the requests. It is shown only once.", like: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=")
    ]
}

extension WebhookDelivery: Described {
  public static var title: String { "WebhookDelivery" }
  public static let members: [String: Note] = [
    "at": "The time of the attempt.",
    "type": Note("The type of the event.", like: "book.finished"),
    "status": Note("The status of the response, or null if there was none.", like: 204),
    "problem": Note("Why it failed, or null after a success.", like: "the receiver responded with status 500"),
  ]
}

extension SessionAPI.CreateWebhook: Described {
  public static var title: String { "WebhookInput" }
  public static let members: [String: Note] = [
    "url": Note(
      "The http or https address to which events are sent, without credentials.",
      .text(1...WebhookRules.longestURL, form: "^https?://[!-~]+$"), like: "https://hooks.example.org/waymark"),
    "events": Note("The names of the events, or one asterisk for all.", .webhookEvents),
    "isOn": "Whether events are sent. Default: true.",
  ]
}

extension SessionAPI.PatchWebhook: Described {
  public static var title: String { "WebhookPatch" }
  public static let members: [String: Note] = [
    "url": Note(
      "The address to which events are sent.", .text(1...WebhookRules.longestURL, form: "^https?://[!-~]+$"),
      like: "https://hooks.example.org/waymark"
    ).lasting,
    "events": Note("The names of the events, or one asterisk for all.", .webhookEvents).lasting,
    "isOn": Note("Whether events are sent.").lasting,
  ]
}

extension SessionAPI.TestWebhook.Reply: Described {
  public static var title: String { "WebhookTest" }
  public static let members: [String: Note] = [
    "status": Note("The status of the response, or null if there was none.", like: 204),
    "problem": Note("Why it failed, or null after a success.", like: "the receiver responded with status 500"),
  ]
}
