import { describeExclusion } from "@dossier/core/exclude";
import { tellPlace } from "@dossier/core/fragment";
import type { Injection, RecordedFragment } from "@dossier/retrieval/record";
import { type Column, renderColumns, renderPercent } from "../terminal/layout.ts";
import { escapeControls } from "../terminal/output.ts";

/** Lines of a description or an agent's text; JSON has them all. */
const MAX_TEXT_LINES = 12;

/** Digits behind the point of a printed score. */
const SCORE_DIGITS = 3;

/** Characters of an instant to the second. */
const TIME_LENGTH = "2026-01-02T03:04:05".length;

/** Roles of what a project's manifest gives, which is told from what it was before by its hash. */
const TIER_ROLES: ReadonlySet<string> = new Set(["identity", "workflow", "reference"]);
const HASH_LENGTH = 8;

/** JSON of options that ask for nothing. */
const EMPTY_VALUES: ReadonlySet<string> = new Set(["[]", "{}"]);

const LINE_BREAK_REGEXP = /\r?\n/;

/** Name and value of one line. */
type Field = readonly [name: string, value: string];

/** Returns an ISO 8601 instant as people read it, to the second. */
export function renderTime(instant: string): string {
  return `${instant.slice(0, TIME_LENGTH).replace("T", " ")}Z`;
}

/** Returns a record for people: what was asked for, what was given and what was not, and why. */
export function renderRecord(record: Injection): string {
  const { omitted, exclusions, notes, outcomes, fragments } = record;
  return [
    renderFields(listFields(record)),
    renderSection("Passages", fragments.flatMap(describeFragment)),
    renderSection(
      "Left out",
      split(renderColumns(
        omitted.map((omission) => [
          escapeControls(tellPlace(omission)),
          `${omission.tokens} tokens`,
          omission.reason,
        ]),
        [{}, { right: true }, {}],
      )),
    ),
    renderSection(
      "Kept out",
      exclusions.map(({ path, rule }) => escapeControls(`${path}: ${describeExclusion(rule)}`)),
    ),
    renderSection(
      "Requests",
      outcomes.map(({ request, outcome, message }) =>
        escapeControls(`${request}: ${outcome}. ${message}`)
      ),
    ),
    renderSection("Notes", notes.map(({ message }) => escapeControls(message))),
  ].join("");
}

function listFields(record: Injection): Field[] {
  const { id, kind, trigger, time, durationMs, session, round, budget, format, hash, withdrawn } =
    record;
  const took = durationMs === undefined ? "" : `, took ${Math.round(durationMs)} ms`;
  return [
    ["record", `${id}, ${kind === "answer" ? "an answer" : "a bundle"}, set off by ${trigger}`],
    ["time", renderTime(time) + took],
    ...(withdrawn === undefined ? [] : [["not sent", "nobody waited for it any more"]] as Field[]),
    ...field("session", session, round === undefined ? "" : `, round ${round}`),
    ...listRequest(record),
    ["tokens", `${budget.used} of ${budget.limit}, by ${budget.estimator}, as ${format}`],
    ...listPlan(record),
    ["hash", hash],
    ["index", describeIndex(record)],
  ];
}

function listRequest({ request: { query, issue, profile, text, options } }: Injection): Field[] {
  const manifest = issue?.manifest;
  const name = [issue?.id, issue?.title].filter((part) => part).join(": ");
  const kinds = [issue?.type, ...issue?.labels ?? []].filter((part) => part).join(", ");
  const given = Object.entries(options).map(([key, value]) => [key, JSON.stringify(value)] as const)
    .filter(([, value]) => !EMPTY_VALUES.has(value));
  return [
    ...field("issue", name, kinds === "" ? "" : ` (${kinds})`),
    ...fields("", issue?.description),
    ...field("to edit", manifest?.primary.join(", ")),
    ...field("to read", manifest?.read.join(", ")),
    ...field("forbidden", manifest?.forbidden.join(", ")),
    ...(issue === undefined ? fields("query", query) : []),
    ...listProfile(profile),
    ...fields("text", text),
    ...field("options", given.map((pair) => pair.join(" ")).join(", ")),
  ];
}

/** Returns which profile it was, of which chain, and what it was given; who contributed what the fragments say. */
function listProfile(profile: Injection["request"]["profile"]): Field[] {
  if (profile === undefined) return [];
  const { id, inputs, chain, route } = profile;
  const given = Object.entries(inputs).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [
    ...field("profile", id, route === undefined ? "" : `, routed by ${route}`),
    ...field("chain", chain.length < 2 ? undefined : chain.join(" > ")),
    ...field("inputs", given.join(", ")),
  ];
}

function listPlan({ plan }: Injection): Field[] {
  if (plan === undefined) return [];
  const { value, parts, files, folders, crossWords, localWords } = plan.complexity;
  const words = [...crossWords, ...localWords.map((word) => `not ${word}`)].join(", ");
  return [
    [
      "plan",
      `complexity ${value.toFixed(2)}: files ${parts.files.toFixed(2)} (${files.length}), ` +
      `spread ${parts.spread.toFixed(2)} (${folders} folders), ` +
      `words ${parts.words.toFixed(2)}${words === "" ? "" : ` (${words})`}, ` +
      `length ${parts.length.toFixed(2)}`,
    ],
    [
      "",
      `${plan.documents} documents at most (${plan.links} linked, cap ${plan.maxDocuments}) ` +
      `in ${plan.slotTokens} tokens`,
    ],
    [
      "",
      `documents took ${plan.documentTokens} of ${plan.promptTokens} tokens ` +
      `(${renderPercent(plan.docFraction)}); they may take ` +
      `${renderPercent(plan.docFractionLimit)} of ${plan.limitTokens}`,
    ],
  ];
}

function describeIndex({ index }: Injection): string {
  const { documents, chunks, updatedAt, refreshed, stale, pending, commit } = index;
  const { added, changed, removed } = refreshed;
  const taken = added + changed + removed === 0
    ? ""
    : `; ${added} added, ${changed} changed, ${removed} removed before`;
  return `${documents} documents, ${chunks} chunks, updated ${renderTime(updatedAt)}` +
    (commit === undefined ? "" : ` at commit ${commit}`) + taken +
    (stale ? `; may be behind the tree, ${pending} pending` : "");
}

function describeFragment(fragment: RecordedFragment, index: number): string[] {
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
  const head = `${index + 1}. ${escapeControls(tellPlace(fragment))}: ` +
    `${[...kinds].join(", ")}, ${tokens} tokens, score ${score.toFixed(SCORE_DIGITS)}`;
  return [head, ...(why.length === 0 ? [] : [`   ${escapeControls(why.join("; "))}`])];
}

/** Returns one line, or none when there is nothing to say. */
function field(name: string, value: string | undefined, suffix = ""): Field[] {
  return value === undefined || value === "" ? [] : [[name, value + suffix]];
}

/** Returns the first lines of a text, named once. */
function fields(name: string, text: string | undefined): Field[] {
  const lines = (text ?? "").trimEnd().split(LINE_BREAK_REGEXP);
  if (lines.join("") === "") return [];
  const more = lines.length - MAX_TEXT_LINES;
  const shown = more > 0 ? [...lines.slice(0, MAX_TEXT_LINES), `… ${more} more lines`] : lines;
  return shown.map((line, at) => [at === 0 ? name : "", line]);
}

const FIELD_COLUMNS: readonly Column[] = [{}, {}];

function renderFields(rows: readonly Field[]): string {
  return renderColumns(
    rows.map(([name, value]) => [name, escapeControls(value)]),
    FIELD_COLUMNS,
  );
}

function renderSection(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `\n${title}:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function split(lines: string): string[] {
  return lines.split("\n").slice(0, -1);
}
