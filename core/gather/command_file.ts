import { present } from "../text/present.ts";
import { readLooseFields, readPlainYaml, splitFrontMatter, toPlainValue } from "../yaml/mod.ts";

/** Where a command or an agent is declared; those of the project go before the user's, and these before a plugin's. */
export type CommandOrigin = "project" | "user" | "plugin";

/** A prompt that users call by a name, as Claude Code keeps them in Markdown files. */
export interface CommandFile {
  /** Such as `review`, `frontend:review` of a folder, or `plugin:review`. */
  readonly name: string;
  /** Whose it is. */
  readonly origin: CommandOrigin;
  /** Path of the file, for people. */
  readonly path: string;
  /** What it is for; the first line of the prompt where nobody says. */
  readonly description: string;
  /** What users are told to write behind its name. */
  readonly argumentHint?: string | undefined;
  /** What it may do, such as `Read` and `Bash(git *)`. */
  readonly allowedTools: readonly string[];
  /** The model that it asks for. */
  readonly model?: string | undefined;
  /** Whether only users may call it, and no model. */
  readonly isForUsers: boolean;
  /** The prompt, as it is written. */
  readonly body: string;
  /** The folder of its plugin. */
  readonly pluginRoot?: string | undefined;
}

/** A sub-agent, as Claude Code keeps them in Markdown files. */
export interface AgentFile {
  /** Such as `planner`, or `plugin:planner`. */
  readonly name: string;
  /** Whose it is. */
  readonly origin: CommandOrigin;
  /** Path of the file, for people. */
  readonly path: string;
  /** When it is to be used. */
  readonly description: string;
  /** The tools that it may use; undefined for all. */
  readonly tools?: readonly string[] | undefined;
  /** The model that it asks for. */
  readonly model?: string | undefined;
  /** What it is told first. */
  readonly systemPrompt: string;
}

/** Where a file of a command or an agent lies. */
export interface CommandPlace {
  readonly origin: CommandOrigin;
  readonly path: string;
  /** Its path below the folder of commands, such as `frontend/review.md`. */
  readonly inner: string;
  /** The name of its plugin. */
  readonly plugin?: string | undefined;
  readonly pluginRoot?: string | undefined;
}

/** Returns the name that a file gives: its folders and its plugin are name-spaces. */
function nameOf({ inner, plugin }: CommandPlace): string {
  const names = inner.replace(/\.md$/, "").split("/");
  return [...plugin === undefined ? [] : [plugin], ...names].join(":");
}

/** Reads the file of a command. It always is one: front matter that says nothing of use is passed over. */
export function readCommandFile(text: string, place: CommandPlace): CommandFile {
  const { fields, body } = readFields(text);
  const hint = fields["argument-hint"];
  return present({
    name: nameOf(place),
    origin: place.origin,
    path: place.path,
    description: toText(fields.description) ?? firstLine(body),
    // People write `[file]` for what may be left out, which is a list to YAML.
    argumentHint: Array.isArray(hint) ? `[${hint.join(", ")}]` : toText(hint),
    allowedTools: readToolList(fields["allowed-tools"]),
    model: toText(fields.model),
    isForUsers: String(fields["disable-model-invocation"]) === "true",
    body,
    pluginRoot: place.pluginRoot,
  });
}

/** Reads the file of an agent. */
export function readAgentFile(text: string, place: CommandPlace): AgentFile {
  const { fields, body } = readFields(text);
  const own = toText(fields.name);
  return present({
    name: own === undefined || place.plugin === undefined
      ? own ?? nameOf(place)
      : `${place.plugin}:${own}`,
    origin: place.origin,
    path: place.path,
    description: toText(fields.description) ?? firstLine(body),
    tools: fields.tools === undefined ? undefined : readToolList(fields.tools),
    model: toText(fields.model),
    systemPrompt: body.trim(),
  });
}

/** Returns the command or agent of each name that goes before the others, sorted by name. */
export function chooseByName<File extends Pick<CommandFile, "name" | "origin">>(
  files: readonly File[],
): readonly File[] {
  const order: readonly CommandOrigin[] = ["project", "user", "plugin"];
  const chosen = new Map<string, File>();
  for (const origin of order) {
    for (const file of files) {
      if (file.origin === origin && !chosen.has(file.name)) chosen.set(file.name, file);
    }
  }
  return [...chosen.values()].sort((a, b) => a.name < b.name ? -1 : 1);
}

type Fields = Readonly<Record<string, unknown>>;

function readFields(text: string): { readonly fields: Fields; readonly body: string } {
  const { frontMatter = "", body } = splitFrontMatter(text);
  const plain = readPlainYaml(frontMatter);
  const fields = plain?.entries === undefined ? readLooseFields(frontMatter) : toPlainValue(plain);
  return { fields: fields as Fields, body };
}

function toText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function firstLine(body: string): string {
  return body.trimStart().split("\n", 1)[0]!.trim();
}

/** Returns the tools of a list, or of a text with commas or blanks between them. */
function readToolList(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String).map((tool) => tool.trim());
  const text = toText(value)?.replace(/^\[([^]*)\]$/, "$1") ?? "";
  // What stands in parentheses may have both.
  return Array.from(text.matchAll(/[^\s,(]+(?:\([^)]*\))?/g), ([tool]) => tool);
}
