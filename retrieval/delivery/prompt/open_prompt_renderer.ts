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
import { POLICY_ROLES } from "@dossier/core/fragment";
import {
  fenceText,
  fitsBudget,
  formatNames,
  type FormatNamesOptions,
  listFittingNames,
  MARKDOWN_RENDERER,
  splitNotes,
} from "@dossier/core/render";
import { formatEndSignals, formatOutcomes } from "@dossier/core/signal";
import { readPlainText, RetrievalError } from "../../machine/mod.ts";
import { cutDocument } from "@dossier/core/plan";
import { countCodePoints, takeUtf16Start } from "@dossier/core/text";

/** Path of the template of a project, relative to the root. */
export const PROMPT_PATH = ".dossier/prompt.md";

/** Names that a template may use. */
const PART_NAMES = [
  ...["id", "title", "type", "labels", "description"] as const,
  // Files of the manifest that are not shown are among the gaps.
  ...["manifest", "primary", "read", "forbidden", "gaps", "code", "documents"] as const,
  // The changes of the previous attempt, and its error.
  ...["diff", "error", "requested", "commands", "notes"] as const,
  // Texts of a profile and tiers, by their position in the prompt. They are put around a template
  // that does not name them.
  ...["system", "before", "after"] as const,
];

type PartName = (typeof PART_NAMES)[number];

/**
 * Texts by name, empty for a part without content. The manifest is a condition, so that its section
 * can be omitted.
 */
type PromptParts = Readonly<Record<Exclude<PartName, "manifest">, string>> & {
  readonly manifest: boolean;
};

/** Roles of fragments that are not code. */
const NON_CODE_ROLES: ReadonlySet<FragmentRole | undefined> = new Set([
  ...["document", "requested"] as const,
  ...POLICY_ROLES,
]);

/** Turns off HTML escaping: texts are for a model, not for a browser. */
const OPTIONS = { escape: String };

/** Kinds of tokens of a parsed template that name a part. */
const NAMING_TOKENS: ReadonlySet<string> = new Set(["name", "&", "#", "^"]);
/** Kinds of tokens that include other templates. */
const FOREIGN_TOKENS: ReadonlySet<string> = new Set([">"]);

const BLANK_LINES_REGEXP = /\n{3,}/g;
/** Placeholder of a part while blank lines are removed: blank lines inside a part are kept. */
const PLACE_REGEXP = /\0(\w+)\0/g;
/** Message of the library about a template that it cannot parse, with the offset. */
const PARSE_ERROR_REGEXP = /^(?<what>Un\w+ \w+(?: "(?<section>.*)")?) at (?<offset>\d+)$/s;

/**
 * Returns the renderer of complete prompts for the project at `root`. It uses the Mustache template
 * of the project, `.dossier/prompt.md`, or else the one that comes with the program.
 *
 * @throws {RetrievalError} `invalid-prompt` for a template that cannot be read or parsed, or that
 * names an unknown part.
 */
export function openPromptRenderer(root: string): TextRenderer {
  return createPromptRenderer(readPromptTemplate(root));
}

/**
 * Returns the prompt template of the project at `root`.
 *
 * @throws {RetrievalError} `invalid-prompt` for a template that cannot be read.
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
          ...[fillTemplate(template, parts), ...around("after")],
        ].join("\n");
      };
      const given = issue?.description ?? "";
      // The description is the same for any number of fragments.
      const fixed = given === "" ? 0 : estimator.count(write({ ...bundle, fragments: [] }, ""));
      const text = write(bundle, fitDescription(given, { ...options, left: limit - fixed }));
      // The caller drops fragments until the text fits, as long as there are any. A template has
      // parts that cannot be dropped.
      if (fragments.length > 0 || fitsBudget(text, budget, estimator)) return text;
      throw budgetTooSmallError(estimator.count(text), limit);
    },
  };
}

/** Returns the error for a budget that is smaller than the fixed parts of a prompt. */
function budgetTooSmallError(tokens: number, limit: number): ContextError {
  return new ContextError<CoreErrorCode>(
    "invalid-budget",
    `Cannot render the prompt as it takes ${
      Math.ceil(tokens)
    } tokens without any code: the budget is ${limit}`,
  );
}

/** Returns the template with its parts filled in, and at most one blank line between them. */
function fillTemplate(template: string, parts: PromptParts): string {
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
  options: FormatNamesOptions,
): PromptParts {
  const { issue, query, fragments, notes, commands = [], outcomes, signals = [] } = bundle;
  const { diff = "", error = "" } = bundle.retry ?? {};
  const manifest = issue?.manifest;
  const toBlocks = (requested: readonly UnhashedFragment[]) =>
    requested.map(MARKDOWN_RENDERER.renderFragment).join("").trimEnd();
  const blocks = (hasRole: (role: FragmentRole | undefined) => boolean) =>
    toBlocks(fragments.filter(({ role }) => hasRole(role)));
  const textAt = (at: FragmentPosition) =>
    toBlocks(fragments.filter(({ role, position }) => POLICY_ROLES.has(role) && position === at));
  return {
    id: issue?.id ?? "",
    // An answer has requests as its query, which are shown with their outcomes.
    title: issue?.title ?? (outcomes === undefined ? query : ""),
    type: issue?.type ?? "",
    labels: issue?.labels.join(", ") ?? "",
    description,
    manifest: manifest !== undefined,
    primary: formatNames(manifest?.primary.map(escapeControls) ?? [], options),
    read: formatNames(manifest?.read.map(escapeControls) ?? [], options),
    forbidden: formatNames(manifest?.forbidden.map(escapeControls) ?? [], options),
    gaps: renderGaps(notes, options),
    code: blocks((role) => !NON_CODE_ROLES.has(role)),
    documents: blocks((role) => role === "document"),
    diff: diff === "" ? "" : fenceText(diff, "diff"),
    error: error === "" ? "" : fenceText(error),
    requested: [
      ...formatEndSignals(signals).map((line) => `- ${escapeControls(line)}`),
      ...formatOutcomes(outcomes ?? []).map((line) => `- ${line}`),
      blocks((role) => role === "requested"),
    ].filter((block) => block !== "").join("\n"),
    commands: commands.map((command) => `    ${command}`).join("\n"),
    notes: notes.map(({ message }) => `- ${message}`).join("\n"),
    system: textAt("system"),
    before: textAt("before"),
    after: textAt("after"),
  };
}

/**
 * Returns the files of the manifest that are not shown, one in each line, and the number of lines
 * that are left out.
 */
function renderGaps(notes: readonly Note[], options: FormatNamesOptions): string {
  const lines = splitNotes(notes).ofManifest.map(({ message }) => `- ${escapeControls(message)}`);
  const shown = listFittingNames(lines, options);
  const more = lines.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`- ${more} more notes on the manifest`])].join("\n");
}

function readOwnTemplate(root: string): string | undefined {
  const read = readPlainText(`${root}/${PROMPT_PATH}`, { below: root });
  if (read.kind === "text") return read.text;
  if (read.reason === "missing") return undefined;
  throw invalidPromptError(read.message, read.cause);
}

/** Returns the parts that a template names. Rejects a template that would silently omit content. */
function checkTemplate(template: string): ReadonlySet<string> {
  let tokens: unknown[];
  try {
    tokens = Mustache.parse(template) as unknown[];
  } catch (error) {
    throw invalidPromptError(formatParseError(error, template), error);
  }
  const named = new Set<string>();
  checkTokens(tokens, { template, named });
  return named;
}

function formatParseError(error: unknown, template: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const { what, section, offset } = PARSE_ERROR_REGEXP.exec(message)?.groups ?? {};
  if (what === undefined) return `it is not a valid Mustache template: ${message}`;
  // For an unclosed section, the library reports the offset at which it expected the end.
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
      throw invalidPromptError(`line ${line} names another template, "${name}"`);
    }
    if (NAMING_TOKENS.has(kind) && !(PART_NAMES as readonly string[]).includes(name)) {
      throw invalidPromptError(
        `line ${line} names "${name}", which is not a part: use one of ${PART_NAMES.join(", ")}`,
      );
    }
    if (NAMING_TOKENS.has(kind)) named.add(name);
    if (Array.isArray(inner)) checkTokens(inner, { template, named });
  }
}

function invalidPromptError(reason: string, cause?: unknown): RetrievalError {
  return new RetrievalError(
    "invalid-prompt",
    `Cannot use the template "${PROMPT_PATH}" as ${reason}`,
    { cause },
  );
}

/** Largest share of a prompt for the description of its issue: the rest is for the answer. */
const DESCRIPTION_SHARE = 1 / 2;

/** Maximum number of characters for each token: a text with more is mostly blank. */
const MAX_CHARACTERS_A_TOKEN = 16;

/** Upper bound for the number of tokens of the notice of a cut. */
const NOTICE_TOKENS = 30;

/**
 * Returns the description of an issue, or its longest beginning that takes at most half of the
 * prompt and fits beside the other parts, with a notice that more follows.
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
  // A text of a megabyte is too long without being counted.
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
