import { FEATURES } from "@dossier/features";
import { SCHEMAS } from "@dossier/retrieval/schema";
import * as z from "zod";
import { ERROR_CODES } from "../problem/mod.ts";
import { ALL_OPERATIONS } from "../operations/all/mod.ts";
import { addComponent, listComponents, toFieldSchemas } from "../schema/mod.ts";

const NAME = z.string().describe("Its name in requests");

const ROOT = z.strictObject({ name: NAME, path: z.string().describe("Absolute path") });

const ROOT_READINESS = z.strictObject({
  name: NAME,
  isReady: z.boolean().describe("True when its index is up to date, as far as is known"),
  hasBeenReady: z.boolean().describe("True when it has been up to date since the server started"),
  pending: z.int().min(0).describe("Files known to have changed and not yet indexed"),
});

const PROBLEM_PART = z.strictObject({
  pointer: z.string().describe("JSON pointer to the part, or the name of a parameter"),
  detail: z.string().describe("One sentence"),
});

/** Schemas of the answers of the API, without those of features, by their names in its document. */
export const COMPONENTS = {
  ...SCHEMAS,
  Root: ROOT,
  RootList: z.strictObject({ roots: z.array(ROOT) }),
  IndexEvent: z.strictObject({
    event: z.enum(["progress", "done", "problem"]).describe("Kind of the event"),
    data: z.string().describe("IndexProgress, IndexReport or Problem as JSON"),
  }).describe("One event of an index run"),
  ContextEvent: z.strictObject({
    id: z.string().describe(
      "ID of the event; a stream with it as Last-Event-ID continues after it",
    ),
    event: z.enum(["system_prompt", "context_injected", "triggers_fired", "missed"])
      .describe("Kind of the event; missed: events before the next one are no longer available"),
    data: z.string().describe(
      "SystemPromptEvent, ToldInjection, FiredTriggers or MissedEvents as JSON",
    ),
  }).describe("One event of the deliveries of a tree"),
  // Published name.
  // deno-lint-ignore dossier/plain-words
  ToldInjection: z.strictObject({
    root: NAME,
    profile: z.exactOptional(z.string()).describe("ID of a composed message"),
    session: z.exactOptional(z.string()).describe("Session that receives it, if it is named"),
    record: z.exactOptional(z.int()).describe("ID of the record, for a recorded bundle"),
    before: z.array(z.string()).describe("Texts before the prompt, in order"),
    after: z.array(z.string()).describe("Texts after the prompt, in order"),
    blocks: z.array(z.strictObject({
      id: z.string(),
      position: z.enum(["system", "before", "after"]),
      chars: z.int().min(0).describe("Code points"),
      tokens: z.int().min(0),
      source: z.enum(["hook", "extends", "profile", "bundle", "manifest"])
        .describe("Its requester"),
    })),
    skipped: z.array(z.strictObject({ id: z.string(), reason: z.string() }))
      .describe("Items that were found or requested and are not included"),
    moreSkipped: z.exactOptional(z.int()).describe("Number of further such items"),
  }),
  FiredTriggers: z.strictObject({
    root: NAME,
    triggers: z.array(z.string()).min(1).describe("Triggers as in the manifest of the tree"),
  }).describe(
    "Changes of a watched tree have activated triggers: its sessions may request context",
  ),
  MissedEvents: z.strictObject({ root: NAME, after: z.string() }),
  Health: z.strictObject({ status: z.literal("ok") }),
  Readiness: z.strictObject({
    status: z.enum(["ready", "indexing"]),
    roots: z.array(ROOT_READINESS),
  }),
  RootReadiness: ROOT_READINESS,
  Problem: z.strictObject({
    type: z.string().describe("A URI that names the kind of problem"),
    title: z.string().describe("The kind of problem in words"),
    status: z.int().describe("HTTP status"),
    detail: z.string().describe("One sentence with the location and the fix"),
    code: z.enum(ERROR_CODES).describe("The kind of problem, for programs"),
    errors: z.exactOptional(z.array(PROBLEM_PART))
      .describe("Problems of the parts of the request"),
  }).describe("Problem details (RFC 9457)"),
  ProblemPart: PROBLEM_PART,
} as const satisfies Record<string, z.ZodType>;

const added = await Promise.all(FEATURES.map(({ schemas }) => schemas?.()));
for (const schemas of [COMPONENTS, ...added]) {
  for (const [name, schema] of Object.entries(schemas ?? {})) addComponent(name, schema);
}
for (const { http } of ALL_OPERATIONS) {
  for (const { schema, fields } of http?.answers ?? []) {
    if (schema !== undefined && fields !== undefined) {
      addComponent(schema, z.strictObject(toFieldSchemas(fields)));
    }
  }
}

/** Path of the schemas in the document of the API. */
const PLACE = "#/components/schemas/";

/** Returns the JSON Schemas of all requests and answers, which refer to each other. */
export function renderComponents(): Readonly<Record<string, object>> {
  const registry = z.registry<{ readonly id: string }>();
  for (const [id, schema] of listComponents()) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `${PLACE}${id}`,
    override: ({ jsonSchema }) => void delete jsonSchema.readOnly,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

/** Returns the JSON Schema of a value that is not a component. */
export function renderSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

/** Returns a reference to a component. */
export function componentReference(name: string): { readonly $ref: string } {
  return { $ref: `${PLACE}${name}` };
}
