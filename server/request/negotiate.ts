import type { RenderFormat } from "@dossier/core";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { ServerError } from "../problem/mod.ts";
import type { RequestEnv } from "./request_env.ts";

/** Types that a client may accept, and the formats that it then gets. */
const ACCEPTED: ReadonlyMap<string, RenderFormat> = new Map([
  ["application/json", "json"],
  ["text/markdown", "markdown"],
  ["application/xml", "xml"],
  ["text/xml", "xml"],
  ["text/plain", "markdown"],
]);

const NONE = "none";

/**
 * Returns the format of a bundle that a client accepts, by default JSON.
 *
 * @throws {ServerError} `not-acceptable` when it accepts none of them.
 */
export function negotiateFormat(context: Context<RequestEnv>): RenderFormat {
  const type = negotiateType(context, [...ACCEPTED.keys()]);
  return ACCEPTED.get(type) ?? "json";
}

/**
 * Returns the type among `types` that a client prefers, by default the first.
 *
 * @throws {ServerError} `not-acceptable` when it accepts none of them.
 */
export function negotiateType(context: Context<RequestEnv>, types: readonly string[]): string {
  const [first = ""] = types;
  const header = context.req.header("Accept");
  if (header === undefined || header.trim() === "") return first;
  const chosen = accepts(context, {
    header: "Accept",
    supports: [...types],
    default: NONE,
    match: (accepted) => matchType(accepted, types) ?? NONE,
  });
  if (chosen !== NONE) return chosen;
  throw new ServerError(
    "not-acceptable",
    `Cannot answer as "${header}": use one of ${types.join(", ")}`,
  );
}

/** Entry of an `Accept` header, as Hono parses it. */
interface AcceptedType {
  readonly type: string;
  readonly q: number;
}

function matchType(
  accepted: readonly AcceptedType[],
  types: readonly string[],
): string | undefined {
  const refused = accepted.filter(({ q }) => q === 0).map(({ type }) => type.toLowerCase());
  const preferred = accepted.filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q || specificity(b.type) - specificity(a.type));
  for (const { type } of preferred) {
    const found = types.find((candidate) =>
      covers(type.toLowerCase(), candidate) && !refused.includes(candidate)
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the specificity of a media range: 0 for all types, 1 for a family, 2 for one type. */
function specificity(range: string): number {
  return range.split("/").filter((part) => part !== "*").length;
}

function covers(range: string, type: string): boolean {
  if (range === "*/*" || range === "*" || range === type) return true;
  return range.endsWith("/*") && type.startsWith(range.slice(0, -1));
}
