/// The protocols that this program speaks. A new one is added here.
public enum ConnectorList {
  public static let all: [any Connector] = [WebDAV(), KOSync(), KoInsight(), Gpodder(), ListenBrainz()]
}
