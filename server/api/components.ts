import { FEATURES } from "@dossier/features";
import { SCHEMAS } from "@dossier/retrieval/schema";
import * as z from "zod";
import { ERROR_CODES } from "../problem/mod.ts";
import { ALL_OPERATIONS } from "../operations/all/mod.ts";
import { addComponent, listComponents, toFieldSchemas } from "../schema/mod.ts";

const NAME = z.string().describe("What requests call it");

const ROOT = z.strictObject({ name: NAME, path: z.string().describe("Absolute path") });

const ROOT_READINESS = z.strictObject({
  name: NAME,
  isReady: z.boolean().describe("Whether its index is up to date, as far as is known"),
  hasBeenReady: z.boolean().describe("Whether it has been since the server was started"),
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
    event: z.enum(["progress", "done", "problem"]).describe("What it tells"),
    data: z.string().describe("IndexProgress, IndexReport or Problem as JSON"),
  }).describe("One event of an index run"),
  ContextEvent: z.strictObject({
    id: z.string().describe("Given back as Last-Event-ID, the stream goes on behind it"),
    event: z.enum(["system_prompt", "context_injected", "triggers_fired", "missed"])
      .describe("What it tells; missed: others were told before the next that are not kept"),
    data: z.string().describe(
      "SystemPromptEvent, ToldInjection, FiredTriggers or MissedEvents as JSON",
    ),
  }).describe("One event of what a tree gives"),
  ToldInjection: z.strictObject({
    root: NAME,
    profile: z.exactOptional(z.string()).describe("Of a composed message"),
    session: z.exactOptional(z.string()).describe("Whom it is for, where that is said"),
    record: z.exactOptional(z.int()).describe("Number in the log, of a bundle that is recorded"),
    before: z.array(z.string()).describe("What stands before the prompt, in order"),
    after: z.array(z.string()).describe("What stands behind it"),
    blocks: z.array(z.strictObject({
      id: z.string(),
      position: z.enum(["system", "before", "after"]),
      chars: z.int().min(0).describe("Code points"),
      tokens: z.int().min(0),
      source: z.enum(["hook", "extends", "profile", "bundle", "manifest"])
        .describe("What asked for it"),
    })),
    skipped: z.array(z.strictObject({ id: z.string(), reason: z.string() }))
      .describe("What was found or asked for and is not given"),
    moreSkipped: z.exactOptional(z.int()).describe("How many more of these there are"),
  }),
  FiredTriggers: z.strictObject({
    root: NAME,
    triggers: z.array(z.string()).min(1).describe("As the manifest of the tree writes them"),
  }).describe(
    "What was done to a watched tree sets off triggers: its sessions may ask for context",
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
    detail: z.string().describe("One sentence that names the place and the fix"),
    code: z.enum(ERROR_CODES).describe("The kind of problem, for programs"),
    errors: z.exactOptional(z.array(PROBLEM_PART))
      .describe("What is wrong with the parts of the request"),
  }).describe("What went wrong (RFC 9457)"),
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

/** Returns the JSON Schema of a value that is no component. */
export function renderSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

/** Returns a reference to a component. */
export function componentReference(name: string): { readonly $ref: string } {
  return { $ref: `${PLACE}${name}` };
}
