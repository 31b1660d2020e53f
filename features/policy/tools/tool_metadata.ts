import { reasonOfError } from "@dossier/core/errors";
import { isPolicyError, parametersSchema } from "../core/mod.ts";
import { isJsonObject, isJsonValue, type JsonObject, type JsonValue } from "@dossier/core/text";
import { MAX_YAML_LENGTH, readYaml, toJson } from "@dossier/retrieval/notation";
import type { LiteralLanguage } from "./literal_syntax.ts";

/** What a tool's file says of the tool. */
export interface ToolMetadata {
  /** What it does; empty when the file does not say. */
  readonly description: string;
  /** The JSON Schema of what it takes. */
  readonly schema: JsonObject;
}

/** A file that makes no tool: why, as half a sentence with the mend. */
export interface UnusableTool {
  readonly reason: string;
}

/** How a file with an extension is read; nothing is known of those with `undefined`. */
const READERS = {
  ".py": "python",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".json": "yaml",
  ".js": "javascript",
  ".ts": "javascript",
  ".mjs": "javascript",
  ".cjs": "javascript",
  ".sh": "header",
  ".toml": undefined,
} as const satisfies Readonly<Record<string, LiteralLanguage | "yaml" | "header" | undefined>>;

/** Extensions of tools with their dots, as Rye's extractor of tools lists them, in the order that they are looked for. */
export const TOOL_EXTENSIONS: readonly string[] = Object.keys(READERS);

/** Names of the schema and the description in Rye's tools, in the order that they are looked for; MCP's comes last. */
const SCHEMA_NAMES = ["CONFIG_SCHEMA", "config_schema", "input_schema"];
const DESCRIPTION_NAMES = ["__tool_description__", "description"];

/** Where a mapping may stand that holds them as well. */
const INNER_NAME = "data";

/** The line of a comment that what follows is a tool's metadata; the second is that of Rye's later versions. */
const HEADER_REGEXP = new RegExp(
  // #!/usr/bin/env python, and comments
  String.raw`^(?:#![^\n]*\n)?(?:[ \t]*\n|(?:#|\/\/)[^\n]*\n)*?` +
    // # tool:
    String.raw`(?<mark>#|\/\/) ?(?:tool|ryeos-tool):[ \t]*\n` +
    // #   name: deploy
    String.raw`(?<lines>(?:\k<mark>(?: {2,}[^\n]*|[ \t]*)(?:\n|$))+)`,
);

const REASONS = {
  binary: "it is no text: keep programs in another folder",
  extension: "files of its kind say nothing of their schema: put a .yaml file in its place",
  syntax: "its brackets or quotes do not match: mend its syntax",
  schema: "it has no schema that can be read without running it: write CONFIG_SCHEMA as a literal",
  header: 'it has no schema: write one into a comment that begins with "# tool:"',
  yaml: "it has no schema: write config_schema, or a list of parameters",
} as const;

/**
 * Returns what the text of a tool says of it. Nothing is run: a schema that is more than a literal is none.
 *
 * @param extension That of its file, with its dot.
 */
export async function readToolMetadata(
  text: string,
  extension: string,
): Promise<ToolMetadata | UnusableTool> {
  if (text.includes("\0")) return { reason: REASONS.binary };
  const reader = READERS[extension as keyof typeof READERS];
  if (reader === undefined) return { reason: REASONS.extension };
  if (reader === "yaml") return await readMapping(text) ?? { reason: REASONS.yaml };
  const header = readHeader(text);
  const told = header === undefined ? undefined : await readMapping(header);
  if (told !== undefined && "schema" in told) return told;
  if (reader === "header") return told ?? { reason: REASONS.header };
  const names = [...SCHEMA_NAMES, ...DESCRIPTION_NAMES, INNER_NAME];
  // Most modules beside tools have none, and to look for it takes most of the time.
  const isNamed = SCHEMA_NAMES.some((name) => text.includes(name));
  const constants = isNamed
    ? (await import("./read_constants.ts")).readConstants(text, reader, names)
    : new Map<string, JsonValue>();
  if (constants === undefined) return { reason: REASONS.syntax };
  return toMetadata(Object.fromEntries(constants)) ?? { reason: REASONS.schema };
}

function describeLength({ length }: string): string {
  return `its YAML must have at most ${MAX_YAML_LENGTH} characters: it has ${length}, so keep data in another file`;
}

/** Returns the YAML in the comment that a program begins with, if there is any. */
function readHeader(text: string): string | undefined {
  const { mark = "", lines } = HEADER_REGEXP.exec(text.replaceAll(/\r\n?/g, "\n"))?.groups ?? {};
  return lines?.split("\n").map((line) => line.slice(mark.length)).join("\n");
}

async function readMapping(text: string): Promise<ToolMetadata | UnusableTool | undefined> {
  if (text.length > MAX_YAML_LENGTH) return { reason: describeLength(text) };
  const place = { path: "it", code: "invalid-policy", warn: () => {} } as const;
  try {
    const found = toJson(await readYaml(text, place), place);
    return isJsonObject(found) ? toMetadata(found) : undefined;
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return { reason: `${reasonOfError(error)}: mend its YAML` };
  }
}

/** Returns the metadata that names or keys hold; undefined without a schema. */
function toMetadata(found: JsonObject): ToolMetadata | undefined {
  const inner = found[INNER_NAME];
  const places = isJsonObject(inner) ? [found, inner] : [found];
  const values = (names: readonly string[]) =>
    places.flatMap((place) => names.map((name) => place[name]));
  const parameters = values(["parameters"]).map(parametersSchema);
  const schema = [...values(SCHEMA_NAMES), ...parameters].find(isSchema);
  const text = (value: unknown) => typeof value === "string" && value.trim() !== "";
  const description = values(DESCRIPTION_NAMES).find(text);
  return schema === undefined
    ? undefined
    : { description: String(description ?? "").trim(), schema };
}

/** An empty mapping says nothing, as in Rye. */
function isSchema(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0 && isJsonValue(value);
}
