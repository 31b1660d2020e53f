import {
  formatLocation,
  formatSymbol,
  type FragmentForm,
  type FragmentPosition,
  type FragmentRole,
  type UnhashedFragment,
} from "../fragment/fragment.ts";
import { formatGaps } from "../fragment/elide.ts";
import type { BundleRepository, Note, UnhashedBundle } from "../pack/bundle.ts";
import type { WorkManifest } from "../issue/issue.ts";
import type { Retry } from "../issue/retry.ts";
import { formatEndSignals } from "../signal/parse_end_signals.ts";
import { formatOutcomes } from "../signal/check_target.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";
import { escapeControls } from "../text/plain_text.ts";
import { fitFooter } from "./fit_footer.ts";
import { formatNames, type FormatNamesOptions } from "./format_names.ts";
import { splitNotes } from "./shortage_note.ts";
import { toPromptOrder } from "./prompt_order.ts";
import type { TextRenderer } from "./renderer.ts";
import { summariseOmissions } from "./summarise_omissions.ts";

const MIN_FENCE_LENGTH = 3;
const BACKTICKS_REGEXP = /`+/g;
const NOT_INFO_REGEXP = /[^\w#+.-]/g;
const FORM_WORDS: Readonly<Record<FragmentForm, string>> = {
  whole: "whole file",
  snippet: "",
  outline: "outline",
  reference: "",
};
const ROLE_WORDS: Readonly<Record<FragmentRole, string>> = {
  primary: "may be edited",
  read: "to read",
  document: "design document",
  caller: "caller",
  callee: "callee",
  snippet: "",
  requested: "requested",
  profile: "of the profile",
  identity: "identity of the project",
  workflow: "workflow of the project",
  reference: "reference of the project",
  memory: "learned in an earlier session: check it",
};
const POSITION_WORDS: Readonly<Record<FragmentPosition, string>> = {
  system: "for the system prompt",
  before: "",
  after: "for the end of the prompt",
};

/** Fenced fragments under headings with path and lines: the form for reading and for prompts. */
export const MARKDOWN_RENDERER: TextRenderer = {
  name: "markdown",
  mediaType: "text/markdown; charset=utf-8",
  renderFragment,
  render(bundle, estimator) {
    const { count, tokens, reasons } = summariseOmissions(bundle.omitted);
    const ranges = count === 1 ? "1 range" : `${count} ranges`;
    const leftOut = `\nLeft out: ${ranges} of ${tokens} tokens (${reasons}).\n`;
    const { ofManifest, others } = splitNotes(bundle.notes);
    const toNote = ({ message }: Note) => `\nNote: ${escapeControls(message)}\n`;
    return fitFooter({
      body: renderHeader(bundle, estimator) +
        toPromptOrder(bundle.fragments).map(renderFragment).join(""),
      footer: [
        ...ofManifest.map(toNote),
        ...(count === 0 ? [] : [leftOut]),
        ...others.map(toNote),
      ],
      end: "",
    }, { bundle, estimator });
  },
};

/** Returns the title and the purpose of the text. */
function renderHeader(
  { issue, profile, retry, outcomes, signals = [], budget, repositories }: UnhashedBundle,
  estimator: TokenEstimator,
): string {
  if (outcomes !== undefined) {
    const lines = [...formatEndSignals(signals), ...formatOutcomes(outcomes)]
      .map((line) => `- ${escapeControls(line)}\n`);
    return `# Requested context\n\n${lines.join("")}`;
  }
  if (issue === undefined) {
    const profileWords = profile === undefined
      ? ""
      : `What the profile ${escapeControls(profile.id)} says, and `;
    const of = repositories === undefined ? "the repository" : formatRepositories(repositories);
    const passages = `${profileWords === "" ? "P" : "p"}assages of ${of}, best first.`;
    return `# Context\n\n${profileWords}${passages}\n`;
  }
  const name = [issue.id, issue.title].filter((part) => part !== "").map(escapeControls).join(": ");
  const of = repositories === undefined ? "" : `\nOf ${formatRepositories(repositories)}.\n`;
  return `# Context${name === "" ? "" : ` for ${name}`}\n${of}${
    renderForbidden(issue.manifest, { limit: budget.limit, estimator })
  }${renderRetry(retry)}`;
}

/** Returns a phrase with the names of the repositories, which are prefixes of the paths. */
function formatRepositories(repositories: readonly Pick<BundleRepository, "name">[]): string {
  const names = repositories.map(({ name }) => escapeControls(name)).join(", ");
  return `the repositories ${names}, by whose names the paths begin`;
}

/** Returns the result of the previous attempt, if any. */
function renderRetry({ diff = "", error = "" }: Retry = {}): string {
  if (diff === "" && error === "") return "";
  const parts = [diff === "" ? "" : fenceText(diff, "diff"), error === "" ? "" : fenceText(error)];
  return `\n## The attempt before\n${parts.map((part) => part && `\n${part}\n`).join("")}`;
}

/** Returns a text between fences. */
export function fenceText(text: string, info = ""): string {
  const fence = fenceFor(text);
  return `${fence}${info}\n${text.trimEnd()}\n${fence}`;
}

/** Returns a line with the names of the forbidden files, if any. */
function renderForbidden(
  manifest: WorkManifest | undefined,
  options: FormatNamesOptions,
): string {
  if (manifest === undefined || manifest.forbidden.length === 0) return "";
  return `\nNot to be touched: ${formatNames(manifest.forbidden.map(escapeControls), options)}\n`;
}

function renderFragment(
  { form, role, remark, position, text, ...fragment }: UnhashedFragment,
): string {
  const { location } = fragment;
  const { language = "" } = location ?? {};
  const symbol = location === undefined ? "" : formatSymbol(location);
  const name = symbol === "" ? "" : ` ${escapeControls(symbol)}`;
  const gaps = location === undefined ? "" : formatGaps(location);
  const words = [
    role === undefined ? "" : ROLE_WORDS[role],
    POSITION_WORDS[position],
    location === undefined && form === "whole" ? "" : FORM_WORDS[form],
    gaps === "" ? "" : `without ${gaps}`,
  ].filter((part) => part !== "").join(", ");
  const suffix = words === "" ? "" : ` (${words})`;
  const formattedLocation = escapeControls(formatLocation(fragment));
  const title = `${formattedLocation}${name}${suffix}`;
  if (form === "reference") {
    return `- See ${title}${remark === undefined ? "" : `: ${escapeControls(remark)}`}\n`;
  }
  const heading = `\n## ${title}\n`;
  const line = remark === undefined ? "" : `\n${escapeControls(remark)}\n`;
  const fence = fenceFor(text);
  const info = language.replace(NOT_INFO_REGEXP, "");
  return `${heading}${line}\n${fence}${info}\n${text}\n${fence}\n`;
}

/** Returns a run of backticks longer than any in `text`, so that no line of it closes the fence. */
function fenceFor(text: string): string {
  const runs = text.match(BACKTICKS_REGEXP) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
  return "`".repeat(Math.max(MIN_FENCE_LENGTH, longest + 1));
}
