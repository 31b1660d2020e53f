import {
  CAPABILITY_ACTIONS,
  type CapabilityAction,
  ITEM_TYPES,
  type ItemType,
} from "./capability.ts";
import { type CapabilityTreeOptions, type Grants, renderCapabilityTree } from "./grant_tools.ts";
import { isJsonObject, isJsonValue, type JsonObject, type JsonValue } from "@dossier/core/text";
import type { ProfileOutput } from "./profile.ts";
import type { PolicyWords } from "./prompt.ts";

/** A tool as it is offered to a model. */
export interface ToolDefinition {
  /** Name for calls by the model; letters, digits and `_`. */
  readonly name: string;
  /** Description for the model. */
  readonly description: string;
  /** JSON Schema of its parameters. */
  readonly schema: JsonObject;
  /** Id of the tool or the action. */
  readonly itemId: string;
  /** The action that a call performs. */
  readonly primary: CapabilityAction;
}

/** An action on items that a runner offers, such as `rye/fetch`. */
export type PrimaryAction = Omit<ToolDefinition, "name">;

/** A tool that a profile may execute. */
export interface PaletteTool {
  readonly id: string;
  readonly description: string;
  /** Absent when its file has none; then the tool is not offered. */
  readonly schema?: JsonObject | undefined;
}

/** Settings of the tools that are offered. */
export interface PaletteSettings {
  /** If false, no tool is offered. @default true */
  readonly enabled?: boolean;
  /** Tokens, of four characters each, of all definitions; see {@link buildPalette}. @default 2000 */
  readonly maxTokens?: number;
  /** If true, execute is offered as an action of its own. @default false */
  readonly registerExecute?: boolean;
}

/** The input of {@link buildPalette}. */
export interface PaletteInput extends PaletteSettings, CapabilityTreeOptions {
  readonly grants: Grants;
  readonly primaries: readonly PrimaryAction[];
  /** In the order of `selectItems`. */
  readonly tools: readonly PaletteTool[];
  /** If not empty, a tool that returns them is offered too. */
  readonly outputs?: readonly ProfileOutput[];
  readonly words: PolicyWords;
}

/** A tool that is omitted. */
export interface OmittedTool {
  /** Id of the tool. */
  readonly itemId: string;
  /** It does not fit, has no schema of a mapping, or its name is a duplicate or too long. */
  readonly reason: "budget" | "schema" | "name";
  /** Half a sentence with the fix, for a file without a schema. */
  readonly detail?: string;
}

/** The tools that are offered to a model, and those that are omitted. */
export interface Palette {
  /** In the order in which they are sent. */
  readonly definitions: readonly ToolDefinition[];
  /** In the order of the search. */
  readonly omitted: readonly OmittedTool[];
  /** The actions with their types, and the names of tools. */
  readonly summary: readonly string[];
  /** The permitted items, as a tree in lines for people. */
  readonly tree: string;
  /** Capabilities for the tool that returns outputs; empty without outputs. */
  readonly capabilities: readonly string[];
  /** Characters of schemas and descriptions, without those of the tool that returns outputs. */
  readonly characters: number;
}

/** Defaults of `tool_preload` (from Rye). */
export const DEFAULT_PALETTE = {
  enabled: true,
  maxTokens: 2000,
  registerExecute: false,
} as const satisfies Required<PaletteSettings>;

/** Longest tool name that OpenAI and Gemini accept: they reject a request with a longer one. */
const MAX_NAME_CHARACTERS = 64;

/** Characters per token in the budget of the palette (from Rye). */
const CHARACTERS_PER_TOKEN = 4;

const EMPTY_PALETTE: Palette = {
  definitions: [],
  omitted: [],
  summary: [],
  tree: "",
  capabilities: [],
  characters: 0,
};

/**
 * Returns the definitions of the granted actions and tools. The actions are always included, and
 * count; tools are added in order as long as they fit, and smaller ones after one that is too large
 * are still tried.
 */
export function buildPalette(input: PaletteInput): Palette {
  const { grants, tools, outputs = [], words } = input;
  const { enabled, maxTokens, registerExecute } = { ...DEFAULT_PALETTE, ...input };
  if (!enabled) return EMPTY_PALETTE;
  const granted = CAPABILITY_ACTIONS.filter((action) => action !== "execute" || registerExecute)
    .flatMap((action) => {
      const types = grants.actions.get(action);
      const primary = input.primaries.find((one) => one.primary === action);
      return types === undefined || primary === undefined ? [] : [{ primary, types }];
    });
  const actions = granted.map(({ primary, types }) => toAction(primary, types, words));
  const given = outputs.length === 0 ? [] : [returnTool(outputs, words)];
  const start = actions.reduce((sum, action) => sum + countCharacters(action), 0);
  const chosen = chooseTools(tools, {
    reserved: [...actions, ...given],
    used: start,
    limit: maxTokens * CHARACTERS_PER_TOKEN,
  });
  return {
    definitions: [...actions, ...chosen.definitions, ...given],
    omitted: chosen.omitted,
    summary: [
      ...granted.map(({ types }, i) =>
        `${actions[i]!.name} (${typeNames(types, words).join(", ")})`
      ),
      ...chosen.definitions.map(({ name }) => name),
      ...given.map(({ name }) => name),
    ],
    tree: renderCapabilityTree(grants, input),
    capabilities: given.map(({ itemId }) => `execute.tool.${itemId.replaceAll("/", ".")}`),
    characters: chosen.used,
  };
}

interface ToolChoiceOptions {
  /** Definitions whose ids and names are in use. */
  readonly reserved: readonly ToolDefinition[];
  /** In characters. */
  readonly used: number;
  readonly limit: number;
}

function chooseTools(
  tools: readonly PaletteTool[],
  { reserved, used: start, limit }: ToolChoiceOptions,
) {
  const definitions: ToolDefinition[] = [];
  const omitted: OmittedTool[] = [];
  const ids = new Set(reserved.map(({ itemId }) => itemId));
  const names = new Set(reserved.map(({ name }) => name));
  let used = start;
  for (const { id, description, schema } of tools) {
    if (ids.has(id)) continue;
    ids.add(id);
    const name = toToolName(id);
    const reason = schema === undefined || !isJsonValue(schema) || !isObjectSchema(schema)
      ? "schema"
      : names.has(name) || name.length > MAX_NAME_CHARACTERS
      ? "name"
      : used + countCharacters({ description, schema }) > limit
      ? "budget"
      : undefined;
    if (schema === undefined || reason !== undefined) {
      omitted.push({ itemId: id, reason: reason ?? "schema" });
      continue;
    }
    names.add(name);
    used += countCharacters({ description, schema });
    definitions.push({ name, description, schema, itemId: id, primary: "execute" });
  }
  return { definitions, omitted, used };
}

/**
 * Returns true for the schema of a mapping, as the arguments of a call are a mapping; a schema
 * without a type counts as one.
 */
function isObjectSchema({ type = "object" }: JsonObject): boolean {
  return type === "object";
}

/** Returns the cost of a definition in characters (UTF-16 code units). */
function countCharacters(
  { schema, description }: Pick<ToolDefinition, "schema" | "description">,
): number {
  return JSON.stringify(schema).length + description.length;
}

/** Returns the name of a tool for a model: `files/read-all` becomes `files_read_all`. */
export function toToolName(itemId: string): string {
  return itemId.replaceAll(/[^A-Za-z0-9]/g, "_");
}

function toAction(
  primary: PrimaryAction,
  types: readonly ItemType[],
  words: PolicyWords,
): ToolDefinition {
  const verb = primary.primary.charAt(0).toUpperCase() + primary.primary.slice(1);
  const description = types.length < ITEM_TYPES.length
    ? `${verb} a ${typeNames(types, words).join(" or ")}`
    : primary.description;
  return { ...primary, name: toToolName(primary.itemId), description };
}

/** Returns the names of types in the vocabulary of a form, sorted. */
function typeNames(types: readonly ItemType[], { tag }: PolicyWords): readonly string[] {
  return types.map((type) => type === "profile" ? tag : type).sort();
}

/** Returns the tool that returns the outputs of a profile, or a text when no output has a name. */
function returnTool(outputs: readonly ProfileOutput[], words: PolicyWords): ToolDefinition {
  const schema = parametersSchema(outputs) ??
    parametersSchema([{ name: "result", required: true }])!;
  return {
    name: words.returnTool,
    description: `Return the results of this ${words.tag}`,
    schema,
    itemId: `${words.returnFolder}/${words.returnTool}`,
    primary: "execute",
  };
}

/** The types of JSON Schema; providers reject others. */
const TYPES: readonly string[] = ["string", "number", "integer", "boolean", "object", "array"];

function isType(type: JsonValue | undefined): type is string {
  return typeof type === "string" && TYPES.includes(type);
}

/**
 * Returns the JSON Schema of a list of parameters. Each is a mapping with a name, and optionally a
 * type of JSON Schema (`string` otherwise), a description and `required`. Parameters without a name
 * are ignored; undefined when none is left, or when it is not a list.
 *
 * @param parameters A parsed JSON or YAML value.
 */
export function parametersSchema(parameters: unknown): JsonObject | undefined {
  if (!Array.isArray(parameters)) return undefined;
  const named = parameters.filter(isJsonObject)
    .filter(({ name }) => typeof name === "string" && name !== "")
    .map(({ name, type, description, required }) => ({
      name: String(name),
      required: required === true,
      property: {
        type: isType(type) ? type : "string",
        // Some providers reject an array without `items`.
        ...(type === "array" ? { items: {} } : {}),
        description: typeof description === "string" ? description : "",
      },
    }));
  if (named.length === 0) return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(named.map(({ name, property }) => [name, property])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  };
}
