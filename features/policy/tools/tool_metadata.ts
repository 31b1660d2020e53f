import { reasonOfError } from "@dossier/core/errors";
import { isPolicyError, parametersSchema } from "../core/mod.ts";
import { isJsonObject, isJsonValue, type JsonObject, type JsonValue } from "@dossier/core/text";
import { MAX_YAML_LENGTH, parseYamlFile, toJson } from "@dossier/retrieval/notation";
import type { LiteralLanguage } from "./literal_syntax.ts";

/** The metadata in the file of a tool. */
export interface ToolMetadata {
  /** Description of the tool; empty when the file has none. */
  readonly description: string;
  /** The JSON Schema of its parameters. */
  readonly schema: JsonObject;
}

/** A file that is not a tool: the reason, as half a sentence with the fix. */
export interface UnusableTool {
  readonly reason: string;
}

/** The reader of each extension; undefined for files without known metadata. */
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

/**
 * Extensions of tools with their dots, as Rye's extractor lists them, in the order of the search.
 */
export const TOOL_EXTENSIONS: readonly string[] = Object.keys(READERS);

/**
 * Names of the schema and the description in Rye's tools, in the order of the search; MCP's comes
 * last.
 */
const SCHEMA_NAMES = ["CONFIG_SCHEMA", "config_schema", "input_schema"];
const DESCRIPTION_NAMES = ["__tool_description__", "description"];

/** The mapping that may hold them as well. */
const INNER_NAME = "data";

/** The comment line before a tool's metadata; `ryeos-tool` is that of Rye's later versions. */
const HEADER_REGEXP = new RegExp(
  // #!/usr/bin/env python, and comments
  String.raw`^(?:#![^\n]*\n)?(?:[ \t]*\n|(?:#|\/\/)[^\n]*\n)*?` +
    // # tool:
    String.raw`(?<mark>#|\/\/) ?(?:tool|ryeos-tool):[ \t]*\n` +
    // #   name: deploy
    String.raw`(?<lines>(?:\k<mark>(?: {2,}[^\n]*|[ \t]*)(?:\n|$))+)`,
);

const REASONS = {
  binary: "it is not text: keep programs in another folder",
  extension: "files of its kind cannot declare a schema: use a .yaml file instead",
  syntax: "its brackets or quotes do not match: fix its syntax",
  schema: "it has no schema that can be read without running it: write CONFIG_SCHEMA as a literal",
  header: 'it has no schema: write one into a comment that begins with "# tool:"',
  yaml: "it has no schema: write config_schema, or a list of parameters",
} as const;

/**
 * Returns the metadata in the text of a tool. Nothing is run: a schema must be a literal.
 *
 * @param extension Extension of its file, with the dot.
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
  const headerMetadata = header === undefined ? undefined : await readMapping(header);
  if (headerMetadata !== undefined && "schema" in headerMetadata) return headerMetadata;
  if (reader === "header") return headerMetadata ?? { reason: REASONS.header };
  const names = [...SCHEMA_NAMES, ...DESCRIPTION_NAMES, INNER_NAME];
  // Most modules beside tools have no schema, and the search takes most of the time.
  const isNamed = SCHEMA_NAMES.some((name) => text.includes(name));
  const constants = isNamed
    ? (await import("./read_constants.ts")).readConstants(text, reader, names)
    : new Map<string, JsonValue>();
  if (constants === undefined) return { reason: REASONS.syntax };
  return toMetadata(Object.fromEntries(constants)) ?? { reason: REASONS.schema };
}

function formatLengthError({ length }: string): string {
  return `its YAML must have at most ${MAX_YAML_LENGTH} characters: it has ${length}, so keep data in another file`;
}

/** Returns the YAML in the comment at the start of a program, if any. */
function readHeader(text: string): string | undefined {
  const { mark = "", lines } = HEADER_REGEXP.exec(text.replaceAll(/\r\n?/g, "\n"))?.groups ?? {};
  return lines?.split("\n").map((line) => line.slice(mark.length)).join("\n");
}

async function readMapping(text: string): Promise<ToolMetadata | UnusableTool | undefined> {
  if (text.length > MAX_YAML_LENGTH) return { reason: formatLengthError(text) };
  const place = { path: "it", code: "invalid-policy", warn: () => {} } as const;
  try {
    const found = toJson(await parseYamlFile(text, place), place);
    return isJsonObject(found) ? toMetadata(found) : undefined;
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return { reason: `${reasonOfError(error)}: fix its YAML` };
  }
}

/** Returns the metadata of a mapping of names; undefined without a schema. */
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

/** An empty mapping counts as no schema, as in Rye. */
function isSchema(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0 && isJsonValue(value);
}
