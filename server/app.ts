import { type Context, Hono } from "hono";
import { renderDocument, type Route, ROUTES } from "./api/mod.ts";
import { addEvents, type ServiceWithEvents } from "./events/mod.ts";
import { pageRoutes } from "./page/mod.ts";
import { problemResponse, refuseMethod, ServerError, toProblem } from "./problem/mod.ts";
import { limitAccess, protect, type ProtectOptions } from "./protect/mod.ts";
import {
  type Caller,
  FULL_ACCESS,
  isFullAccess,
  NO_ACCESS,
  type RequestEnv,
} from "./request/mod.ts";
import type { Service } from "./service/mod.ts";

/** Parameter of a path as OpenAPI writes it. Hono writes it with a colon. */
const PARAMETER_REGEXP = /\{(\w+)\}/g;

/** Path of the document of the API. */
const DOCUMENT_PATH = "/openapi.json";

/** Path of the MCP endpoint. */
const MCP_PATH = "/mcp";

/** Options of {@link createApp}. */
export interface AppOptions extends ProtectOptions {
  /** Called with unexpected errors, which are not shown to the client. */
  readonly onFailure?: (error: unknown) => void;
}

/** App that answers requests over HTTP. */
export interface App {
  /** Answers a request; never rejects. */
  fetch(request: Request, caller?: Caller): Response | Promise<Response>;
  /** Answers a request for a path of this app, for programs and tests in the same process. */
  request(path: string, init?: RequestInit): Response | Promise<Response>;
}

/**
 * Returns the app that answers HTTP requests for a service.
 *
 * @example
 * ```ts
 * import { createApp, nameRoots, openLocalService } from "@dossier/server";
 * import assert from "node:assert/strict";
 *
 * const root = Deno.makeTempDirSync();
 * Deno.writeTextFileSync(`${root}/upload.py`, "def retry_upload(file):\n    return send(file)\n");
 * await using service = openLocalService(nameRoots([root]));
 * const response = await createApp(service).request("/v1/search", {
 *   method: "POST",
 *   headers: { "Content-Type": "application/json" },
 *   body: JSON.stringify({ query: "retry failed uploads" }),
 * });
 * const { results } = await response.json();
 * assert.equal(results[0].path, "upload.py");
 * ```
 */
export function createApp(
  served: Service,
  { onFailure = () => {}, ...protection }: AppOptions = {},
): App {
  const service = addEvents(served);
  const limited = new Map<string, ServiceWithEvents>();
  /**
   * Returns the service, limited to the roots that the caller may access. Paths without access
   * control show no root.
   */
  const serviceFor = ({ get }: Context<RequestEnv>): ServiceWithEvents => {
    const access = get("access") ?? NO_ACCESS;
    return isFullAccess(access)
      ? service
      : limited.getOrInsertComputed(access.key, () => limitAccess(service, access));
  };
  const app = new Hono<RequestEnv>();
  protect(app, { rootNames: service.roots.map(({ name }) => name), ...protection });
  app.onError((error) => {
    const problem = toProblem(error);
    if (problem.code === "internal") onFailure(error);
    return problemResponse(
      problem,
      error instanceof ServerError ? error.retrySeconds : undefined,
    );
  });
  app.notFound(({ req: { method, path } }) => {
    const sentence =
      `Cannot answer ${method} "${path}" as there is no such route: see ${DOCUMENT_PATH}`;
    return problemResponse(toProblem(new ServerError("not-found", sentence)));
  });
  for (const route of ROUTES) {
    app.on(
      route.method.toUpperCase(),
      toHonoPath(route),
      (context) => route.handle(context, serviceFor(context)),
    );
  }
  const mcps = new Map<ServiceWithEvents, ReturnType<typeof openMcp>>();
  app.all(MCP_PATH, async (context) => {
    const callerService = serviceFor(context);
    const mcp = mcps.getOrInsertComputed(callerService, () => openMcp(callerService, onFailure));
    return await (await mcp)(await copyRequest(context));
  });
  let document: object | undefined;
  app.get(DOCUMENT_PATH, (context) => context.json(document ??= renderDocument(ROUTES)));
  for (const [path, routes] of Map.groupBy(ROUTES, ({ path }) => path)) {
    const methods = routes.map(({ method }) => method.toUpperCase());
    for (const route of routes) app.all(toHonoPath(route), () => refuseMethod(path, methods));
  }
  // The page shows one root at a time, to callers that may access every root.
  app.use(async (context, next) => {
    if ((context.get("access") ?? FULL_ACCESS).roots === "all") return await next();
    return context.notFound();
  });
  app.route("/", pageRoutes(service, onFailure));
  return app;
}

/**
 * Returns the handler of MCP. It is imported when first requested, as it takes longer to load than
 * the rest of the server.
 */
async function openMcp(service: Service, onFailure: (error: unknown) => void) {
  const { mcpHandler } = await import("./mcp/mod.ts");
  return mcpHandler(service, { onFailure });
}

/**
 * Returns a copy of a request with its body, for code that accepts only a `Request` of the runtime.
 * The body of the original was read before.
 */
async function copyRequest({ req, get }: Context<RequestEnv>): Promise<Request> {
  const { url, method, headers, signal } = req.raw;
  const body = method === "GET" || method === "HEAD" ? null : await req.arrayBuffer();
  return new Request(url, { method, headers, body, signal: get("signal") ?? signal });
}

function toHonoPath({ path, parameters = [] }: Route): string {
  return path.replaceAll(PARAMETER_REGEXP, (_, name: string) => {
    const isLong = parameters.some((each) => each.name === name && each.hasSlashes);
    return isLong ? `:${name}{.+}` : `:${name}`;
  });
}
