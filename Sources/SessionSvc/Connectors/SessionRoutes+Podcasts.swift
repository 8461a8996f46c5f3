extension SessionRoutes {
  /// Registers the calls of the connectors gpodder and ListenBrainz.
  static func registerPodcasts(_ calls: SessionRouter, _ handlers: SessionHandlers) {
    calls.serve(handlers.recordEpisodeActions)
    calls.serve(handlers.readEpisodeActions, bulk: { _ in SessionLimits.exportReadBytes })
    calls.serve(handlers.changeSubscriptions)
    calls.serve(handlers.fetchSubscriptions, bulk: { _ in SessionLimits.subscriptionListBytes })
    calls.serve(handlers.listPodcastDevices)
    calls.serve(handlers.savePodcastDevice)
    calls.serve(handlers.openPodcastSession)
    calls.serve(handlers.closePodcastSession)
    calls.serve(handlers.recordListens)
    calls.serve(handlers.listListens, bulk: { _ in SessionLimits.listenListBytes })
    calls.serve(handlers.countListens)
  }
}
