import assert from "node:assert/strict";
import { nameRoots, openLocalService, serve } from "@dossier/server";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { examinePort } from "./check_port.ts";

const HOSTNAME = "127.0.0.1";

async function examineServer(handler: Deno.ServeHandler): Promise<string> {
  const options = { hostname: HOSTNAME, port: 0, onListen() {} };
  await using server = Deno.serve(options, handler);
  return (await examinePort({ hostname: HOSTNAME, port: server.addr.port })).message;
}

Deno.test("examinePort() distinguishes a free port, a dossier and other programs", async () => {
  assert.match(
    await examineServer(() => Response.json({ status: "ready", roots: [] })),
    /^A dossier/,
  );
  assert.match(await examineServer(() => new Response("hello")), /^Another program/);
  assert.match(
    await examineServer(() => Response.json({ status: "ok", type: "about:blank" })),
    /^Another program/,
  );
  assert.match(await examineServer(() => Response.json(["roots"])), /^Another program/);
  let port = 0;
  {
    using listener = Deno.listen({ hostname: HOSTNAME, port: 0 });
    port = listener.addr.port;
  }
  assert.match((await examinePort({ hostname: HOSTNAME, port })).message, /is free/);
});

Deno.test("examinePort() recognises its own server, also one that requires a token", async () => {
  using workspace = new TempWorkspace();
  for (const token of [undefined, "t".repeat(32)]) {
    const service = openLocalService(nameRoots([workspace.root]));
    await using server = await serve(service, { port: 0, guard: { token } });
    const { message } = await examinePort({ hostname: HOSTNAME, port: server.port });
    assert.match(message, /^A dossier server answers at http/);
  }
});
