import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import { cellText } from "@dossier/core/report";
import type { IndexStatus } from "../answer/mod.ts";
import type { Engine } from "../engine.ts";
import {
  JSON_TYPE,
  type Operation,
  type Terminal,
  type ToolCall,
  type ToolRoot,
} from "../operation/mod.ts";
import { TREE_PROBLEMS } from "./problems.ts";
import { ROOT_FIELDS, type RootRequest, sessionField } from "./shared_fields.ts";

/** Operation that returns the status of an index. */
export const STATUS_OPERATION: Operation<RootRequest, IndexStatus, Engine> = {
  name: "status",
  summary: "Content, age and location of the index",
  fields: ROOT_FIELDS,
  run: (engine) => engine.status(),
  http: {
    method: "get",
    path: "/v1/status",
    answers: [{ type: JSON_TYPE, schema: "IndexStatus" }],
    problems: TREE_PROBLEMS,
  },
  commands: [{
    name: "status",
    permissions: "status",
    examples: ["deno task status --json"],
    execute: async (engine, _, { local }) => ({
      ...await engine.status(),
      warm: local?.cache === undefined ? [] : await listWarm(engine.root, local.cache),
    }),
    text: renderStatus,
  }],
  mcp: {
    description: "Lists the served trees with the size and age of their indexes, and what their " +
      "manifests declare. Use it when a tool asks for a root, or when answers look outdated.",
    fields: { session: sessionField("Deliveries to the session") },
    isReadOnly: true,
    async answer({ root, session }: { root?: string; session?: string }, call) {
      const requestedRoots = root === undefined ? call.roots : [call.findRoot(root)];
      const roots = await Promise.all(requestedRoots.map(async (each) => {
        const index = await readRootStatus(each, call);
        const parts = await call.statusParts(each.name, call.readingSession(session, each.name));
        const lines = [renderRoot(index), ...parts.flatMap(({ lines }) => lines)];
        return {
          fields: Object.assign({}, index, ...parts.map(({ fields }) => fields)) as object,
          text: lines.map(escapeControls).join("\n  "),
        };
      }));
      return {
        text: roots.map(({ text }) => text).join("\n"),
        structured: { roots: roots.map(({ fields }) => fields) },
      };
    },
  },
};

/** Status of a tree and its index. */
interface RootStatus extends ToolRoot {
  readonly documents?: number;
  readonly chunks?: number;
  readonly updatedAt?: string;
  /** Problem of its index. */
  readonly problem?: string;
}

/** Returns the status of the index of a tree; a problem of one must not hide the others. */
async function readRootStatus({ name, path }: ToolRoot, call: ToolCall): Promise<RootStatus> {
  try {
    const { documents, chunks, updatedAt } = await call.callOperation<IndexStatus>("status", {
      root: name,
    });
    return { name, path, documents, chunks, ...(updatedAt === undefined ? {} : { updatedAt }) };
  } catch (error) {
    if (!isContextError(error)) throw error;
    return { name, path, problem: call.formatFailure(error) };
  }
}

function renderRoot({ name, path, documents, chunks, updatedAt, problem }: RootStatus): string {
  const state = problem ??
    (updatedAt === undefined
      ? "not indexed yet"
      : `${documents} documents, ${chunks} chunks, indexed ${updatedAt}`);
  return `${name} (${path}): ${state}`;
}

/** Running process with an open index, which answers commands. */
interface WarmStatus {
  readonly process: number;
  /** Command that it runs. */
  readonly name: string;
  /** Start time, in ISO 8601. */
  readonly since: string;
  /** Absolute path of its tree. */
  readonly root: string;
}

/** Maximum time for the greeting of such a process, in milliseconds. */
const GREETING_MS = 300;

/** Returns the running processes for a tree; those that send no greeting are excluded. */
async function listWarm(root: string, cache: string): Promise<readonly WarmStatus[]> {
  const { EngineConnection, findEngines } = await import("../door/mod.ts");
  const found: WarmStatus[] = [];
  for (const engine of await findEngines(root, cache)) {
    const signal = AbortSignal.timeout(GREETING_MS);
    using connection = await EngineConnection.open(engine, { maxLength: 1000, signal });
    if (connection === undefined) continue;
    const { process, name, time } = engine;
    found.push({ process, name, since: new Date(time).toISOString(), root });
  }
  return found;
}

async function renderStatus(
  { warm, ...status }: IndexStatus & { readonly warm: readonly WarmStatus[] },
  { report }: Terminal,
): Promise<string> {
  const { renderIndexStatus } = await import("../inspect/report/mod.ts");
  for (const { message } of status.notes) report(message);
  return [
    ...renderIndexStatus(status).map(({ name, lines: [value = ""] }) => ({ name, value })),
    ...warm.map(({ process, name, since, root }) => ({
      name: "warm",
      value: `process ${process} (${name}) since ${since}, for ${root}`,
    })),
  ].map(({ name, value }) => `${name.padEnd(10)}${escapeControls(cellText(value))}\n`).join("");
}
