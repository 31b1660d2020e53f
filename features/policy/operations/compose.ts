import type { RunLimit } from "../core/mod.ts";
import type { JsonValue } from "@dossier/core/text";
import type { Engine } from "@dossier/retrieval/engine";
import {
  booleanField,
  choiceField,
  type EmittedEvent,
  integerField,
  JSON_TYPE,
  listField,
  mapField,
  objectField,
  type Operation,
  type RequestField,
  type RequestOf,
  required,
  textField,
} from "@dossier/retrieval/operation";
import type { ComposedContext } from "../compose_profile.ts";
import { TREE_PROBLEMS } from "@dossier/retrieval/problems";
import { MAX_NAME_LENGTH, ROOT_FIELD, transcriptField } from "@dossier/retrieval/fields";
import { policiesOf } from "../policies_of.ts";
import { COMPOSITION_PROBLEMS, INPUTS_FIELD, PROFILE_FIELD } from "../request_fields.ts";

/** Maximum number of capabilities of the thread that starts another. */
const MAX_CAPABILITIES = 256;

/** The names of limits; a test compares them with the defaults in `core/limits.ts`. */
export const LIMIT_NAMES: readonly RunLimit[] = [
  ...["turns", "tokens", "spend", "spawns", "depth", "duration_seconds"] as const,
];

const LIMIT: RequestField<number> = { kind: "number", min: 0 };

const PARENT = objectField("Parent of this thread, which limits its permissions", {
  id: required(
    textField("Name of the thread, which texts of hooks may show", {
      min: 1,
      max: MAX_NAME_LENGTH,
    }),
  ),
  limits: required(
    objectField(
      "Limits of the parent",
      Object.fromEntries(LIMIT_NAMES.map((name) => [name, required(LIMIT)])),
    ) as unknown as RequestField<Readonly<Record<RunLimit, number>>>,
  ),
  spawned: required(
    integerField("Number of agents that it has started, including this one", { min: 0 }),
  ),
  capabilities: required(
    listField(
      "Permissions of the parent",
      { kind: "text", max: MAX_NAME_LENGTH } as RequestField<string>,
      {
        max: MAX_CAPABILITIES,
      },
    ),
  ),
});

const FIELDS = {
  root: ROOT_FIELD,
  profile: required(PROFILE_FIELD),
  inputs: INPUTS_FIELD,
  for: choiceField("Format of the provider's request; by default none", [
    ...["anthropic", "openai", "gemini", "messages", "text"] as const,
  ]),
  words: choiceField("Vocabulary of the prompt; by default the one of the profile's format", [
    "dossier",
    "rye",
  ]),
  limits: mapField("Limits of the run, which replace those of the profile", LIMIT, {
    names: LIMIT_NAMES,
  }) as RequestField<Readonly<Partial<Record<RunLimit, number>>>>,
  parent: PARENT,
  transcript: transcriptField(
    "The messages to continue: one per line, as JSON with role and content",
  ),
  lenient: booleanField("True when the transcript may have lines after its last checkpoint"),
  partial: booleanField(
    "True to compose it without missing inputs, whose placeholders remain",
  ),
};

/** The request of `compose`. */
export type CompositionRequest = RequestOf<typeof FIELDS>;

/** A composed prompt, and the request for a provider, when one was named. */
export interface RenderedPrompt extends ComposedContext {
  /** The body of the request, or one text. */
  readonly request?: JsonValue;
}

/** Composes the prompt of an agent. */
export const COMPOSE_OPERATION: Operation<CompositionRequest, RenderedPrompt, Engine> = {
  name: "compose",
  summary: "Returns the initial context of an agent: system prompt, first message and tools",
  fields: FIELDS,
  component: "CompositionRequest",
  rules: [{
    field: "lenient",
    problem: "Use it with a transcript",
    holds: ({ lenient, transcript }) => lenient !== true || transcript !== undefined,
  }],
  run: composeForProvider,
  events: (composed, { partial = false }) => partial ? [] : listPromptEvents(composed),
  http: {
    method: "post",
    path: "/v1/compose",
    answers: [{ type: JSON_TYPE, schema: "RenderedPrompt" }],
    problems: [...TREE_PROBLEMS, ...COMPOSITION_PROBLEMS],
  },
};

/** Returns the prompt of a profile of an engine's tree, and the request for a provider. */
async function composeForProvider(
  engine: Engine,
  request: CompositionRequest,
): Promise<RenderedPrompt> {
  const { profile, inputs, words, limits, parent, partial: isPartial, for: provider } = request;
  const { transcript: text, lenient } = request;
  const { composeProfile } = await import("../compose_profile.ts");
  const composed = await composeProfile({
    profile,
    inputs,
    words,
    limits,
    parent,
    isPartial,
    resume: text === undefined ? undefined : { text },
    transcript: lenient ? "lenient" : "strict",
  }, await policiesOf(engine));
  if (provider === undefined) return composed;
  const { toPromptText, toProviderRequest } = await import("@dossier/core/prompt");
  const { system, messages, palette: { definitions: tools } } = composed;
  const prompt = { system, messages, tools };
  const body = provider === "text" ? toPromptText(prompt) : toProviderRequest(prompt, provider);
  return { ...composed, request: body };
}

function listPromptEvents({ profile, events }: ComposedContext): readonly EmittedEvent[] {
  const { systemPrompt, contextInjected } = events;
  return [
    ...(systemPrompt === undefined
      ? []
      : [{ kind: "system_prompt", data: { profile, ...systemPrompt } }]),
    { kind: "context_injected", data: { profile, ...contextInjected } },
  ];
}
