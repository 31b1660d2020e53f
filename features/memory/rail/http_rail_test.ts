import assert from "node:assert/strict";
import { askOverHttp } from "./http_rail.ts";
import type { RefreshReply } from "./rail.ts";

/** A request to a server, with its method and path. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly body: unknown;
}

/**
 * Sends a request to a server on loopback with a fixed response. Returns the received request and
 * the result.
 */
async function askOnce(
  answer: () => Response,
  session = "s1",
): Promise<{ readonly received: readonly Received[]; readonly reply: RefreshReply | undefined }> {
  const received: Received[] = [];
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (asked) => {
      received.push({
        method: asked.method,
        path: new URL(asked.url).pathname,
        authorization: asked.headers.get("authorization"),
        body: await asked.json(),
      });
      return answer();
    },
  );
  const ask = askOverHttp({
    server: `http://127.0.0.1:${server.addr.port}`,
    token: "0123456789abcdef",
    session,
  });
  const request = { worker: "w1", issue: "ABC-7", acknowledged: "d0" };
  return { reply: await ask(request, new AbortController().signal), received };
}

const NO_SESSION = 'Cannot refresh the session "s1" as ';

Deno.test("M-15: askOverHttp() posts the request of the worker with its token, and returns the reply", async () => {
  const inject = { deliveryId: "d1", text: "Use the queue", kind: "", turn: "t4" };
  const { received, reply } = await askOnce(
    () => Response.json({ refreshed: true, stop: false, inject }),
    "a/b c",
  );
  assert.deepEqual(received, [{
    method: "POST",
    path: "/v1/sessions/a%2Fb%20c/refresh",
    authorization: "Bearer 0123456789abcdef",
    body: { worker: "w1", issue: "ABC-7", acknowledged: "d0" },
  }]);
  assert.deepEqual(reply, {
    refreshed: true,
    stop: false,
    inject: { deliveryId: "d1", text: "Use the queue", kind: "memory", turnId: "t4" },
  });
});

Deno.test("M-15: askOverHttp() accepts a reply without a text, and an empty one", async () => {
  const plain = await askOnce(() => Response.json({ refreshed: false, stop: true }));
  assert.deepEqual(plain.reply, { refreshed: false, stop: true });
  assert.equal((await askOnce(() => new Response(null, { status: 204 }))).reply, undefined);
});

Deno.test("M-17: askOverHttp() fails where the server refuses, sends elsewhere, or answers something else", async () => {
  await assert.rejects(askOnce(() => new Response("no", { status: 401 })), {
    message: `${NO_SESSION}the server rejects it with the status 401`,
  });
  await assert.rejects(askOnce(() => Response.redirect("http://127.0.0.1:9/")), TypeError);
  const other = {
    message: `${NO_SESSION}the response is not a reply to a refresh`,
  };
  await assert.rejects(askOnce(() => Response.json({ refreshed: "yes" })), other);
  const unknown = { deliveryId: "d1", text: "Use the queue", kind: "order" };
  await assert.rejects(
    askOnce(() => Response.json({ refreshed: true, stop: false, inject: unknown })),
    other,
  );
});

Deno.test("M-17: askOverHttp() fails without a server, and when it is aborted", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const server = `http://127.0.0.1:${listener.addr.port}`;
  listener.close();
  const ask = askOverHttp({ server, session: "s1" });
  await assert.rejects(ask({ worker: "w1" }, new AbortController().signal), TypeError);
  await assert.rejects(ask({ worker: "w1" }, AbortSignal.abort()), { name: "AbortError" });
});
