import CBOR
import Glibc
import Loop
import VirtualLoop

@testable import RPC

/// The echo service and a client in a simulation, each with a loop like two processes.
final class SimulatedEcho {
  let simulation: Simulation
  let clientLoop: Loop
  let serviceLoop: Loop
  let gate: Gate
  let server: RPCServer
  let client: Client<EchoAPI>
  private let state: LoopLocal<Network>

  /// The path from the client to the service.
  struct Network {
    let simulation: Simulation
    var isListening = true
    /// Accepts connections and does nothing with them.
    var isDeaf = false
    var attempts: [UInt64] = []
    /// When attempts failed, and when the next attempt followed each of them.
    var failures: [UInt64] = []
    var afterFailures: [UInt64] = []
    /// The client's ends.
    var descriptors: [CInt] = []
  }

  init(
    _ simulation: Simulation, maxInFlight: Int = RPCLimits.callsInFlight, isListening: Bool = true,
    gate: Gate = Gate(), addRoutes: (Router) -> Void = { _ in }
  ) {
    let (clientLoop, serviceLoop) = (simulation.makeLoop(), simulation.makeLoop())
    let router = echoRouter(gate: gate)
    addRoutes(router)
    let server = RPCServer(loop: serviceLoop, router: router, maxInFlight: maxInFlight)
    let state = LoopLocal(onLoop: clientLoop, Network(simulation: simulation, isListening: isListening))
    let link = ServiceLink(loop: clientLoop, service: EchoAPI.service, build: "") { () throws(SystemError) in
      let network = state.value
      state.value.attempts.append(network.simulation.now)
      if network.afterFailures.count < network.failures.count {
        state.value.afterFailures.append(network.simulation.now)
      }
      guard network.isListening else {
        state.value.failures.append(network.simulation.now)
        throw SystemError(ECONNREFUSED, "connect")
      }
      let (ours, theirs) = network.simulation.makePair()
      state.value.descriptors.append(ours)
      if !network.isDeaf {
        serviceLoop.execute { server.serve(SocketStream(loop: serviceLoop, adopting: theirs)) }
      }
      return ours
    }
    self.simulation = simulation
    self.gate = gate
    self.clientLoop = clientLoop
    self.serviceLoop = serviceLoop
    self.server = server
    self.state = state
    client = Client(link: link)
  }

  var network: Network {
    get { state.value }
    set { state.value = newValue }
  }

  /// One call and its outcome.
  final class Call {
    fileprivate(set) var outcomes: [Result<String, Fault>] = []
    let startedAt: UInt64
    fileprivate(set) var endedAt: UInt64 = 0

    init(now: UInt64) { startedAt = now }

    var isDone: Bool { !outcomes.isEmpty }
    var text: String? { try? outcomes.first?.get() }
    var milliseconds: Int { Int((endedAt - startedAt) / 1_000_000) }

    var fault: Fault? {
      if case .failure(let fault) = outcomes.first { fault } else { nil }
    }
  }

  /// Starts a call on the client's loop, after work of that many milliseconds in the same turn.
  func begin<M: Method>(
    _ method: M, deadline: Int? = nil, user: String? = nil, afterWork milliseconds: Int = 0,
    text: @escaping (M.Reply) -> String = { _ in "" }
  ) -> Call where M.API == EchoAPI {
    let call = LoopLocal(onLoop: clientLoop, Call(now: simulation.now))
    let simulation = LoopLocal(onLoop: clientLoop, simulation)
    let text = LoopLocal(onLoop: clientLoop, text)
    clientLoop.execute { [client] in
      simulation.value.work(milliseconds: milliseconds)
      client.begin(method, meta: CallMeta(user: user, deadline: deadline)) { result in
        call.value.endedAt = simulation.value.now
        call.value.outcomes.append(result.map { text.value($0) })
      }
    }
    return call.value
  }

  /// Makes a call and lets time pass until its outcome.
  func say(_ text: String = "x", deadline: Int? = nil) -> Call {
    let call = begin(EchoAPI.Say(text: text), deadline: deadline) { $0.text }
    _ = simulation.until { call.isDone }
    return call
  }
}
