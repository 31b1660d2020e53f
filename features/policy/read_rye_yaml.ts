import {
  type ContextItems,
  DEFAULT_RUN_LIMITS,
  type KnowledgeItem,
  type Profile,
} from "./core/mod.ts";
import { cutRyeHeader, type RyeHeader } from "./find_fence.ts";
import { Fields } from "./fields.ts";
import { type FileContext, parseYamlFile } from "@dossier/retrieval/notation";
import { readKnowledge } from "./read_dossier.ts";

/** Prefix of an id in Rye, which names the kind of the item. */
const KIND_REGEXP = /^(?:directive|knowledge|tool):/;

/** Names of limits in Rye that differ from ours. */
const LIMIT_NAMES: Readonly<Record<string, string>> = { "spend_usd": "spend" };

/**
 * Returns the profile in a directive of Rye's current form: YAML at its top, and below it the task
 * of the agent. Keys for the runtime of Rye alone are ignored, and so are its hooks, as their
 * events are Rye's own.
 *
 * @throws {PolicyError} With line and column, when a value has a wrong type.
 */
export async function readYamlDirective(
  id: string,
  { metadata, body }: RyeHeader,
  place: FileContext,
): Promise<Profile> {
  const fields = new Fields(await parseYamlFile(metadata, place), place);
  const names = id.split("/");
  const parent = toId(fields.text("extends") ?? "");
  const context = fields.fields("context");
  return {
    id,
    name: fields.text("name") ?? names.at(-1) ?? id,
    version: fields.text("version") ?? "",
    ...(parent === "" ? {} : { extends: parent }),
    description: fields.text("description") ?? "",
    category: fields.text("category") ?? names.slice(0, -1).join("/"),
    model: fields.mapping("model", "string"),
    limits: readLimits(fields, place),
    permissions: fields.fields("requires")?.fields("capabilities")?.permissions("declared") ?? [],
    permissionsText: "",
    acknowledgedRisks: [],
    ...(context === undefined ? {} : { context: readContext(context) }),
    hooks: [],
    inputs: fields.list("inputs").map((input) => {
      const fallback = input.json("default");
      return { ...readField(input), ...(fallback === undefined ? {} : { fallback }) };
    }),
    outputs: fields.list("outputs").map(readField),
    preamble: "",
    body: convertInputExpressions(body.trim(), place),
  };
}

function toId(reference: string): string {
  return reference.replace(KIND_REGEXP, "");
}

/** Returns the limits that dossier has as well. 0 is omitted: in Rye it means no limit. */
function readLimits(fields: Fields, place: FileContext): Profile["limits"] {
  const known: readonly string[] = Object.keys(DEFAULT_RUN_LIMITS);
  const entries = Object.entries(fields.mapping("limits", "string")).map(([written, value]) => {
    const number = Number(value);
    if (Number.isFinite(number)) return [LIMIT_NAMES[written] ?? written, number] as const;
    place.warn(`"${place.path}": the limit ${written} is ignored as "${value}" is not a number`);
    return [written, 0] as const;
  });
  return Object.fromEntries(entries.filter(([name, value]) => known.includes(name) && value > 0));
}

function readContext(fields: Fields): ContextItems {
  const ids = (position: string) => fields.texts(position).map(toId);
  const items = {
    system: ids("system"),
    before: ids("before"),
    after: ids("after"),
    suppress: ids("suppress"),
  };
  fields.warnUnknownKeys();
  return items;
}

function readField(fields: Fields) {
  const description = fields.text("description");
  return {
    name: fields.text("name") ?? "",
    type: fields.text("type") ?? "string",
    required: fields.flag("required") ?? false,
    ...(description === undefined ? {} : { description }),
  };
}

/**
 * `${inputs.a}`, `${inputs.a ?? "b"}`, either within `json()`, and `$${` for `${`; other
 * expressions stay unchanged.
 */
const INPUT = String.raw`inputs\.([\w-]+)(?:\s*\?\?\s*([^{}]*?))?`;
const EXPRESSION_REGEXP = new RegExp(
  String.raw`\$\$\{|\$\{\s*(?:${INPUT}|json\(\s*${INPUT}\s*\))\s*\}|\$\{[^{}]*\}`,
  "g",
);

/**
 * Returns a text whose input expressions are in dossier's notation; others stay unchanged, with a
 * warning.
 */
export function convertInputExpressions(
  text: string,
  { path, warn }: Pick<FileContext, "path" | "warn">,
): string {
  return text.replaceAll(EXPRESSION_REGEXP, (written, plain, fallback, asJson, jsonFallback) => {
    if (written === "$${") return "${";
    const name: string | undefined = plain ?? asJson;
    if (name === undefined) {
      warn(`"${path}": ${written} is not an input and stays unchanged`);
      return written;
    }
    const otherwise: string | undefined = fallback ?? jsonFallback;
    if (otherwise === undefined) return `{input:${name}}`;
    return `{input:${name}:${otherwise.replace(/^"(.*)"$/s, "$1")}}`;
  });
}

/**
 * Returns the knowledge item in a text of Rye: metadata in a fence of YAML or between dashes, and
 * the body below.
 */
export async function readRyeKnowledge(
  id: string,
  text: string,
  place: FileContext,
): Promise<KnowledgeItem> {
  return await readKnowledge(id, cutRyeHeader(text, place), place);
}
