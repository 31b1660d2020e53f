import { formatQuantity } from "@dossier/core/report";
import { EXPECTED_AGE, parseAge } from "../config/mod.ts";
import type { IndexReport } from "../answer/mod.ts";
import type { Engine } from "../engine.ts";
import {
  choiceField,
  EVENTS_TYPE,
  JSON_TYPE,
  type Operation,
  type RequestOf,
  type Terminal,
  textField,
  UsageError,
  withFacts,
  withFlag,
} from "../operation/mod.ts";
import { TREE_PROBLEMS } from "./problems.ts";
import { ROOT_FIELDS } from "./shared_fields.ts";

/** Age from which on trees are removed where no other is given. */
const DEFAULT_TREE_AGE = "30d";

/** Fields of `index`. */
const INDEX_FIELDS = {
  ...ROOT_FIELDS,
  store: withFlag(
    withFacts(
      choiceField(
        "Where the index is stored: on this machine, or also in the cluster of the settings",
        [
          "local",
          "opensearch",
        ],
      ),
      { isLocal: true },
    ),
    "--store NAME",
    "Where the index is stored: local, or also in opensearch (local)",
  ),
  prune: withFlag(
    withFacts(
      textField("Age from which on trees are removed from the cluster; empty for 30 days", {
        pattern: [/^(?:[1-9]\d{0,5}[hdw])?$/, `must be ${EXPECTED_AGE}`],
      }),
      { isLocal: true },
    ),
    "--prune [AGE]",
    "Also remove trees from the cluster that are older than AGE (30d)",
    { parse: ([age = ""]) => parseTreeAge(age) },
  ),
};

/** Request of `index`. */
type IndexRequest = RequestOf<typeof INDEX_FIELDS>;

/** Operation that refreshes an index; returns the pending files when it is stopped. */
export const INDEX_OPERATION: Operation<IndexRequest, IndexReport, Engine> = {
  name: "index",
  summary: "Brings the index up to date with the files",
  fields: INDEX_FIELDS,
  component: "RootRequest",
  access: "write",
  thread: "indexing",
  finishesOnAbort: true,
  run(engine, { store, prune }, { signal, onProgress }) {
    const share = store === "opensearch";
    if (prune !== undefined && !share) {
      throw new UsageError(
        'Cannot remove old trees with "--prune" as they are in the cluster: add "--store opensearch"',
      );
    }
    const maxTreeAgeMs = prune === undefined ? undefined : parseAge(prune || DEFAULT_TREE_AGE);
    return engine.index({ signal, onProgress, share, maxTreeAgeMs });
  },
  http: {
    method: "post",
    path: "/v1/index",
    summary: "Brings the index up to date; sends its progress as events, and at last its report",
    answers: [
      { type: EVENTS_TYPE, events: "IndexEvent" },
      { type: JSON_TYPE, schema: "IndexReport" },
    ],
    problems: [...TREE_PROBLEMS, "not-acceptable"],
  },
  commands: [{
    name: "index",
    permissions: "answer",
    examples: [
      "deno task index --root ../other-repository",
      "deno task with-team index --store opensearch --prune 30d",
    ],
    showsProgress: true,
    text: (report, terminal) => `${renderIndexReport(report, terminal)}\n`,
    json: (report, { root, seconds }) => ({ root, ...report, seconds }),
    isStopped: ({ pending }, { report }) => {
      if (pending === 0) return false;
      report(
        `Stopped with ${pending} files left to index; finished work is stored, and the next run continues`,
      );
      return true;
    },
  }],
};

/** Returns the result of an index run in one line; reports the notes on the terminal. */
function renderIndexReport(
  { notes, documents, chunks, added, changed, removed, shared }: IndexReport,
  { seconds, report }: Pick<Terminal, "seconds" | "report">,
): string {
  for (const { message } of notes) report(message);
  const sent = shared === undefined ? "" : `; ${shared.chunks} chunks sent to ${shared.place}`;
  const pruned = shared?.removed === undefined
    ? ""
    : `; ${formatQuantity(shared.removed.trees, "old tree")} removed there, and ` +
      `${formatQuantity(shared.removed.segments, "part")} that no tree had`;
  return `${documents} documents, ${chunks} chunks: ${added} added, ${changed} changed, ${removed} removed` +
    ` in ${seconds.toFixed(2)} s${sent}${pruned}`;
}

/** Returns an age as it is written; empty for the default one. */
function parseTreeAge(age: string): string {
  if (age === "" || parseAge(age) !== undefined) return age;
  throw new UsageError(`Cannot use "${age}" for --prune: it must be ${EXPECTED_AGE}`);
}
