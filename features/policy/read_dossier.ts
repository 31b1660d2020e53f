import { type ContextItems, type KnowledgeItem, type Profile, readHooks } from "./core/mod.ts";
import type { JsonObject, JsonValue } from "@dossier/core/text";
import { compilePattern } from "@dossier/retrieval/machine";
import {
  cutFrontMatter,
  type FileContext,
  parseYamlFile,
  toJson,
} from "@dossier/retrieval/notation";
import { Fields } from "./fields.ts";
import { INPUT_TYPES } from "./fill_inputs.ts";

/**
 * Returns the profile in a file of dossier's form: YAML between lines of dashes, and below it the
 * task of the agent.
 *
 * @throws {PolicyError} With line and column, when a value has a wrong type.
 */
export async function readProfile(id: string, text: string, place: FileContext): Promise<Profile> {
  const { metadata, body } = cutFrontMatter(text, place);
  const fields = new Fields(await parseYamlFile(metadata, place), place);
  const parent = fields.text("extends");
  const context = fields.fields("context");
  const continuation = fields.text("continuation");
  const profile: Profile = {
    id,
    name: fields.text("name") ?? id,
    version: fields.text("version") ?? "",
    ...(parent === undefined || parent === "" ? {} : { extends: parent }),
    description: fields.text("description") ?? "",
    category: fields.text("category") ?? "",
    model: fields.mapping("model", "string"),
    limits: fields.mapping("limits", "number"),
    permissions: fields.permissions("permissions"),
    permissionsText: "",
    acknowledgedRisks: fields.list("acknowledge").map(readRisk),
    ...(context === undefined ? {} : { context: readContext(context) }),
    hooks: await readOwnHooks(fields.json("hooks"), place),
    inputs: fields.named("inputs").map(([name, input]) => {
      input.choice("type", INPUT_TYPES);
      const fallback = input.json("default");
      return { ...readField(name, input), ...(fallback === undefined ? {} : { fallback }) };
    }),
    outputs: fields.named("outputs").map(([name, output]) => readField(name, output)),
    ...(continuation === undefined ? {} : { continuation }),
    preamble: "",
    body: body.trim(),
  };
  fields.warnUnknownKeys();
  return profile;
}

function readContext(fields: Fields): ContextItems {
  const context = {
    system: fields.texts("system"),
    before: fields.texts("before"),
    after: fields.texts("after"),
    suppress: fields.texts("suppress"),
  };
  fields.warnUnknownKeys();
  return context;
}

function readRisk(fields: Fields): Profile["acknowledgedRisks"][number] {
  const read = { risk: fields.text("risk") ?? "", reason: fields.text("reason") ?? "" };
  fields.warnUnknownKeys();
  return read;
}

function readField(name: string, fields: Fields) {
  const description = fields.text("description");
  const field = {
    name,
    type: fields.text("type") ?? "string",
    required: fields.flag("required") ?? false,
    ...(description === undefined ? {} : { description }),
  };
  fields.warnUnknownKeys();
  return field;
}

async function readOwnHooks(
  value: JsonValue | undefined,
  place: FileContext,
): Promise<Profile["hooks"]> {
  const { hooks, warnings } = await readHooks(value, {
    origin: "profile",
    place: `"${place.path}"`,
    isDossierForm: true,
    compile: compilePattern,
  });
  for (const warning of warnings) place.warn(warning);
  return hooks;
}

/** Returns the knowledge item in a text: metadata in YAML, and below it the text for agents. */
export async function readKnowledge(
  id: string,
  { metadata, body }: { readonly metadata: string; readonly body: string },
  place: FileContext,
): Promise<KnowledgeItem> {
  const values = metadata.trim() === "" ? {} : toJson(await parseYamlFile(metadata, place), place);
  return toKnowledge(id, (values ?? {}) as JsonObject, body);
}

function toKnowledge(id: string, metadata: JsonObject, body: string): KnowledgeItem {
  const { name, title } = metadata;
  return {
    id,
    ...(typeof name === "string" && name !== "" ? { name } : {}),
    ...(typeof title === "string" && title !== "" ? { title } : {}),
    metadata,
    body: body.trim(),
  };
}
