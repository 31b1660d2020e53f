import { type Context, Hono } from "hono";
import { isPerson } from "../guard/is_person.ts";
import { ServerError } from "../problem/server_error.ts";
import type { RequestEnv } from "../request_env.ts";
import type { Service } from "../service/service.ts";
import { askRoutes } from "./ask_routes.tsx";
import { ASSET_PATHS, findAsset } from "./assets.ts";
import { browseRoutes } from "./browse/browse_routes.tsx";
import { fileRoutes } from "./file_routes.tsx";
import { logRoutes } from "./log_routes.tsx";
import { PageDesk, type PageOptions } from "./page_desk.tsx";
import { pageHeaders } from "./page_headers.ts";
import { rankingRoutes } from "./ranking/ranking_routes.tsx";
import { sessionRoutes } from "./session/session_routes.tsx";

/** How long a browser may keep what its address names the version of: a year, in seconds. */
const KEPT_FOREVER = "public, max-age=31536000, immutable";

/**
 * Returns the pages, to be mounted at `/`: a question and its bundle, the log, its records, two of them
 * side by side, what is indexed and what is not, and how a ranking comes about. Only the form that records a bundle changes anything.
 */
export function pageRoutes(service: Service, options: PageOptions = {}): Hono<RequestEnv> {
  const desk = new PageDesk(service, options);
  const app = new Hono<RequestEnv>();
  app.use(pageHeaders());
  for (const path of ASSET_PATHS) app.get(path, (c) => sendAsset(c, path));
  const parts = [askRoutes, logRoutes, fileRoutes, browseRoutes, rankingRoutes, sessionRoutes];
  for (const addRoutes of parts) addRoutes(app, desk);
  app.get("*", (c) => isPerson(c) ? refuseAddress(c) : c.notFound());
  app.onError((error, c) => desk.fail(c, error));
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
    "Cache-Control": isNamed ? KEPT_FOREVER : "no-cache",
    "ETag": `"${version}"`,
  });
}
