/**
 * Server that does nothing, to measure the time of Deno, Hono and the connection alone. It answers
 * every request with as many bytes of JSON as its argument says.
 *
 * @module
 */

import { Hono } from "hono";

const answer = { results: "x".repeat(Number(Deno.args[0])) };
const app = new Hono();
app.post("/v1/search", async (context) => {
  await context.req.json();
  return context.json(answer);
});
Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) =>
    Deno.stderr.writeSync(new TextEncoder().encode(` at http://127.0.0.1:${port}\n`)),
}, app.fetch);
