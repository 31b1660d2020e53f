import Mustache from "mustache";
import DEFAULT_TEMPLATE from "./prompt.mustache" with { type: "text" };
import type {
  FragmentPosition,
  FragmentRole,
  Note,
  TextRenderer,
  TokenEstimator,
  UnhashedBundle,
  UnhashedFragment,
} from "@dossier/core";
import { ContextError, type CoreErrorCode } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import { TOLD_ROLES } from "@dossier/core/fragment";
import {
  fitNames,
  type FitNamesOptions,
  fitsBudget,
  fittingNames,
  MARKDOWN_RENDERER,
  splitNotes,
  toBlock,
} from "@dossier/core/render";
import { tellEndSignals, tellOutcomes } from "@dossier/core/signal";
import { readPlainText, RetrievalError } from "../../machine/mod.ts";
import { cutDocument } from "@dossier/core/plan";
import { countCodePoints, takeUtf16Start } from "@dossier/core/text";

/** Path of a project's own template, relative to the root. */
export const PROMPT_PATH = ".dossier/prompt.md";

/** What a template may name. */
const PART_NAMES = [
  ...["id", "title", "type", "labels", "description"] as const,
  // What of the manifest is not shown is among the gaps.
  ...["manifest", "primary", "read", "forbidden", "gaps", "code", "documents"] as const,
  // The changes of the attempt before, and what went wrong with them.
  ...["diff", "error", "requested", "commands", "notes"] as const,
  // What a profile and tiers say, by its place in the prompt: it stands around a template that does not name these.
  ...["system", "before", "after"] as const,
];

type PartName = (typeof PART_NAMES)[number];

/** A part that has nothing to say is empty; the manifest is a condition, so that a section is left out. */
type PromptParts = Readonly<Record<Exclude<PartName, "manifest">, string>> & {
  readonly manifest: boolean;
};

/** Roles of fragments that are no code. */
const OTHER_PARTS: ReadonlySet<FragmentRole | undefined> = new Set([
  ...["document", "requested"] as const,
  ...TOLD_ROLES,
]);

/** Texts are for a model, not for a browser. */
const OPTIONS = { escape: String };

/** Kinds of tokens of a parsed template that name a part. */
const NAMING_TOKENS: ReadonlySet<string> = new Set(["name", "&", "#", "^"]);
/** Kinds that read other templates. */
const FOREIGN_TOKENS: ReadonlySet<string> = new Set([">"]);

const BLANK_LINES_REGEXP = /\n{3,}/g;
/** Stands for a part while blank lines are taken out, which a part may have for a reason. */
const PLACE_REGEXP = /\0(\w+)\0/g;
/** What the library says of a template that it can not parse, and the offset. */
const PARSE_ERROR_REGEXP = /^(?<what>Un\w+ \w+(?: "(?<section>.*)")?) at (?<offset>\d+)$/s;

/**
 * Returns the renderer of whole prompts for the project at `root`: from its own Mustache template at
 * `.dossier/prompt.md`, or else from the one that comes with the program.
 *
 * @throws {RetrievalError} `invalid-prompt` for a template that can not be read or parsed, or that
 * names a part which does not exist.
 */
export function openPromptRenderer(root: string): TextRenderer {
  return createPromptRenderer(readPromptTemplate(root));
}

/**
 * Returns the template of prompts that is in force for the project at `root`.
 *
 * @throws {RetrievalError} `invalid-prompt` for one that can not be read.
 */
export function readPromptTemplate(root: string): string {
  return readOwnTemplate(root) ?? DEFAULT_TEMPLATE;
}

/** Returns the renderer of a template. */
function createPromptRenderer(template: string): TextRenderer {
  const named = checkTemplate(template);
  return {
    name: "prompt",
    mediaType: "text/markdown; charset=utf-8",
    renderFragment: MARKDOWN_RENDERER.renderFragment,
    render(bundle, estimator) {
      const { fragments, issue, budget, budget: { limit } } = bundle;
      const options = { limit, estimator };
      const write = (shown: UnhashedBundle, description: string) => {
        const parts = toParts(shown, description, options);
        const around = (name: FragmentPosition) =>
          named.has(name) || parts[name] === "" ? [] : [`${parts[name].trim()}\n`];
        return [
          ...[...around("system"), ...around("before")],
          ...[fill(template, parts), ...around("after")],
        ].join("\n");
      };
      const given = issue?.description ?? "";
      // The same description however many fragments there are.
      const fixed = given === "" ? 0 : estimator.count(write({ ...bundle, fragments: [] }, ""));
      const text = write(bundle, fitDescription(given, { ...options, left: limit - fixed }));
      // What holds the budget drops fragments: as long as there are any it goes on. A template has parts that
      // can not be dropped.
      if (fragments.length > 0 || fitsBudget(text, budget, estimator)) return text;
      throw tooSmall(estimator.count(text), limit);
    },
  };
}

/** Returns the error that a budget has no room for what a prompt always says. */
function tooSmall(tokens: number, limit: number): ContextError {
  return new ContextError<CoreErrorCode>(
    "invalid-budget",
    `Cannot write the prompt as it takes ${
      Math.ceil(tokens)
    } tokens without any code: the budget is ${limit}`,
  );
}

/** Returns the template with the parts in their places, and no more than one blank line between them. */
function fill(template: string, parts: PromptParts): string {
  const places = Object.entries(parts).map(([name, part]) =>
    [name, typeof part === "string" && part !== "" ? `\0${name}\0` : part] as const
  );
  return `${
    Mustache.render(template, Object.fromEntries(places), undefined, OPTIONS)
      .replace(BLANK_LINES_REGEXP, "\n\n").trim()
      .replace(PLACE_REGEXP, (place: string, name: PartName) => String(parts[name] ?? place))
  }\n`;
}

function toParts(
  bundle: UnhashedBundle,
  description: string,
  options: FitNamesOptions,
): PromptParts {
  const { issue, query, fragments, notes, commands = [], outcomes, signals = [] } = bundle;
  const { diff = "", error = "" } = bundle.retry ?? {};
  const manifest = issue?.manifest;
  const toBlocks = (wanted: readonly UnhashedFragment[]) =>
    wanted.map(MARKDOWN_RENDERER.renderFragment).join("").trimEnd();
  const blocks = (isWanted: (role: FragmentRole | undefined) => boolean) =>
    toBlocks(fragments.filter(({ role }) => isWanted(role)));
  const said = (at: FragmentPosition) =>
    toBlocks(fragments.filter(({ role, position }) => TOLD_ROLES.has(role) && position === at));
  return {
    id: issue?.id ?? "",
    // An answer has requests for its query, which are told with what became of them.
    title: issue?.title ?? (outcomes === undefined ? query : ""),
    type: issue?.type ?? "",
    labels: issue?.labels.join(", ") ?? "",
    description,
    manifest: manifest !== undefined,
    primary: fitNames(manifest?.primary.map(escapeControls) ?? [], options),
    read: fitNames(manifest?.read.map(escapeControls) ?? [], options),
    forbidden: fitNames(manifest?.forbidden.map(escapeControls) ?? [], options),
    gaps: tellGaps(notes, options),
    code: blocks((role) => !OTHER_PARTS.has(role)),
    documents: blocks((role) => role === "document"),
    diff: diff === "" ? "" : toBlock(diff, "diff"),
    error: error === "" ? "" : toBlock(error),
    requested: [
      ...tellEndSignals(signals).map((line) => `- ${escapeControls(line)}`),
      ...tellOutcomes(outcomes ?? []).map((line) => `- ${line}`),
      blocks((role) => role === "requested"),
    ].filter((block) => block !== "").join("\n"),
    commands: commands.map((command) => `    ${command}`).join("\n"),
    notes: notes.map(({ message }) => `- ${message}`).join("\n"),
    system: said("system"),
    before: said("before"),
    after: said("after"),
  };
}

/** Returns what of the manifest is not shown, a line each, and how many lines more there are. */
function tellGaps(notes: readonly Note[], options: FitNamesOptions): string {
  const lines = splitNotes(notes).ofManifest.map(({ message }) => `- ${escapeControls(message)}`);
  const told = fittingNames(lines, options);
  const more = lines.length - told.length;
  return [...told, ...(more === 0 ? [] : [`- ${more} more remarks on the manifest`])].join("\n");
}

function readOwnTemplate(root: string): string | undefined {
  const read = readPlainText(`${root}/${PROMPT_PATH}`, { below: root });
  if (read.kind === "text") return read.text;
  if (read.reason === "missing") return undefined;
  throw invalid(read.message, read.cause);
}

/** Returns the parts that a template names; refuses one that would leave out silently what it means to say. */
function checkTemplate(template: string): ReadonlySet<string> {
  let tokens: unknown[];
  try {
    tokens = Mustache.parse(template) as unknown[];
  } catch (error) {
    throw invalid(tellParseError(error, template), error);
  }
  const named = new Set<string>();
  checkTokens(tokens, { template, named });
  return named;
}

function tellParseError(error: unknown, template: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const { what, section, offset } = PARSE_ERROR_REGEXP.exec(message)?.groups ?? {};
  if (what === undefined) return `it is no Mustache template: ${message}`;
  // Of what stays open the library tells where it looked for the end.
  const opened = what.startsWith("Unclosed")
    ? template.slice(0, Number(offset)).lastIndexOf(section === undefined ? "{{" : `#${section}`)
    : -1;
  const line = lineAt(template, opened < 0 ? Number(offset) : opened);
  return `line ${line} has an ${what.replace("U", "u")}`;
}

function lineAt(template: string, offset: number): number {
  return template.slice(0, offset).split("\n").length;
}

/** Adds the parts that tokens name to `named`. */
function checkTokens(
  tokens: readonly unknown[],
  { template, named }: { readonly template: string; readonly named: Set<string> },
): void {
  for (const token of tokens as readonly [string, string, number, number, unknown?][]) {
    const [kind, name, start, , inner] = token;
    const line = lineAt(template, start);
    if (FOREIGN_TOKENS.has(kind)) {
      throw invalid(`line ${line} names another template, "${name}"`);
    }
    if (NAMING_TOKENS.has(kind) && !(PART_NAMES as readonly string[]).includes(name)) {
      throw invalid(
        `line ${line} names "${name}", which is no part: there are ${PART_NAMES.join(", ")}`,
      );
    }
    if (NAMING_TOKENS.has(kind)) named.add(name);
    if (Array.isArray(inner)) checkTokens(inner, { template, named });
  }
}

function invalid(reason: string, cause?: unknown): RetrievalError {
  return new RetrievalError(
    "invalid-prompt",
    `Cannot use the template "${PROMPT_PATH}" as ${reason}`,
    { cause },
  );
}

/** Share of a prompt that the description of its issue may take: the rest is for what answers it. */
const DESCRIPTION_SHARE = 1 / 2;

/** Characters of a text that has fewer tokens than a sixteenth of them is mostly blank. */
const MAX_CHARACTERS_A_TOKEN = 16;

/** More tokens than the notice of a cut takes. */
const NOTICE_TOKENS = 30;

/**
 * Returns the description of an issue, or its longest beginning that takes half of the prompt and no more
 * than the other parts leave, with a notice that it goes on.
 */
function fitDescription(
  description: string,
  { limit, left, estimator }: {
    readonly limit: number;
    readonly left: number;
    readonly estimator: TokenEstimator;
  },
): string {
  const most = Math.max(0, Math.min(limit * DESCRIPTION_SHARE, left));
  // A text of a megabyte need not be counted to know that it is too long.
  let high = Math.min(description.length, Math.floor(most * MAX_CHARACTERS_A_TOKEN));
  if (high === description.length && estimator.count(description) <= most) return description;
  let low = 0;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimator.count(takeUtf16Start(description, middle)) + NOTICE_TOKENS <= most) low = middle;
    else high = middle - 1;
  }
  const characters = countCodePoints(takeUtf16Start(description, low));
  return characters === 0 ? "" : cutDocument(description, characters).text;
}
