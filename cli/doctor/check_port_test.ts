import assert from "node:assert/strict";
import { examinePort } from "./check_port.ts";

const HOSTNAME = "127.0.0.1";

async function examineServer(handler: Deno.ServeHandler): Promise<string> {
  const options = { hostname: HOSTNAME, port: 0, onListen() {} };
  await using server = Deno.serve(options, handler);
  return (await examinePort({ hostname: HOSTNAME, port: server.addr.port })).message;
}

Deno.test("examinePort() tells a free port, a dossier and other programs apart", async () => {
  assert.match(
    await examineServer(() => Response.json({ status: "ready", roots: [] })),
    /^A dossier/,
  );
  assert.match(await examineServer(() => new Response("hello")), /^Another program/);
  assert.match(await examineServer(() => Response.json(["roots"])), /^Another program/);
  let port = 0;
  {
    using listener = Deno.listen({ hostname: HOSTNAME, port: 0 });
    port = listener.addr.port;
  }
  assert.match((await examinePort({ hostname: HOSTNAME, port })).message, /is free/);
});
