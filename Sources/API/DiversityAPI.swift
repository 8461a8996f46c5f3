public import Proto

public enum DiversityAPI: ServiceAPI {
  public static let service = "diversity"
}
