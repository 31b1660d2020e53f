import {
  booleanField,
  choiceField,
  JSON_TYPE,
  listField,
  objectField,
  type Operation,
  type RequestOf,
  required,
  textField,
  UsageError,
  withFacts,
  withFlag,
} from "@dossier/retrieval/operation";
import type { Engine } from "@dossier/retrieval/engine";
import { nameField, ROOT_FIELD, sessionField } from "@dossier/retrieval/fields";
import type { AppliedOutcome } from "../store/mod.ts";
import { MEMORY_PROBLEMS, useSession } from "./shared.ts";

/** The outcomes of `core/learn.ts`, compared by a test. */
const OUTCOMES = ["accepted", "rejected", "rework"] as const;

/** Maximum number of tool calls and errors in a request. */
const MAX_CALLS = 2000;

const FIELDS = {
  root: ROOT_FIELD,
  session: required(
    withFlag(
      sessionField("The session that has ended"),
      "--session ID",
      "The session that has ended",
    ),
  ),
  outcome: required(choiceField("How it ended", OUTCOMES)),
  calls: listField(
    "Tool calls of a failed session",
    objectField("", {
      tool: required(nameField("Name of the tool")),
      file: nameField("Its file"),
      success: required(booleanField("True when it succeeded")),
    }),
    { max: MAX_CALLS },
  ),
  errors: listField("Errors", textField("", { max: 10_000 }), { max: MAX_CALLS }),
  modified: listField("Files that the session changed", nameField(""), { max: MAX_CALLS }),
  transcript: withFacts(
    withFlag(
      nameField("Absolute path of the transcript of the session"),
      "--transcript FILE",
      "The transcript of the session, for the reasons of a failure",
    ),
    { isLocal: true },
  ),
};

/** The request of `outcome`. */
export type OutcomeRequest = RequestOf<typeof FIELDS>;

/** Updates the weights of the observations that a session received, by its outcome. */
export const OUTCOME_OPERATION: Operation<OutcomeRequest, AppliedOutcome, Engine> = {
  name: "outcome",
  summary: "Updates the weights of a session's observations by its outcome",
  fields: FIELDS,
  component: "OutcomeRequest",
  access: "write",
  async run(engine, request) {
    return await useSession(engine, request.session, async (place) => {
      const { learnOutcome } = await import("../learn_outcome.ts");
      return await learnOutcome(place, request);
    });
  },
  http: {
    method: "post",
    path: "/v1/sessions/{session}/outcome",
    answers: [{ type: JSON_TYPE, schema: "AppliedOutcome" }],
    problems: [...MEMORY_PROBLEMS, "invalid-session"],
  },
  commands: [{
    name: "outcome",
    operands: "accepted | rejected | rework",
    choices: OUTCOMES,
    permissions: "answer",
    examples: [
      "deno task outcome --session web-7 accepted",
      "deno task outcome --session web-7 rejected --transcript session.jsonl",
    ],
    resolve(request, { words, resolvePath }) {
      const outcome = OUTCOMES.find((one) => one === words[0]);
      if (outcome === undefined || words.length > 1) {
        throw new UsageError("Cannot learn without an outcome: write accepted, rejected or rework");
      }
      if (request.session === undefined) {
        throw new UsageError("Cannot learn without a session: add --session ID");
      }
      const { transcript } = request;
      return { ...request, outcome, ...(transcript && { transcript: resolvePath(transcript) }) };
    },
    async execute(engine, { transcript, ...request }, call) {
      const facts = transcript === undefined ? {} : await readFacts(engine, transcript);
      return await OUTCOME_OPERATION.run(engine, { ...request, ...facts }, call);
    },
    text: renderOutcome,
  }],
};

/** Returns the facts of a session from the transcript at an absolute path. */
async function readFacts(engine: Engine, transcript: string): Promise<Partial<OutcomeRequest>> {
  const { listSessionFacts } = await import("../core/mod.ts");
  const { events } = await engine.readTranscript(transcript);
  return listSessionFacts(events, { limit: MAX_CALLS });
}

function renderOutcome({ outcome, isRepeated, given, steps, misleading }: AppliedOutcome): string {
  if (isRepeated) {
    return `Nothing is changed: the outcome of the session is ${outcome} already.\n`;
  }
  const lines = [
    given === 0
      ? "The session received no observation: there is nothing to learn."
      : `Of ${given} observations that the session received:`,
    ...steps.map(({ subject, previous, weight, reason }) =>
      `  ${subject}: ${round(previous)} -> ${round(weight)}, as ${reason}`
    ),
    ...misleading.map((id) => `  ${id} misleads: see memory show ${id}`),
  ];
  return `${lines.join("\n")}\n`;
}

function round(weight: number): number {
  return Number(weight.toFixed(3));
}
