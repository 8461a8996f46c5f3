import Proto
import Service

/// The state that only requests of connectors use. Belongs to the edge's loop.
struct EdgeConnectors {
  let uses: ConnectorUses
  let storedBodies = StoredBodies()
  let importOrders: ImportOrders
  let metrics: ConnectorMetrics

  init(loop: Loop, session: any Upstream, metrics: Metrics, uploads: ImportUploads, ordersAtOnce: Int) {
    uses = ConnectorUses(session: session)
    importOrders = ImportOrders(loop: loop, session: session, uploads: uploads, atOnce: ordersAtOnce)
    self.metrics = ConnectorMetrics(metrics)
  }
}
