import type { ActivityEvent } from "@dossier/retrieval/state";
import type { Engine } from "@dossier/retrieval/engine";
import {
  choiceField,
  integerField,
  JSON_TYPE,
  listField,
  objectField,
  type Operation,
  option,
  type RequestOf,
  required,
  textField,
  UsageError,
  withFacts,
} from "@dossier/retrieval/operation";
import { LOG_PROBLEMS } from "@dossier/retrieval/problems";
import { openTiersOfEngine } from "./manifest.ts";
import { MAX_NAME_LENGTH, ROOT_FIELD, SESSION_FIELD } from "@dossier/retrieval/fields";

/** Maximum number of events of one request. */
const MAX_EVENTS = 256;

const EVENT = {
  kind: required(
    choiceField<ActivityEvent["kind"]>("Kind of the event", ["turn", "tool", "commit", "file"]),
  ),
  value: withFacts(
    textField("Name of the tool, message of the commit or path of the file; absent for a turn", {
      max: MAX_NAME_LENGTH,
    }),
    { fallback: "" },
  ),
};

const FIELDS = {
  root: ROOT_FIELD,
  session: required(
    withFacts(SESSION_FIELD, {
      flags: [{ written: "--session ID", summary: "Session of the events" }],
    }),
  ),
  events: required(
    listField("Events of the session, in order", objectField("", EVENT), {
      min: 1,
      max: MAX_EVENTS,
    }),
  ),
};

const NOTED = { noted: required(integerField("Number of events that were stored")) };

/** The request of `activity`. */
export type ActivityRequest = RequestOf<typeof FIELDS>;

/** Command-line options, and the kinds of events that they add. */
const KINDS = [["tool", "tool"], ["commit", "commit"], ["open", "file"]] as const;

/** Records the activity of a session, for the triggers of tiers. */
export const ACTIVITY_OPERATION: Operation<ActivityRequest, void, Engine> = {
  name: "activity",
  summary: "Records the turns, tools, commits and files of a session, which its triggers use",
  fields: FIELDS,
  component: "ActivityRequest",
  access: "write",
  async run(engine, { session, events }) {
    const noted = events.map(({ kind, value = "" }) => ({ kind, value }));
    await (await openTiersOfEngine(engine)).record(session, noted);
  },
  http: {
    method: "post",
    path: "/v1/activity",
    answers: [{ type: JSON_TYPE, schema: "NotedActivity", fields: NOTED }],
    problems: LOG_PROBLEMS,
    toBody: (_, { events }) => ({ noted: events.length }),
  },
  commands: [{
    name: "activity",
    operands: "",
    summary: "Records the activity of a session, for the triggers of its tiers",
    permissions: "answer",
    options: [
      option("--tool NAME", "A tool that was called; more may follow"),
      option("--commit MESSAGE", "A commit that was made; more may follow"),
      option("--open FILE", "A file that was opened or changed; more may follow"),
      option("--turn", "A turn in which no bundle was requested"),
    ],
    examples: ["deno task activity --session web-7 --tool deploy"],
    hasJson: false,
    resolve(request, { has, values, words }) {
      if (request.session === undefined) {
        throw new UsageError("Cannot record activity without a session: add --session ID");
      }
      const events: ActivityEvent[] = [
        ...(has("turn") ? [{ kind: "turn", value: "" } as const] : []),
        ...KINDS.flatMap(([name, kind]) => values(name).map((value) => ({ kind, value }))),
      ];
      if (events.length > 0 && words.length === 0) return { ...request, events };
      throw new UsageError("Cannot record activity: add --tool, --commit, --open or --turn");
    },
    text: () => "",
  }],
};
