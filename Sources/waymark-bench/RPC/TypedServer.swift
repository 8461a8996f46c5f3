import Proto

/// The measured server: a router, the coder and an async handler.
enum TypedServer {
  static func run(path: String) throws {
    let loop = try Loop()
    let router = Router(service: BenchAPI.service)
    router.serve { (call: BenchAPI.Record, _) async in call.reply }
    router.serveNow { (_: BenchAPI.Usage, _) in RPCBench.processorTime() }
    let server = RPCServer(loop: loop, router: router)
    try server.listen(path: path)
    loop.run()
  }
}
