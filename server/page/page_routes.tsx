import { type Context, Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { ASSET_PATHS, findAsset } from "../assets/mod.ts";
import { ServerError } from "../problem/mod.ts";
import { isBrowserRequest, type RequestEnv } from "../request/mod.ts";
import type { Service } from "../service/mod.ts";
import { bundleRoutes } from "./bundle_page.tsx";
import { featureRoutes } from "./feature_page.tsx";
import { healthRoutes } from "./health_page.tsx";
import { logRoutes } from "./log_page.tsx";
import { PageData } from "./page_data.ts";
import { PageRenderer } from "./page_renderer.tsx";
import { recordRoutes } from "./record_page.tsx";
import { sessionRoutes } from "./session_page.tsx";

/** Pages, each with its routes. */
const PAGES = [bundleRoutes, logRoutes, recordRoutes, sessionRoutes, healthRoutes, featureRoutes];

/**
 * Cache control of a file whose version is in its address: a browser may keep it for a year, in
 * seconds.
 */
const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";

/**
 * Returns the pages, to be mounted at `/`: a question and its bundle, the log with its records and
 * their differences, a session, the health of index and hosts, and the pages of features. Only two
 * kinds of forms change anything: the one that records a bundle, and those of features.
 */
export function pageRoutes(
  service: Service,
  onFailure: (error: unknown) => void,
): Hono<RequestEnv> {
  const renderer = new PageRenderer(new PageData(service), onFailure);
  const app = new Hono<RequestEnv>();
  app.use(pageHeaders());
  for (const path of ASSET_PATHS) app.get(path, (c) => sendAsset(c, path));
  for (const addRoutes of PAGES) addRoutes(app, renderer);
  app.get("*", (c) => isBrowserRequest(c) ? refuseAddress(c) : c.notFound());
  app.onError((error, c) => renderer.sendProblem(c, error));
  return app;
}

function refuseAddress({ req }: Context<RequestEnv>): never {
  throw new ServerError("not-found", `Cannot show "${req.path}" as there is no such page`);
}

function sendAsset(c: Context<RequestEnv>, path: string): Response {
  const asset = findAsset(path);
  if (asset === undefined) return c.notFound() as Response;
  const { text, type, version } = asset;
  const isNamed = c.req.query("v") === version;
  return c.body(text, 200, {
    "Content-Type": type,
    "Cache-Control": isNamed ? IMMUTABLE_CACHE : "no-cache",
    "ETag": `"${version}"`,
  });
}

/**
 * Returns the middleware that isolates pages by headers: they load nothing from elsewhere, run only
 * the two files of script and style, and cannot be framed.
 *
 * The referrer stays on the same origin. It is not omitted there, as browsers would then send forms
 * with the origin `null`, which is refused.
 */
function pageHeaders(): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // The page of the log requests new records from its own server.
      connectSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: "same-origin",
    // Set for one address, it would apply to every port of the machine, where other programs may
    // serve without TLS.
    strictTransportSecurity: false,
    xFrameOptions: "DENY",
  });
}
