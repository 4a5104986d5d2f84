// `… serve_on_port.ts <port> <index.ts>`: a function listens where a test finds it, as in a worker, which has no port.
const [port, entry = ""] = Deno.args;
const serve = Deno.serve;
Object.defineProperty(Deno, "serve", {
  value: (handler: Deno.ServeHandler) =>
    serve({ hostname: "127.0.0.1", port: Number(port), onListen: () => {} }, handler),
});
await import(`file://${entry}`);
