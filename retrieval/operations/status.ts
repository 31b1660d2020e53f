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
import { ROOT_FIELDS, type RootRequest, session } from "./shared_fields.ts";

/** What an index holds. */
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
    ask: async (engine, _, { local }) => ({
      ...await engine.status(),
      warm: local?.cache === undefined ? [] : await listWarm(engine.root, local.cache),
    }),
    text: renderStatus,
  }],
  mcp: {
    description: "Lists the served trees with the size and age of their indexes, and what their " +
      "manifests declare. Use it when a tool asks for a root, or when answers look outdated.",
    fields: { session: session("Deliveries to the session") },
    isReadOnly: true,
    async answer({ root, session }: { root?: string; session?: string }, call) {
      const asked = root === undefined ? call.roots : [call.findRoot(root)];
      const roots = await Promise.all(asked.map(async (each) => {
        const index = await describeIndex(each, call);
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

/** What is said of a tree and its index. */
interface RootStatus extends ToolRoot {
  readonly documents?: number;
  readonly chunks?: number;
  readonly updatedAt?: string;
  /** What is wrong with its index. */
  readonly problem?: string;
}

/** Returns the state of a tree's index; the problem of one must not hide the others. */
async function describeIndex({ name, path }: ToolRoot, call: ToolCall): Promise<RootStatus> {
  try {
    const { documents, chunks, updatedAt } = await call.ask<IndexStatus>("status", { root: name });
    return { name, path, documents, chunks, ...(updatedAt === undefined ? {} : { updatedAt }) };
  } catch (error) {
    if (!isContextError(error)) throw error;
    return { name, path, problem: call.describeFailure(error) };
  }
}

function renderRoot({ name, path, documents, chunks, updatedAt, problem }: RootStatus): string {
  const state = problem ??
    (updatedAt === undefined
      ? "not indexed yet"
      : `${documents} documents, ${chunks} chunks, indexed ${updatedAt}`);
  return `${name} (${path}): ${state}`;
}

/** A process that has the index open, and answers commands. */
interface WarmStatus {
  readonly process: number;
  /** The command that runs it. */
  readonly name: string;
  /** When it began, in ISO 8601. */
  readonly since: string;
  /** Absolute path of its tree. */
  readonly root: string;
}

/** Longest time for such a process to say that it is there, in milliseconds. */
const GREETING_MS = 300;

/** Returns the processes that answer for a tree; those that do not say that they are there do not. */
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
  const { describeStatus } = await import("../inspect/report/mod.ts");
  for (const { message } of status.notes) report(message);
  return [
    ...describeStatus(status).map(({ name, lines: [value = ""] }) => ({ name, value })),
    ...warm.map(({ process, name, since, root }) => ({
      name: "warm",
      value: `process ${process} (${name}) since ${since}, for ${root}`,
    })),
  ].map(({ name, value }) => `${name.padEnd(10)}${escapeControls(cellText(value))}\n`).join("");
}
