import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import { html } from "hono/html";
import { assetUrl } from "../assets/mod.ts";
import { refuseMethod } from "../problem/mod.ts";
import { readForm, type RequestEnv } from "../request/mod.ts";
import { formatCookieName, logWrongToken, toCredentials } from "./credentials.ts";

/**
 * Path on this server, and its query. It starts with one slash, so that it cannot mean another
 * host.
 */
const OWN_PATH_REGEXP = /^\/(?![/\\])[\w\-./~%]*(?:\?[!-~]*)?$/;

/**
 * Policy that loads only the style, and allows no frames and no scripts. The form is sent only to
 * this server.
 */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Number of seconds for which a browser stays logged in: a working week. */
const COOKIE_SECONDS = 5 * 24 * 60 * 60;

/**
 * Returns the routes of `/login`: a form for the token, and its target, which sets the cookie.
 *
 * Scripts cannot read the cookie, and it is not sent from other sites. The response to a wrong
 * token reveals only that it is wrong.
 */
export function loginRoutes(token: string): Hono<RequestEnv> {
  const credentials = toCredentials(token);
  const app = new Hono<RequestEnv>();
  app.use(async function protectForm(context, next) {
    await next();
    context.header("Content-Security-Policy", CONTENT_POLICY);
    context.header("Cache-Control", "no-store");
    // Without any referrer, browsers send the form with the origin "null", which is refused.
    context.header("Referrer-Policy", "same-origin");
  });
  app.get("/", (context) => context.html(renderForm(toOwnPath(context.req.query("next")), "")));
  app.post("/", async (context) => {
    const form = await readForm(context);
    const next = toOwnPath(form["next"]);
    if (!credentials.isToken((form["token"] ?? "").trim())) {
      logWrongToken(context);
      return context.html(renderForm(next, "This token is wrong"), 401);
    }
    setCookie(context, formatCookieName(context), credentials.cookie, {
      httpOnly: true,
      sameSite: "Strict",
      path: "/",
      maxAge: COOKIE_SECONDS,
      secure: new URL(context.req.url).protocol === "https:",
    });
    return context.redirect(next, 303);
  });
  app.all("/", () => refuseMethod("/login", ["GET", "POST"]));
  return app;
}

function toOwnPath(next: string | undefined): string {
  return next !== undefined && OWN_PATH_REGEXP.test(next) ? next : "/";
}

function renderForm(next: string, problem: string) {
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Log in: dossier</title>
        <link rel="icon" type="image/svg+xml" href="${assetUrl("/favicon.ico")}">
        <link rel="stylesheet" href="${assetUrl("/assets/page.css")}">
      </head>
      <body>
        <main class="login">
          <h1>Log in to dossier</h1>
          <form method="post" action="/login">
            <p><label for="token"><span>Token</span></label> <input id="token" name="token" type="password" autocomplete="current-password" required autofocus></p>
            <p class="faint">It is what the server was started with: <code>--token-file</code> names its file, or <code>DOSSIER_TOKEN</code> holds it.</p>
            <input type="hidden" name="next" value="${next}">
            <p><button type="submit">Log in</button></p>
            ${problem === "" ? "" : html`<p class="problem" role="alert">${problem}</p>`}
          </form>
        </main>
      </body>
    </html>
  `;
}
