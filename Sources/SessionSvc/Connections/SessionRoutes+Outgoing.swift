import API

extension SessionRoutes {
  /// Registers the calls about other servers: look-ups, connections and webhooks.
  static func registerOutgoing(_ calls: SessionRouter, _ handlers: SessionHandlers) {
    calls.serve(handlers.lookUpBooks)
    calls.serve(handlers.listConnections, page: \.limit)
    calls.serve(handlers.fetchConnection)
    calls.serve(handlers.createConnection)
    calls.serve(handlers.patchConnection)
    calls.serve(handlers.deleteConnection)
    calls.serve(handlers.runConnection)
    calls.serve(handlers.leaseConnection)
    calls.serve(handlers.importForeignSessions)
    calls.serve(handlers.storeForeignCover)
    calls.serve(handlers.finishConnection)
    calls.serve(handlers.listWebhooks, page: \.limit)
    calls.serve(handlers.fetchWebhook)
    calls.serve(handlers.createWebhook)
    calls.serve(handlers.patchWebhook)
    calls.serve(handlers.deleteWebhook)
    calls.serve(handlers.testWebhook)
  }
}
