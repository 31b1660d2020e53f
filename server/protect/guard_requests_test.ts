import { Hono } from "hono";
import assert from "node:assert/strict";
import { UNREADABLE_HOSTS } from "../../tests/runs/malformed_requests.ts";
import { problemResponse, toProblem } from "../problem/problem.ts";
import type { RequestEnv } from "../request/request_env.ts";
import type { GuardOptions } from "./check_host.ts";
import { protect } from "./protect.ts";

const TOKEN = "correct-horse-battery-staple";

/** App with a guard that answers with the access of the caller. */
function guarded(guard: GuardOptions = {}): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  protect(app, { guard });
  app.onError((error) => problemResponse(toProblem(error)));
  app.get("/healthz", (context) => context.text("well"));
  app.all("*", (context) => context.text("secret"));
  return app;
}

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly body?: string;
}

async function call(app: Hono<RequestEnv>, request: Call = {}) {
  const { url = "http://127.0.0.1:7420/v1/status", ...init } = request;
  const response = await app.fetch(new Request(url, init));
  const text = await response.text();
  const isProblem = response.headers.get("Content-Type") === "application/problem+json";
  return { response, text, status: response.status, code: isProblem ? JSON.parse(text).code : "" };
}

Deno.test("guardRequests() accepts the names of this machine, with any port or none", async () => {
  const app = guarded();
  for (const host of ["localhost", "LOCALHOST:7420", "127.0.0.1:7420", "127.0.0.1", "[::1]:7420"]) {
    const { text } = await call(app, { url: `http://${host}/v1/status`, headers: { host } });
    assert.equal(text, "secret", host);
  }
});

Deno.test("guardRequests() refuses any other name, as a rebound name has the same origin", async () => {
  const app = guarded();
  const names = [
    "evil.example",
    "evil.example:7420",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "localhost.",
    "0.0.0.0:7420",
    "[::ffff:127.0.0.1]",
    "127.1",
  ];
  for (const host of names) {
    const headers = { host, origin: `http://${host}` };
    const { status, code } = await call(app, { url: `http://${host}/v1/status`, headers });
    // Some of them are even a different name after parsing, as URLs write addresses in only one
    // way.
    assert.ok(status === 403 ? code === "foreign-host" : code === "invalid-request", host);
    assert.notEqual(status, 200);
  }
});

Deno.test("guardRequests() refuses invalid host names, and two names in one request", async () => {
  const app = guarded();
  for (
    const host of ["localhost@evil.example", "a b", "localhost, evil.example", "[::1", "::1", ""]
  ) {
    const { status, code } = await call(app, { headers: { host } });
    assert.deepEqual([status, code], [400, "invalid-request"], host);
  }
  const url = "http://evil.example/v1/status";
  const { code } = await call(app, { url, headers: { host: "127.0.0.1:7420" } });
  assert.equal(code, "invalid-request");
});

Deno.test("guardRequests() refuses hosts that only look like addresses and names", async () => {
  const app = guarded({ token: TOKEN });
  for (const host of UNREADABLE_HOSTS) {
    const { status, code } = await call(app, { headers: { host } });
    assert.deepEqual([status, code], [400, "invalid-request"], host);
  }
});

Deno.test("guardRequests() accepts names that are allowed, and on a public address any name", async () => {
  const url = "http://box.lan:7420/v1/status";
  const headers = { host: "box.lan:7420", authorization: `Bearer ${TOKEN}` };
  assert.equal((await call(guarded({ token: TOKEN }), { url, headers })).code, "foreign-host");
  const allowed = guarded({ allowedHosts: ["Box.lan"] });
  assert.equal((await call(allowed, { url, headers })).text, "secret");
  assert.equal(
    (await call(guarded({ token: TOKEN, isPublic: true }), { url, headers })).status,
    200,
  );
  const listed = guarded({ token: TOKEN, isPublic: true, allowedHosts: ["other.lan"] });
  assert.equal((await call(listed, { url, headers })).code, "foreign-host");
});

Deno.test("guardRequests() prevents requests that a foreign page makes a browser send", async () => {
  const app = guarded();
  const origins = [
    "http://evil.example",
    "null",
    "http://localhost:3000",
    "https://127.0.0.1:7420",
  ];
  for (const origin of [...origins, "http://127.0.0.1:7420.evil.example", "file://"]) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const { response, code } = await call(app, { method, headers: { origin } });
      assert.equal(code, "foreign-origin", `${method} ${origin}`);
      assert.equal(response.headers.get("Access-Control-Allow-Origin"), null);
    }
  }
  const own = await call(app, { method: "POST", headers: { origin: "http://127.0.0.1:7420" } });
  assert.equal(own.text, "secret");
});

Deno.test("guardRequests() lets pages of other sites link to it, but not load from it", async () => {
  const app = guarded();
  const send = async (site: string, mode: string, method = "GET") =>
    (await call(app, { method, headers: { "sec-fetch-site": site, "sec-fetch-mode": mode } })).code;
  assert.equal(await send("cross-site", "no-cors"), "foreign-origin");
  assert.equal(await send("same-site", "no-cors"), "foreign-origin");
  assert.equal(await send("cross-site", "navigate", "POST"), "foreign-origin");
  assert.equal(await send("cross-site", "navigate"), "");
  assert.equal(await send("same-origin", "cors"), "");
  assert.equal(await send("none", "navigate"), "");
});

Deno.test("guardRequests() answers preflights only of origins that are allowed by name", async () => {
  const app = guarded({ token: TOKEN, allowedOrigins: ["https://app.example"] });
  const preflight = (origin: string) =>
    call(app, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });
  const { response, status } = await preflight("https://app.example");
  assert.equal(status, 204);
  assert.equal(response.headers.get("Access-Control-Allow-Origin"), "https://app.example");
  assert.equal(response.headers.get("Access-Control-Allow-Headers"), "authorization,content-type");
  assert.equal(response.headers.get("Access-Control-Allow-Methods"), "GET,HEAD,POST");
  assert.equal(response.headers.get("Access-Control-Allow-Credentials"), null);
  assert.match(response.headers.get("Vary") ?? "", /Origin/i);
  assert.equal((await preflight("https://app.example.evil.example")).code, "foreign-origin");

  const headers = { origin: "https://app.example", authorization: `Bearer ${TOKEN}` };
  const answer = await call(app, { method: "POST", headers });
  assert.equal(answer.text, "secret");
  assert.equal(answer.response.headers.get("Access-Control-Allow-Origin"), "https://app.example");
  const exposed = answer.response.headers.get("Access-Control-Expose-Headers")?.split(",") ?? [];
  for (const name of ["Dossier-Hash", "Dossier-Record", "X-Request-Id", "Retry-After"]) {
    assert.ok(exposed.includes(name), name);
  }
});

Deno.test("guardRequests() lets an allowed page read a refusal", async () => {
  const app = guarded({ token: TOKEN, allowedOrigins: ["https://app.example"] });
  const { response, code } = await call(app, { headers: { origin: "https://app.example" } });
  assert.equal(code, "unauthorized");
  assert.equal(response.headers.get("Access-Control-Allow-Origin"), "https://app.example");
  assert.equal(response.headers.get("Vary"), "Origin");
});

Deno.test("guardRequests() requires the token for everything but the health check", async () => {
  const app = guarded({ token: TOKEN });
  const send = (authorization?: string, url?: string) =>
    call(app, {
      headers: authorization === undefined ? {} : { authorization },
      ...(url === undefined ? {} : { url }),
    });
  const wrong = [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer ${TOKEN} ${TOKEN}`,
    `Bearer wrong, Bearer ${TOKEN}`,
    `Basic ${btoa(`:${TOKEN}`)}`,
    TOKEN,
  ];
  for (const authorization of wrong) {
    const { response, status, code } = await send(authorization);
    assert.deepEqual([status, code], [401, "unauthorized"], String(authorization));
    assert.equal(response.headers.get("WWW-Authenticate"), "Bearer");
  }
  assert.equal((await send(`Bearer ${TOKEN}`)).text, "secret");
  assert.equal((await send(`bearer  ${TOKEN}`)).text, "secret");
  const origin = "http://127.0.0.1:7420";
  assert.equal((await send(undefined, `${origin}/healthz`)).text, "well");
  for (
    const path of ["/readyz", "/openapi.json", "/mcp", "/login/x", "/healthz/", "//healthz", "/"]
  ) {
    assert.equal((await send(undefined, origin + path)).status, 401, path);
  }
});

Deno.test("loginRoutes() gives a browser a cookie for the token, with the same access", async () => {
  const app = guarded({ token: TOKEN });
  const origin = "http://127.0.0.1:7420";
  const page = await call(app, { url: `${origin}/log`, headers: { accept: "text/html" } });
  assert.equal(page.status, 303);
  assert.equal(page.response.headers.get("Location"), "/login?next=%2Flog");
  const form = await call(app, { url: `${origin}/login?next=%2Flog` });
  assert.match(form.text, /<form method="post" action="\/login">/);
  assert.match(form.text, /name="next" value="\/log"/);
  assert.match(form.response.headers.get("Content-Security-Policy") ?? "", /default-src 'none'/);

  const send = (token: string, headers: Record<string, string> = {}) =>
    call(app, {
      url: `${origin}/login`,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin, ...headers },
      body: new URLSearchParams({ token, next: "/log" }).toString(),
    });
  for (const token of ["", "wrong", TOKEN.slice(0, -1)]) {
    const refused = await send(token);
    assert.equal(refused.status, 401);
    assert.equal(refused.response.headers.get("Set-Cookie"), null);
    assert.doesNotMatch(refused.text, /secret/);
  }
  assert.equal((await send(TOKEN, { origin: "http://evil.example" })).code, "foreign-origin");

  const entered = await send(TOKEN);
  assert.equal(entered.status, 303);
  assert.equal(entered.response.headers.get("Location"), "/log");
  const set = entered.response.headers.get("Set-Cookie") ?? "";
  assert.match(set, /; HttpOnly/);
  assert.match(set, /; SameSite=Strict/);
  assert.ok(!set.includes(TOKEN));
  const [cookie = ""] = set.split(";");
  assert.equal((await call(app, { headers: { cookie } })).text, "secret");
  assert.equal((await call(app, { headers: { cookie: cookie.slice(0, -1) } })).status, 401);
  assert.equal((await call(app, { headers: { cookie: `dossier-7420=${TOKEN}` } })).status, 401);
});

Deno.test("guardRequests() accepts the cookie from no other page, and not with a wrong token", async () => {
  const allowedOrigins = ["https://app.example"];
  const app = guarded({ token: TOKEN, allowedOrigins });
  const entered = await call(app, {
    url: "http://127.0.0.1:7420/login",
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token: TOKEN }).toString(),
  });
  const [cookie = ""] = (entered.response.headers.get("Set-Cookie") ?? "").split(";");
  const [origin = ""] = allowedOrigins;
  assert.equal((await call(app, { headers: { cookie, origin } })).status, 401);
  assert.equal((await call(app, { headers: { cookie, authorization: "Bearer x" } })).status, 401);
  // The cookie of another token is not valid.
  const other = guarded({ token: `${TOKEN}-2` });
  assert.equal((await call(other, { headers: { cookie } })).status, 401);
});

Deno.test("guardRequests() redirects a person whose form comes too late to the login", async () => {
  const { status, response } = await call(guarded({ token: TOKEN }), {
    url: "http://127.0.0.1:7420/record",
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body: "q=a",
  });
  assert.equal(status, 303);
  assert.equal(response.headers.get("Location"), "/login?next=%2F");
});

Deno.test("loginRoutes() refuses a form with another encoding than its own", async () => {
  const app = guarded({ token: TOKEN });
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain", ""]) {
    const refused = await call(app, {
      url: "http://127.0.0.1:7420/login",
      method: "POST",
      headers: { "content-type": type },
      body: "x",
    });
    assert.equal(refused.code, "unsupported-media-type", type);
  }
});

Deno.test("loginRoutes() refuses methods that it does not have, and names those that it has", async () => {
  const app = guarded({ token: TOKEN });
  const url = "http://127.0.0.1:7420/login";
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const { response, status, code } = await call(app, { url, method });
    assert.deepEqual([status, code], [405, "method-not-allowed"], method);
    assert.equal(response.headers.get("Allow"), "GET, POST, HEAD");
  }
});

Deno.test("loginRoutes() gives each of two servers on one machine its own cookie", async () => {
  const browser = new Map<string, string>();
  const servers = ["http://localhost:7420", "http://localhost:7421", "http://localhost"].map((
    origin,
    number,
  ) => ({ origin, token: `${TOKEN}-${number}`, app: guarded({ token: `${TOKEN}-${number}` }) }));
  for (const { origin, token, app } of servers) {
    const { response } = await call(app, {
      url: `${origin}/login`,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token }).toString(),
    });
    const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(
      response.headers.get("Set-Cookie") ?? "",
    ) ?? [];
    browser.set(name, value);
  }
  const cookie = [...browser].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const { origin, app } of servers) {
    assert.equal((await call(app, { url: `${origin}/log`, headers: { cookie } })).text, "secret");
  }
});

Deno.test("loginRoutes() never redirects to another server", async () => {
  const app = guarded({ token: TOKEN });
  for (
    const next of [
      ...["//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nb", "x"],
      ...["//evil.example/?q=a", "?q=a", "/?q=a\r\nb", "/?q=a b"],
    ]
  ) {
    const { response } = await call(app, {
      url: "http://127.0.0.1:7420/login",
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token: TOKEN, next }).toString(),
    });
    assert.equal(response.headers.get("Location"), "/", next);
  }
});

Deno.test("loginRoutes() redirects to the requested page with its whole query", async () => {
  const app = guarded({ token: TOKEN });
  const origin = "http://127.0.0.1:7420";
  const asked = "/?q=retry%20failed%20%22uploads%22&budget=2000&path=src%2Fa.ts#%23";
  const page = await call(app, { url: origin + asked, headers: { accept: "text/html" } });
  const location = page.response.headers.get("Location") ?? "";
  const next = new URL(location, origin).searchParams.get("next") ?? "";
  assert.equal(next, asked.slice(0, asked.indexOf("#")));
  const form = await call(app, { url: origin + location });
  assert.ok(form.text.includes(`name="next" value="${next.replaceAll("&", "&amp;")}"`));
  const entered = await call(app, {
    url: `${origin}/login`,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token: TOKEN, next }).toString(),
  });
  assert.equal(entered.response.headers.get("Location"), next);
});

Deno.test("addSecurityHeaders() keeps responses, also refusals, out of caches and from type guessing", async () => {
  const app = guarded({ token: TOKEN });
  const headers = { authorization: `Bearer ${TOKEN}` };
  for (const answer of [await call(app, { headers }), await call(app)]) {
    assert.equal(answer.response.headers.get("X-Content-Type-Options"), "nosniff");
    assert.equal(answer.response.headers.get("Cache-Control"), "no-store");
    assert.match(answer.response.headers.get("X-Request-Id") ?? "", /^[\w-]{36}$/);
  }
  const named = await call(app, { headers: { "x-request-id": "agent-7" } });
  assert.equal(named.response.headers.get("X-Request-Id"), "agent-7");
  for (const id of ["a b", "<x>", "é", "a".repeat(300)]) {
    const { response } = await call(app, { headers: { "x-request-id": id } });
    assert.match(response.headers.get("X-Request-Id") ?? "", /^[\w-]{36}$/, id);
  }
});
