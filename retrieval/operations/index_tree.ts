import type { IndexReport } from "../answer/mod.ts";
import type { Engine } from "../engine.ts";
import { EVENTS_TYPE, JSON_TYPE, type Operation, type Terminal } from "../operation/mod.ts";
import { TREE_PROBLEMS } from "./problems.ts";
import { ROOT_FIELDS, type RootRequest } from "./shared_fields.ts";

/** Brings an index up to date; stopped, it says what is pending. */
export const INDEX_OPERATION: Operation<RootRequest, IndexReport, Engine> = {
  name: "index",
  summary: "Brings the index up to date with the files",
  fields: ROOT_FIELDS,
  component: "RootRequest",
  access: "write",
  thread: "indexing",
  endsItself: true,
  run: (engine, _request, { signal, onProgress }) => engine.index({ signal, onProgress }),
  http: {
    method: "post",
    path: "/v1/index",
    summary:
      "Brings the index up to date; tells its progress as events, the last of them its report",
    answers: [
      { type: EVENTS_TYPE, events: "IndexEvent" },
      { type: JSON_TYPE, schema: "IndexReport" },
    ],
    problems: [...TREE_PROBLEMS, "not-acceptable"],
  },
  commands: [{
    name: "index",
    permissions: "answer",
    examples: ["deno task index --root ../other-repository"],
    showsProgress: true,
    text: (report, terminal) => `${renderIndexReport(report, terminal)}\n`,
    json: (report, { root, seconds }) => ({ root, ...report, seconds }),
    isStopped: ({ pending }, { tell }) => {
      if (pending === 0) return false;
      tell(`Stopped with ${pending} files to go; what is done is kept, and the next run goes on`);
      return true;
    },
  }],
};

/** Returns what came of an index run in one line; notes are told. */
function renderIndexReport(
  { notes, documents, chunks, added, changed, removed }: IndexReport,
  { seconds, tell }: Pick<Terminal, "seconds" | "tell">,
): string {
  for (const { message } of notes) tell(message);
  return `${documents} documents, ${chunks} chunks: ${added} added, ${changed} changed, ${removed} removed` +
    ` in ${seconds.toFixed(2)} s`;
}
