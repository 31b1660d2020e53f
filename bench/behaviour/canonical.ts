import { createHash } from "node:crypto";
import type { CanonicalAnswer, CanonicalNode, CanonicalPassage } from "./behaviour_request.ts";

/** Value of the program whose type depends on its version. */
// deno-lint-ignore no-explicit-any
type Value = any;

/** Reads the parts of an answer whose location depends on the version of bundles. */
interface AnswerForm {
  readonly passages: (answer: Value) => readonly Value[];
  /** Returns a passage with the field names of version 1. */
  readonly passage: (value: Value) => Value;
  readonly omitted: (answer: Value) => readonly Value[];
}

const VERSION_1: AnswerForm = {
  passages: ({ passages }) => passages,
  passage: (value) => value,
  omitted: ({ omitted }) => omitted,
};

const VERSION_2: AnswerForm = {
  passages: ({ fragments }) => fragments,
  passage: ({ location, ...fragment }) => ({ ...fragment, ...location }),
  omitted: ({ omitted }) =>
    omitted.map(({ location, tokens, reason }: Value) => ({ ...location, tokens, reason })),
};

const FORMS: Readonly<Record<number, AnswerForm>> = { 1: VERSION_1, 2: VERSION_2 };

/** Returns the canonical form of a bundle of any version. */
export function canonicalBundle(bundle: Value, rendered: string | undefined): CanonicalAnswer {
  const form = FORMS[bundle.version];
  if (form === undefined) throw new Error(`Cannot read bundles of version ${bundle.version}`);
  const { outcomes, signals, issue, commands, retry, plan, budget } = bundle;
  return plain({
    passages: form.passages(bundle).map((value) => canonicalPassage(form.passage(value))),
    omitted: form.omitted(bundle).map(({ path, startLine, endLine, tokens, reason }) =>
      `${path}:${startLine}-${endLine} ${tokens} ${reason}`
    ),
    notes: canonicalNotes(bundle),
    outcomes: outcomes?.map((one: Value) => `${one.request} → ${one.outcome}: ${one.message}`),
    signals,
    manifest: issue?.manifest,
    commands,
    retry,
    plan: plan && numbersOf(plan),
    budget: { limit: budget.limit, used: budget.used, estimator: budget.estimator },
    index: canonicalIndex(bundle),
    rendered: rendered && hash(rendered),
  });
}

/** Returns the canonical form of the result of a search or an explanation. */
export function canonicalResults(result: Value): CanonicalAnswer {
  return plain({
    passages: result.results.map(canonicalPassage),
    notes: canonicalNotes(result),
    index: canonicalIndex(result),
  });
}

function canonicalPassage(value: Value): CanonicalPassage {
  const { path, startLine, endLine, symbol, language, kind, role, form, tokens, score } = value;
  const { reasons, freshness, remark, edited, text, explanation } = value;
  return {
    path,
    startLine,
    endLine,
    symbol,
    language,
    kind,
    role,
    form,
    tokens,
    score,
    reasons,
    freshness,
    remark,
    edited,
    ...(text === undefined ? {} : { text: hash(text) }),
    ...(explanation === undefined ? {} : { explanation: nodesOf(explanation, 0) }),
  };
}

function canonicalNotes({ notes }: Value): string[] {
  return notes.map(({ code, message }: Value) => `${code}: ${message}`);
}

function canonicalIndex({ index }: Value): Value {
  const { documents, chunks, stale, pending } = index;
  return { documents, chunks, stale, pending };
}

function nodesOf(
  { value, description, operation, details }: Value,
  depth: number,
): CanonicalNode[] {
  const name = operation === undefined ? description : `${operation} ${description}`;
  const inner = (details ?? []).flatMap((detail: Value) => nodesOf(detail, depth + 1));
  return [[depth, value, name], ...inner];
}

/** Returns the numbers in a tree of values, by their paths. */
function numbersOf(value: Value, name = ""): Record<string, number> {
  if (typeof value === "number") return { [name]: value };
  if (value === null || typeof value !== "object") return {};
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => numbersOf(inner, name ? `${name}.${key}` : key)),
  );
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Returns a value as JSON would keep it, without undefined fields. */
function plain(answer: Value): CanonicalAnswer {
  return JSON.parse(JSON.stringify(answer));
}
