import {
  booleanField,
  choiceField,
  integerField,
  JSON_TYPE,
  listField,
  type Operation,
  type RequestOf,
  required,
  textField,
  withFacts,
  withFlag,
} from "@dossier/retrieval/operation";
import type { Engine } from "@dossier/retrieval/engine";
import {
  limitField,
  nameField,
  NAMES_FIELD,
  REFRESH_FIELDS,
  ROOT_FIELD,
  sessionField,
  toFreshness,
} from "@dossier/retrieval/fields";
import type { Forgotten } from "../forget.ts";
import type { Recalled } from "../recall.ts";
import type { Remembered } from "../remember.ts";
import { listLines, renderAnchor } from "../render_observation.ts";
import type { MemoryPlace } from "../store/mod.ts";
import { MEMORY_PROBLEMS, useMemory, useObservation } from "./shared.ts";

/** Maximum number of characters of a claim; `remember()` checks it again. */
const MAX_CLAIM = 20_000;

/**
 * The kinds and classifications of `core/observation.ts`, compared by a test: options are parsed
 * without loading that file.
 */
const KINDS = ["decision", "pattern", "error", "summary", "file"] as const;
const CLASSIFICATIONS = ["public", "internal", "confidential", "restricted"] as const;

const REMEMBER_FIELDS = {
  root: ROOT_FIELD,
  content: required(
    withFacts(textField("The claim, in one or a few sentences", { max: MAX_CLAIM }), {
      operands: {
        what: "the claim",
        none: "Cannot remember without a claim: write it in one sentence",
        empty: "Cannot remember without a claim: write it in one sentence",
      },
    }),
  ),
  reason: withFlag(
    textField("Its reason or source", { max: MAX_CLAIM }),
    "--reason TEXT",
    "Its reason or source",
  ),
  kind: withFlag(
    choiceField("The kind of claim", KINDS),
    "--kind KIND",
    "The kind of claim (decision)",
  ),
  paths: withFlag(
    listField("Its citations: FILE, FILE:LINE-LINE or FILE#DEFINITION", nameField(""), { max: 8 }),
    "--path FILE",
    "A citation: FILE, FILE:10-20 or FILE#Name; more may follow",
  ),
  classification: withFlag(
    choiceField(
      "The audience; only public and internal ones ever leave the project",
      CLASSIFICATIONS,
    ),
    "--classification NAME",
    "The audience (internal)",
  ),
  tags: withFlag(
    listField("Words to find it by", nameField(""), { max: 16 }),
    "--tag WORD",
    "A word to find it by; more may follow",
  ),
  session: withFlag(
    sessionField("The session that it comes from"),
    "--session ID",
    "The session that it comes from",
  ),
  ...REFRESH_FIELDS,
  supersedes: withFlag(
    nameField("Id of the observation that it replaces"),
    "--supersedes ID",
    "The observation that it replaces",
  ),
};

/** The request of `remember`. */
export type RememberRequest = RequestOf<typeof REMEMBER_FIELDS>;

/** Stores an observation that a user states. */
export const REMEMBER_OPERATION: Operation<RememberRequest, Remembered, Engine> = {
  name: "remember",
  summary: "Stores an observation with its citations for later sessions",
  fields: REMEMBER_FIELDS,
  component: "RememberRequest",
  access: "write",
  needsFreshIndex: true,
  async run(engine, { kind = "decision", ...claim }) {
    return await useMemory(engine, async (place) => {
      const { remember } = await import("../remember.ts");
      const result = await remember(engine, place, { kind, ...claim }, toFreshness(claim));
      return { ...result, ...await addSecondMemoryNote(engine, place) };
    });
  },
  http: {
    method: "post",
    path: "/v1/memory",
    answers: [{ type: JSON_TYPE, schema: "Remembered" }],
    problems: [
      ...MEMORY_PROBLEMS,
      "invalid-observation",
      "observation-known",
      "observation-not-found",
    ],
  },
  mcp: {
    description:
      "Stores one fact about this repository for later sessions. Cite what it is about: it is dropped when that changes.",
    fields: {
      content: { kind: "text", isRequired: true },
      paths: { kind: "list", of: { kind: "text" }, help: "FILE, FILE:10-20 or FILE#Definition" },
    },
    isReadOnly: false,
    async answer(request: RememberRequest, call) {
      const result = await call.callOperation<Remembered>("remember", request);
      return { text: appendNote(renderRemembered(result), result), structured: result };
    },
  },
  commands: [{
    name: "remember",
    operands: "CLAIM",
    permissions: "answer",
    examples: [
      'deno task remember "Uploads are retried by the queue, never by the caller" --path src/upload.ts#retry',
    ],
    text: (result) => `${appendNote(renderRemembered(result), result)}\n`,
  }],
};

async function addSecondMemoryNote(
  { root }: Engine,
  place: MemoryPlace,
): Promise<{ note?: string }> {
  const { formatSecondMemoryNote } = await import("../open_memory.ts");
  const note = await formatSecondMemoryNote(root, place);
  return note === undefined ? {} : { note };
}

/** Returns a text with the note about the memory, if any. */
function appendNote(text: string, { note }: { readonly note?: string | undefined }): string {
  return note === undefined ? text : `${text}\n\nNote: ${note}`;
}

function renderRemembered({ id, same, anchors }: Remembered): string {
  const cited = anchors.length === 0
    ? "It cites nothing, so it will never be found outdated: name a file with --path."
    : `It cites ${anchors.map(renderAnchor).join(", ")}.`;
  if (same === undefined) return `Remembered as ${id}. ${cited}`;
  return `${id} already says ${same === "exact" ? "the same" : "nearly the same"}.`;
}

const RECALL_FIELDS = {
  root: ROOT_FIELD,
  query: required(
    withFacts(
      textField("The question", { max: MAX_CLAIM, pattern: [/\S/, "Write at least one word"] }),
      {
        operands: {
          what: "the question",
          none: "Cannot recall without a question: write some words",
          empty: "Cannot recall without a question: write some words",
        },
      },
    ),
  ),
  names: NAMES_FIELD,
  limit: withFlag(
    limitField("Maximum number of observations: by default 5"),
    "-n, --limit N",
    "Most observations (5)",
  ),
};

/** The request of `recall`. */
export type RecallRequest = RequestOf<typeof RECALL_FIELDS>;

/** Default number of observations. */
const DEFAULT_RECALLED = 5;

/** Returns the observations that answer a question. */
export const RECALL_OPERATION: Operation<RecallRequest, Recalled, Engine> = {
  name: "recall",
  summary: "Finds current observations of earlier sessions about a question",
  fields: RECALL_FIELDS,
  component: "RecallRequest",
  needsFreshIndex: false,
  usesWarmEngine: true,
  async run(engine, { query, names, limit = DEFAULT_RECALLED }) {
    return await useMemory(engine, async (place) => {
      const { recall } = await import("../recall.ts");
      const result = await recall(engine, place, { text: query, names, limit });
      return { ...result, ...await addSecondMemoryNote(engine, place) };
    }, { observations: [], outdated: [] });
  },
  http: {
    method: "post",
    path: "/v1/memory/recall",
    answers: [{ type: JSON_TYPE, schema: "Recalled" }],
    problems: MEMORY_PROBLEMS,
  },
  mcp: {
    description:
      "Facts that earlier sessions learned about this repository, with cited places that are " +
      "unchanged; often nothing. Check them.",
    fields: {
      query: { kind: "text", isRequired: true },
      names: { kind: "list", of: { kind: "text" }, help: "Guessed names" },
    },
    isReadOnly: true,
    async answer(request: RecallRequest, call) {
      const result = await call.callOperation<Recalled>("recall", request);
      return { text: appendNote(renderRecalled(result), result), structured: result };
    },
  },
  commands: [{
    name: "recall",
    operands: "QUESTION",
    permissions: "answer",
    examples: ['deno task recall "how are uploads retried" --names retry,queue'],
    text: (result, terminal) => terminal.escape(`${appendNote(renderRecalled(result), result)}\n`),
  }],
};

function renderRecalled({ observations, outdated }: Recalled): string {
  const lines = observations.flatMap(listLines);
  if (outdated.length > 0) {
    lines.push(
      `Not shown, as their cited text has changed or instructions contradict them: ${
        outdated.map(({ id }) => id).join(", ")
      }; ` +
        "see memory show ID, then memory verify ID or forget ID.",
    );
  }
  return lines.length === 0 ? "No observation matches." : lines.join("\n");
}

const FORGET_FIELDS = {
  root: ROOT_FIELD,
  id: required(withFacts(nameField("Id of the observation, such as o12"), {
    operands: { what: "the id", none: "Cannot forget without an ID: add one, such as o12" },
  })),
};

/** Erases the text of an observation. */
export const FORGET_OPERATION: Operation<RequestOf<typeof FORGET_FIELDS>, Forgotten, Engine> = {
  name: "forget",
  summary: "Erases the text of an observation",
  fields: FORGET_FIELDS,
  component: "ForgetRequest",
  access: "write",
  async run(engine, { id }) {
    return await forgetAll(engine, [id]);
  },
  http: {
    method: "post",
    path: "/v1/memory/{id}/forget",
    answers: [{
      type: JSON_TYPE,
      schema: "Forgotten",
      fields: {
        ids: required(listField("The erased observations", nameField(""))),
        records: required(
          listField("Records of answers that still contain its text", integerField("")),
        ),
        isErased: required(booleanField("True when its bytes are overwritten on the disk")),
      },
    }],
    problems: [...MEMORY_PROBLEMS, "observation-not-found"],
  },
  commands: [{
    name: "forget",
    operands: "ID…",
    permissions: "answer",
    examples: ["deno task forget o12", "deno task forget o12 o13"],
    execute: (engine, { id }) => forgetAll(engine, id.trim().split(/\s+/)),
    text: renderForgotten,
  }],
};

async function forgetAll(engine: Engine, ids: readonly string[]): Promise<Forgotten> {
  return await useObservation(engine, ids[0]!, async (place) => {
    const { forget } = await import("../forget.ts");
    return await forget(engine, place, ids);
  });
}

/** Records that are listed by number. */
const NAMED_RECORDS = 20;

function renderForgotten({ ids, records, isErased }: Forgotten): string {
  const named = records.slice(0, NAMED_RECORDS).join(", ");
  const more = records.length - NAMED_RECORDS;
  const lines = [
    `Forgotten: ${ids.join(", ")}.`,
    ...(records.length === 0 ? [] : [
      `Records of answers contain its text until "dossier log prune" removes them: ${named}${
        more > 0 ? ` and ${more} more` : ""
      }.`,
    ]),
    ...(isErased ? [] : [
      "Its bytes may stay on the disk until the database reuses their space.",
    ]),
  ];
  return `${lines.join("\n")}\n`;
}
