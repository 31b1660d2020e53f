import assert from "node:assert/strict";
import { testEmbedder } from "../../../tests/conformance/embedder.ts";
import { checkedEmbedder, type Embedder, EmbedderError } from "../embedder.ts";
import type { HttpSettings } from "../../config/settings.ts";
import { openHttpEmbedder } from "./http_embedder.ts";

const DIMENSIONS = 8;

/** What a service was asked. */
interface Asked {
  readonly model: string;
  readonly input: readonly string[];
  readonly authorization: string | null;
}

/** Answers a request, in place of the usual answer when there is a response. */
type Answer = (asked: Asked, attempt: number) => Response | undefined | Promise<Response>;

/** A service on this machine that embeds by counting characters, until it is closed. */
class StubService implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly url: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(answer: Answer = () => undefined) {
    this.#server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      async (request) => {
        const { model, input } = await request.json();
        const asked = { model, input, authorization: request.headers.get("authorization") };
        this.asked.push(asked);
        return await answer(asked, this.asked.length) ?? Response.json({ data: embed(input) });
      },
    );
    this.url = `http://127.0.0.1:${this.#server.addr.port}/v1/embeddings`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** Returns the vectors of texts in another order than theirs, as services may give them. */
function embed(input: readonly string[]) {
  return input.map((text, index) => {
    const embedding = new Array(DIMENSIONS).fill(0.01);
    for (const character of text) embedding[character.codePointAt(0)! % DIMENSIONS] += 1;
    return { index, embedding, object: "embedding" };
  }).reverse();
}

function open(url: string, settings: Partial<HttpSettings> = {}): Embedder {
  const whole: HttpSettings = {
    kind: "http",
    url,
    model: "m",
    dimensions: DIMENSIONS,
    ...settings,
  };
  return checkedEmbedder(openHttpEmbedder(whole, { retryMs: 1 }));
}

/** Serves for as long as its embedder is open. */
function openServed(model: string): Embedder {
  const service = new StubService();
  const embedder = open(service.url, { model });
  return {
    ...embedder,
    // The port is another one for each service, and no part of the model.
    fingerprint: embedder.fingerprint.replace(service.url, ""),
    [Symbol.dispose]: () => void service[Symbol.asyncDispose](),
  };
}

testEmbedder(
  "the HTTP embedder",
  ({ other } = { other: false }) => Promise.resolve(openServed(other ? "other" : "m")),
);

function assertFailure(kind: string, message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof EmbedderError, String(error));
    assert.equal(error.kind, kind);
    assert.match(error.message, message);
    return true;
  };
}

Deno.test("the HTTP embedder sends the model, the texts and the key, and never shows the key", async () => {
  await using service = new StubService(({ input }) =>
    input[0] === "fail"
      ? Response.json({ error: { message: "no  such\nmodel" } }, { status: 404 })
      : undefined
  );
  Deno.env.set("DOSSIER_TEST_KEY", "secret");
  const embedder = open(service.url, { keyVariable: "DOSSIER_TEST_KEY" });
  Deno.env.delete("DOSSIER_TEST_KEY");
  await embedder.embedQueries(["one", "", "two \ud800"]);
  assert.deepEqual(service.asked, [{
    model: "m",
    input: ["one", "two \ufffd"],
    authorization: "Bearer secret",
  }]);
  assert.ok(!JSON.stringify(embedder).includes("secret"));
  await assert.rejects(
    embedder.embedQueries(["fail"]),
    assertFailure(
      "failed",
      /^Cannot embed with "m at 127[^"]*" as it answers 404 \("no such model"\)$/,
    ),
  );
  assert.equal(service.asked.length, 2);
});

Deno.test("the HTTP embedder sends no secret that it finds, also across the end of a cut text", async () => {
  await using service = new StubService();
  const token = ["gh", "p_"].join("") + "a1B2".repeat(9);
  const embedder = open(service.url);
  await embedder.embedQueries([`why is ${token} refused`]);
  await embedder.embedPassages([`const TOKEN = "${token}";`, `${"y ".repeat(11_990)}${token}`]);
  const sent = JSON.stringify(service.asked);
  assert.ok(!sent.includes(token.slice(0, 12)), "no part of it");
  assert.equal(sent.match(/«masked: github-token»/g)?.length, 2);
});

Deno.test("the HTTP embedder sends many texts in several requests and long ones cut", async () => {
  await using service = new StubService();
  const rows = await open(service.url).embedPassages([
    ...Array.from({ length: 100 }, (_, i) => `text ${i}`),
    "y".repeat(50_000),
  ]);
  assert.equal(rows.length, 101);
  assert.deepEqual(service.asked.map(({ input }) => input.length), [64, 37]);
  assert.equal(service.asked[1]?.input.at(-1)?.length, 24_000);
});

Deno.test("the HTTP embedder asks again after failures that may pass", async () => {
  await using service = new StubService((_, attempt) => {
    if (attempt === 1) {
      return new Response("busy", { status: 429, headers: { "retry-after": "0" } });
    }
    return attempt === 2 ? new Response("", { status: 503 }) : undefined;
  });
  assert.equal((await open(service.url).embedPassages(["a"])).length, 1);
  assert.equal(service.asked.length, 3);
});

Deno.test("the HTTP embedder gives up after three more tries with passages, and one with a query", async () => {
  await using service = new StubService(() => new Response("down", { status: 500 }));
  for (const [kind, tries] of [["embedPassages", 4], ["embedQueries", 2]] as const) {
    service.asked.length = 0;
    await assert.rejects(
      open(service.url)[kind](["a"]),
      assertFailure("failed", /answers 500 \("down"\)$/),
    );
    assert.equal(service.asked.length, tries);
  }
});

Deno.test("the HTTP embedder does not ask again where nobody listens", async () => {
  const { url } = await (async () => {
    await using service = new StubService();
    return service;
  })();
  const { fetch } = globalThis;
  let requests = 0;
  globalThis.fetch = (...request) => {
    requests++;
    return fetch(...request);
  };
  try {
    await assert.rejects(
      open(url).embedPassages(["a"]),
      assertFailure("failed", /it can not be reached \("tcp connect error: [^"]+"\)$/),
    );
  } finally {
    globalThis.fetch = fetch;
  }
  assert.equal(requests, 1);
});

Deno.test("the HTTP embedder tells an answer about the texts from one about all else", async () => {
  let status = 0;
  await using service = new StubService(() => new Response("no", { status }));
  for (status of [400, 413, 422]) {
    await assert.rejects(
      open(service.url).embedPassages(["a"]),
      assertFailure("refused", new RegExp(`answers ${status} \\("no"\\)$`)),
    );
  }
  for (status of [401, 404]) {
    await assert.rejects(
      open(service.url).embedPassages(["a"]),
      assertFailure("failed", /answers/),
    );
  }
  assert.equal(service.asked.length, 5);
});

Deno.test("the HTTP embedder says what went wrong when time is up between two tries", async () => {
  await using service = new StubService(() =>
    new Response("busy", { status: 503, headers: { "retry-after": "20" } })
  );
  const signal = AbortSignal.timeout(500);
  await assert.rejects(
    open(service.url).embedPassages(["a"], { signal }),
    assertFailure("failed", /answers 503 \("busy"\)$/),
  );
});

Deno.test("the HTTP embedder gives up on a service that takes too long", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await using service = new StubService(() => promise);
  try {
    await assert.rejects(
      open(service.url, { timeoutMs: 20 }).embedQueries(["a"]),
      assertFailure("timeout", /took longer than 20 ms/),
    );
  } finally {
    resolve(new Response());
  }
});

Deno.test("the HTTP embedder stops waiting for another try when it is told to", async () => {
  await using service = new StubService(() =>
    new Response("", { status: 429, headers: { "retry-after": "20" } })
  );
  const stop = new AbortController();
  const reason = new Error("enough");
  const rows = open(service.url).embedQueries(["a"], { signal: stop.signal });
  while (service.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  stop.abort(reason);
  await assert.rejects(rows, (error) => error === reason);
});

const UNFIT: readonly (readonly [what: string, body: string, message: RegExp])[] = [
  ["that is not JSON", "<html>", /must be JSON/],
  ["without data", "{}", /must have a list "data"/],
  ["of nothing", "null", /must have a list "data"/],
  ["with too few vectors", '{"data":[]}', /must be 1 vectors and there are 0/],
  [
    "with other dimensions",
    '{"data":[{"embedding":[1,2]}]}',
    /must have 8 dimensions and one has 2/,
  ],
  ["with words for numbers", '{"data":[{"embedding":["a"]}]}', /list of numbers/],
  ["for another text", '{"data":[{"index":4,"embedding":[1]}]}', /no vector for text 0/],
  ["with numbers beyond all bounds", '{"data":[{"embedding":[1e39,0,0,0,0,0,0,0]}]}', /finite/],
];

for (const [what, body, message] of UNFIT) {
  Deno.test(`the HTTP embedder refuses an answer ${what}`, async () => {
    await using service = new StubService(() => new Response(body));
    await assert.rejects(open(service.url).embedQueries(["a"]), assertFailure("unfit", message));
  });
}

Deno.test("the HTTP embedder follows no redirection, which would take the key elsewhere", async () => {
  await using other = new StubService();
  await using service = new StubService(() => Response.redirect(other.url, 307));
  await assert.rejects(open(service.url).embedQueries(["a"]), assertFailure("failed", /reached/));
  assert.deepEqual(other.asked, []);
});

Deno.test("openHttpEmbedder() says that the variable with the key is not set", () => {
  assert.throws(
    () => open("http://localhost:1", { keyVariable: "DOSSIER_NO_SUCH_KEY" }),
    assertFailure("missing", /variable "DOSSIER_NO_SUCH_KEY" is not set/),
  );
});
