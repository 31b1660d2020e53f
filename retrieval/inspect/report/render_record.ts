import type { BundleProfile, Fragment, Note, Omission, OmissionReason } from "@dossier/core";
import type { CompletedPlan } from "@dossier/core/plan";
import { formatExclusionReason } from "@dossier/core/exclude";
import { formatLocation } from "@dossier/core/fragment";
import {
  type Cell,
  type Fact,
  formatPercent,
  formatTime,
  type Report,
  type ReportItem,
  type ReportSection,
  type ReportTable,
} from "@dossier/core/report";
import type { Injection, InjectionSummary } from "../../delivery/record/mod.ts";

/** Maximum number of lines of a description or of the text of an agent; JSON has all of them. */
const MAX_TEXT_LINES = 12;

/** Number of decimals of a score. */
export const SCORE_DIGITS = 3;

/** Roles of texts of the manifest of a project, whose versions are distinguished by their hash. */
const TIER_ROLES: ReadonlySet<string> = new Set(["identity", "workflow", "reference"]);
const HASH_LENGTH = 8;

/** JSON of empty options. */
const EMPTY_VALUES: ReadonlySet<string> = new Set(["[]", "{}"]);

const LINE_BREAK_REGEXP = /\r?\n/;
const BLANKS_REGEXP = /\s+/g;

/** Texts of the reasons of omissions. */
const OMISSION_REASONS: Readonly<Record<OmissionReason, string>> = {
  budget: "does not fit in the remaining budget",
  relevance: "scores too far below the best, or is too unlikely to be needed",
  duplicate: "says the same as another passage",
  changed: "changed or was deleted after it was indexed",
  limit: "the plan allows no more of its kind",
  shortened: "only some of its lines, an outline or its name are shown",
  "already_present": "the session has it already",
  suppressed: "a profile suppresses it",
  missing: "a profile, a hook or a tier asks for it, and it does not exist",
  empty: "a profile, a hook or a tier asks for it, and it is empty",
  failed: "a profile, a hook or a tier asks for it, and it cannot be used",
  excluded: "a profile, a hook or a tier asks for it, and a rule excludes it",
};

/** Returns a table of summaries of records, in the given order. */
export function renderLogTable(records: readonly InjectionSummary[]): ReportSection<ReportTable> {
  const right = true;
  return {
    body: {
      kind: "table",
      columns: [
        { title: "ID", right },
        { title: "TIME" },
        { title: "KIND" },
        { title: "SESSION" },
        { title: "TOKENS", right },
        { title: "GIVEN", right },
        { title: "SUBJECT" },
      ],
      rows: records.map((record) => [
        { text: String(record.id), record: record.id },
        formatTime(record.time),
        `${record.kind}/${record.trigger}`,
        formatSession(record.session, record.round),
        `${record.budget.used}/${record.budget.limit}`,
        String(record.fragments),
        record.subject.replaceAll(BLANKS_REGEXP, " ").trim(),
      ]),
    },
  };
}

function formatSession(session: string | undefined, round: number | undefined): Cell {
  const suffix = round === undefined ? "" : `, round ${round}`;
  return session === undefined ? `-${suffix}` : { text: session + suffix, session };
}

/** Returns the report of a record: its request, fragments, omissions and reasons. */
export function renderRecordReport(record: Injection): Report {
  const { omitted, exclusions, notes, outcomes, fragments } = record;
  const list = (heading: string, items: readonly ReportItem[]): ReportSection => ({
    heading,
    body: { kind: "list", items, isNumbered: false },
  });
  return [
    { body: { kind: "facts", facts: listFacts(record) } },
    {
      heading: "Passages",
      body: { kind: "list", items: fragments.map(renderPassage), isNumbered: true },
    },
    renderOmissions(omitted),
    list(
      "Kept out",
      exclusions.map(({ path, rule }) => ({ text: `${path}: ${formatExclusionReason(rule)}` })),
    ),
    list(
      "Requests",
      outcomes.map(({ request, outcome, message }) => ({
        text: `${request}: ${outcome}. ${message}`,
      })),
    ),
    renderNotes(notes),
  ];
}

/** Returns the section of omissions, with reasons. */
export function renderOmissions(omitted: readonly Omission[]): ReportSection {
  return {
    heading: "Left out",
    body: {
      kind: "table",
      columns: [{}, { right: true }, {}],
      rows: omitted.map((omission) => [
        formatLocation(omission),
        `${omission.tokens} tokens`,
        { text: omission.reason, words: OMISSION_REASONS[omission.reason] },
      ]),
    },
  };
}

/** Returns the section of notes. */
export function renderNotes(notes: readonly Note[]): ReportSection {
  const items = notes.map(({ message }) => ({ text: message }));
  return { heading: "Notes", body: { kind: "list", items, isNumbered: false } };
}

function listFacts(record: Injection): Fact[] {
  const { id, kind, trigger, time, durationMs, session, round, budget, format, hash, withdrawn } =
    record;
  const took = durationMs === undefined ? "" : `, took ${Math.round(durationMs)} ms`;
  return [
    fact(
      "record",
      `${id}, ${kind === "answer" ? "an answer" : "a bundle"}, triggered by ${trigger}`,
    ),
    fact("time", formatTime(time) + took),
    ...(withdrawn === undefined ? [] : [fact("not sent", "its caller had disconnected")]),
    ...(session === undefined || session === ""
      ? []
      : [{ name: "session", lines: [formatSession(session, round)] }]),
    ...listRequest(record),
    fact("tokens", `${budget.used} of ${budget.limit}, by ${budget.estimator}, as ${format}`),
    ...(record.plan === undefined ? [] : [renderPlan(record.plan)]),
    fact("hash", hash),
    fact("index", formatIndex(record)),
  ];
}

function listRequest({ request: { query, issue, profile, text, options } }: Injection): Fact[] {
  const manifest = issue?.manifest;
  const name = [issue?.id, issue?.title].filter((part) => part).join(": ");
  const kinds = [issue?.type, ...issue?.labels ?? []].filter((part) => part).join(", ");
  const optionTexts = Object.entries(options).map(([key, value]) =>
    [key, JSON.stringify(value)] as const
  )
    .filter(([, value]) => !EMPTY_VALUES.has(value));
  return [
    ...facts("issue", name, kinds === "" ? "" : ` (${kinds})`),
    ...textFacts("", issue?.description),
    ...facts("to edit", manifest?.primary.join(", ")),
    ...facts("to read", manifest?.read.join(", ")),
    ...facts("forbidden", manifest?.forbidden.join(", ")),
    ...(issue === undefined ? textFacts("query", query) : []),
    ...listProfile(profile),
    ...textFacts("text", text),
    ...facts("options", optionTexts.map((pair) => pair.join(" ")).join(", ")),
  ];
}

/**
 * Returns the facts of a profile: its chain and its inputs; the fragments show their contributors.
 */
function listProfile(profile: BundleProfile | undefined): Fact[] {
  if (profile === undefined) return [];
  const { id, inputs, chain, route } = profile;
  const inputTexts = Object.entries(inputs).map(([name, value]) =>
    `${name} ${JSON.stringify(value)}`
  );
  return [
    ...facts("profile", id, route === undefined ? "" : `, routed by ${route}`),
    ...facts("chain", chain.length < 2 ? undefined : chain.join(" > ")),
    ...facts("inputs", inputTexts.join(", ")),
  ];
}

/** Returns the fact about the share of documents in the bundle of a task, with the reason. */
export function renderPlan(plan: CompletedPlan): Fact {
  const { value, parts, files, folders, crossWords, localWords } = plan.complexity;
  const words = [...crossWords, ...localWords.map((word) => `not ${word}`)].join(", ");
  const lines = [
    `complexity ${value.toFixed(2)}: files ${parts.files.toFixed(2)} (${files.length}), ` +
    `spread ${parts.spread.toFixed(2)} (${folders} folders), ` +
    `words ${parts.words.toFixed(2)}${words === "" ? "" : ` (${words})`}, ` +
    `length ${parts.length.toFixed(2)}`,
    `${plan.documents} documents at most (${plan.links} linked, cap ${plan.maxDocuments}) ` +
    `in ${plan.slotTokens} tokens`,
    `documents took ${plan.documentTokens} of ${plan.promptTokens} tokens ` +
    `(${formatPercent(plan.docFraction)}); they may take ` +
    `${formatPercent(plan.docFractionLimit)} of ${plan.limitTokens}`,
  ];
  return { name: "plan", lines };
}

function formatIndex({ index }: Injection): string {
  const { documents, chunks, updatedAt, refreshed, stale, pending, commit } = index;
  const { added, changed, removed } = refreshed;
  const changes = added + changed + removed === 0
    ? ""
    : `; ${added} added, ${changed} changed, ${removed} removed before`;
  return `${documents} documents, ${chunks} chunks, updated ${formatTime(updatedAt)}` +
    (commit === undefined ? "" : ` at commit ${commit}`) + changes +
    (stale ? `; may be behind the tree, ${pending} pending` : "");
}

/** Returns the item of a passage: its location, its cost and its reasons. */
export function renderPassage(fragment: Omit<Fragment, "rank" | "text">): ReportItem {
  const { location, form, role, tokens, score, freshness } = fragment;
  const { reasons = [], remark, edited, hash } = fragment;
  const kinds = new Set([role ?? form, form, ...(edited ? ["not just the lines"] : [])]);
  const why = [
    ...(location?.symbol === undefined ? [] : [`shows ${location.symbol}`]),
    ...reasons,
    ...(TIER_ROLES.has(role ?? "") && form !== "reference"
      ? [`hash ${hash.slice(0, HASH_LENGTH)}`]
      : []),
    ...(freshness === undefined ? [] : [`freshness ${freshness.toFixed(2)}`]),
    ...(remark === undefined ? [] : [remark]),
  ];
  return {
    text: `${formatLocation(fragment)}: ${[...kinds].join(", ")}, ${tokens} tokens, ` +
      `score ${score.toFixed(SCORE_DIGITS)}`,
    ...(why.length > 0 && { remark: why.join("; ") }),
  };
}

function fact(name: string, value: string): Fact {
  return { name, lines: [value] };
}

/** Returns one fact, or none without a value. */
function facts(name: string, value: string | undefined, suffix = ""): Fact[] {
  return value === undefined || value === "" ? [] : [fact(name, value + suffix)];
}

/** Returns the first lines of a text, named once. */
function textFacts(name: string, text: string | undefined): Fact[] {
  const lines = (text ?? "").trimEnd().split(LINE_BREAK_REGEXP);
  if (lines.join("") === "") return [];
  const more = lines.length - MAX_TEXT_LINES;
  const shown = more > 0 ? [...lines.slice(0, MAX_TEXT_LINES), `… ${more} more lines`] : lines;
  return [{ name, lines: shown }];
}
