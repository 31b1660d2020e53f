/**
 * Sends the requests in a file to a program, and writes the results. `record.ts` runs it with the
 * configuration of that program, so it imports only files of this folder.
 *
 * @module
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { BehaviourRequest, CanonicalAnswer, RecordedAnswer } from "./behaviour_request.ts";
import { canonicalBundle, canonicalResults } from "./canonical.ts";

/** Methods of the engine that are used. `canonical.ts` reads their results. */
interface RecordedEngine extends Disposable {
  context(query: string, options: unknown): Promise<{ readonly record?: number }>;
  contextForIssue(issue: unknown, options: unknown): Promise<{ readonly record?: number }>;
  answerRequests(text: string, options: unknown): Promise<{ readonly record?: number }>;
  search(query: string, options: unknown): Promise<unknown>;
  explain(query: string, options: unknown): Promise<unknown>;
  index(options?: { readonly share: boolean }): Promise<unknown>;
  renderRecord(id: number): Promise<{ readonly text?: string } | undefined>;
}

/** Options of the engine. */
interface RequestOptions {
  readonly format?: unknown;
  readonly maxRefreshMs: number;
}

/** Time of every recording: 2026-12-01. */
const NOW_MS = Date.UTC(2026, 11, 1);

/** Time that is enough for any refresh. A faster answer would know less of the tree. */
const MAX_REFRESH_MS = 600_000;

/**
 * JSON contains the root and the time of the index, and all its canonical content is compared
 * anyway.
 */
const FORMAT_WITHOUT_TEXT = "json";

Date.now = () => NOW_MS;

const { values } = parseArgs({
  options: {
    program: { type: "string", default: "." },
    trees: { type: "string", default: "." },
    state: { type: "string", default: "." },
    requests: { type: "string", default: "" },
  },
});
const { openEngine } = await import(pathToFileURL(join(values.program, "mod.ts")).href);
const requests: readonly BehaviourRequest[] = JSON.parse(Deno.readTextFileSync(values.requests));
for (const tree of new Set(requests.map(({ tree }) => tree))) {
  const state = join(values.state, tree);
  deleteSessions(state);
  const root = join(values.trees, tree);
  if (Deno.env.has("DOSSIER_OPENSEARCH")) await sendIndex(root);
  using engine: RecordedEngine = await openEngine({ root, state });
  await engine.index();
  for (const request of requests.filter((one) => one.tree === tree)) {
    const recorded: RecordedAnswer = { request, answer: await runRequest(engine, request) };
    Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(recorded)}\n`));
  }
}

/** Sends the index of a tree to the cluster, from a state that no answer uses. */
async function sendIndex(root: string): Promise<void> {
  const state = Deno.makeTempDirSync({ prefix: "dossier-sender-" });
  try {
    using sender: RecordedEngine = await openEngine({ root, state });
    await sender.index({ share: true });
  } finally {
    Deno.removeSync(state, { recursive: true });
  }
}

async function runRequest(
  engine: RecordedEngine,
  request: BehaviourRequest,
): Promise<CanonicalAnswer> {
  const { kind, text, issue } = request;
  const options: RequestOptions = { ...request.options, maxRefreshMs: MAX_REFRESH_MS };
  try {
    switch (kind) {
      case "search":
      case "explain":
        return canonicalResults(await engine[kind](text, options));
      case "context":
        return await bundleOf(engine, await engine.context(text, options), options);
      case "issue":
        return await bundleOf(engine, await engine.contextForIssue(issue, options), options);
      case "need":
        return await bundleOf(engine, await engine.answerRequests(text, options), options);
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = "code" in error ? String(error.code) : error.name;
    return { error: { code, message: error.message } };
  }
}

async function bundleOf(
  engine: RecordedEngine,
  bundle: { readonly record?: number },
  { format }: RequestOptions,
): Promise<CanonicalAnswer> {
  const isText = format !== FORMAT_WITHOUT_TEXT && bundle.record !== undefined;
  const restored = isText ? await engine.renderRecord(bundle.record) : undefined;
  return canonicalBundle(bundle, restored?.text);
}

/** Deletes the sessions of an earlier recording. */
function deleteSessions(state: string): void {
  Deno.mkdirSync(state, { recursive: true });
  for (const { name } of [...Deno.readDirSync(state)]) {
    if (name.startsWith("state.db")) Deno.removeSync(join(state, name));
  }
}
