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

/** A tool as a model is offered it. */
export interface ToolDefinition {
  /** As the model calls it; of letters, digits and `_`. */
  readonly name: string;
  /** What the model is told of it. */
  readonly description: string;
  /** JSON Schema of its parameters. */
  readonly schema: JsonObject;
  /** Id of the tool or the action. */
  readonly itemId: string;
  /** The action that a call of it is. */
  readonly primary: CapabilityAction;
}

/** An action on items as a runner offers it, such as `rye/fetch`. */
export type PrimaryAction = Omit<ToolDefinition, "name">;

/** A tool that a profile may execute. */
export interface PaletteTool {
  readonly id: string;
  readonly description: string;
  /** Absent when its file says none; then it is not offered. */
  readonly schema?: JsonObject | undefined;
}

/** What tools are offered under. */
export interface PaletteSettings {
  /** Whether any is. @default true */
  readonly enabled?: boolean;
  /** Tokens, of four characters each, of all definitions; see {@link buildPalette}. @default 2000 */
  readonly maxTokens?: number;
  /** Whether executing is an action of its own beside the tools. @default false */
  readonly registerExecute?: boolean;
}

/** What tools are chosen from. */
export interface PaletteInput extends PaletteSettings, CapabilityTreeOptions {
  readonly grants: Grants;
  readonly primaries: readonly PrimaryAction[];
  /** In the order of `selectItems`. */
  readonly tools: readonly PaletteTool[];
  /** With any, a tool that gives them back is offered as well. */
  readonly outputs?: readonly ProfileOutput[];
  readonly words: PolicyWords;
}

/** A tool that is not offered. */
export interface OmittedTool {
  /** Id of the tool. */
  readonly itemId: string;
  /** It does not fit, says no schema of a mapping, or its name is that of one before it or too long. */
  readonly reason: "budget" | "schema" | "name";
  /** Half a sentence with the mend, of one whose file says no schema. */
  readonly detail?: string;
}

/** The tools that a model is offered, and which are not. */
export interface Palette {
  /** In the order in which they are sent. */
  readonly definitions: readonly ToolDefinition[];
  /** In the order of the search. */
  readonly omitted: readonly OmittedTool[];
  /** The actions with their types, and the names of tools. */
  readonly summary: readonly string[];
  /** What the capabilities allow of what there is, in lines for people. */
  readonly tree: string;
  /** What offering a tool to give outputs back permits besides; none without outputs. */
  readonly capabilities: readonly string[];
  /** Characters of schemas and descriptions, without those of the tool that gives outputs back. */
  readonly characters: number;
}

/** Defaults of `tool_preload` (as in Rye). */
export const DEFAULT_PALETTE = {
  enabled: true,
  maxTokens: 2000,
  registerExecute: false,
} as const satisfies Required<PaletteSettings>;

/** Longest name of a tool that OpenAI and Gemini take: with a longer one they refuse the request. */
const MAX_NAME_CHARACTERS = 64;

/** Characters that a token of the palette's budget stands for (as in Rye). */
const CHARACTERS_PER_TOKEN = 4;

const NOTHING: Palette = {
  definitions: [],
  omitted: [],
  summary: [],
  tree: "",
  capabilities: [],
  characters: 0,
};

/**
 * Returns the definitions of the actions and tools that are granted. The actions are always in, and count;
 * of the tools each that still fits is taken, in their order, so that one that is too large makes room for
 * those behind it.
 */
export function buildPalette(input: PaletteInput): Palette {
  const { grants, tools, outputs = [], words } = input;
  const { enabled, maxTokens, registerExecute } = { ...DEFAULT_PALETTE, ...input };
  if (!enabled) return NOTHING;
  const granted = CAPABILITY_ACTIONS.filter((action) => action !== "execute" || registerExecute)
    .flatMap((action) => {
      const types = grants.actions.get(action);
      const primary = input.primaries.find((one) => one.primary === action);
      return types === undefined || primary === undefined ? [] : [{ primary, types }];
    });
  const actions = granted.map(({ primary, types }) => toAction(primary, types, words));
  const given = outputs.length === 0 ? [] : [returnTool(outputs, words)];
  const start = actions.reduce((sum, action) => sum + costOf(action), 0);
  const chosen = chooseTools(tools, {
    taken: [...actions, ...given],
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

interface Choice {
  /** Definitions whose ids and names are taken. */
  readonly taken: readonly ToolDefinition[];
  /** Characters. */
  readonly used: number;
  readonly limit: number;
}

function chooseTools(tools: readonly PaletteTool[], { taken, used: start, limit }: Choice) {
  const definitions: ToolDefinition[] = [];
  const omitted: OmittedTool[] = [];
  const ids = new Set(taken.map(({ itemId }) => itemId));
  const names = new Set(taken.map(({ name }) => name));
  let used = start;
  for (const { id, description, schema } of tools) {
    if (ids.has(id)) continue;
    ids.add(id);
    const name = toToolName(id);
    const reason = schema === undefined || !isJsonValue(schema) || !isOfMapping(schema)
      ? "schema"
      : names.has(name) || name.length > MAX_NAME_CHARACTERS
      ? "name"
      : used + costOf({ description, schema }) > limit
      ? "budget"
      : undefined;
    if (schema === undefined || reason !== undefined) {
      omitted.push({ itemId: id, reason: reason ?? "schema" });
      continue;
    }
    names.add(name);
    used += costOf({ description, schema });
    definitions.push({ name, description, schema, itemId: id, primary: "execute" });
  }
  return { definitions, omitted, used };
}

/** Returns whether a schema is that of a mapping, as the arguments of a call are one; one need not say so. */
function isOfMapping({ type = "object" }: JsonObject): boolean {
  return type === "object";
}

/** Returns what a definition counts, in characters (UTF-16 code units). */
function costOf({ schema, description }: Pick<ToolDefinition, "schema" | "description">): number {
  return JSON.stringify(schema).length + description.length;
}

/** Returns the name of a tool for a model: `files/read-all` is `files_read_all`. */
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

/** Returns types in the words of a form, sorted as these. */
function typeNames(types: readonly ItemType[], { tag }: PolicyWords): readonly string[] {
  return types.map((type) => type === "profile" ? tag : type).sort();
}

/** Returns the tool that gives back what a profile is to give back, or one text if that has no name. */
function returnTool(outputs: readonly ProfileOutput[], words: PolicyWords): ToolDefinition {
  const schema = parametersSchema(outputs) ??
    parametersSchema([{ name: "result", required: true }])!;
  return {
    name: words.returnTool,
    description: `Give back the results of this ${words.tag}`,
    schema,
    itemId: `${words.returnFolder}/${words.returnTool}`,
    primary: "execute",
  };
}

/** The types of JSON Schema; a schema with another one is refused. */
const TYPES: readonly string[] = ["string", "number", "integer", "boolean", "object", "array"];

function isType(type: JsonValue | undefined): type is string {
  return typeof type === "string" && TYPES.includes(type);
}

/**
 * Returns the JSON Schema of a list of parameters, each a mapping with a name, and if it has them a type of
 * JSON Schema (`string` otherwise), a description and whether it is required. What has no name is passed over; undefined
 * when none has one, or it is no list.
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
        // A list whose elements are not described is refused by some providers.
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
