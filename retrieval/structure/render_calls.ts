import type { StructureEntry } from "@dossier/core";
import { CERTAINTIES, type FitEntriesOptions, renderEntries } from "@dossier/core/structure";
import { escapeControls } from "@dossier/core/escape";
import type { CallsKind } from "./question.ts";
import { formatDefinition, plural } from "./format_calls.ts";

/** Functions that render the text of an answer about calls, with its omissions. */
type CallsText = Required<Pick<FitEntriesOptions, "render" | "formatOmitted" | "keepsOrder">>;

/** Content of a text about calls. */
export interface CallsSubject {
  readonly kind: CallsKind;
  /** Subjects of the question, or the changed definitions. */
  readonly subjects: readonly StructureEntry[];
  /** True when these are changed definitions. */
  readonly isDiff: boolean;
  /** All found entries, which the headings count. */
  readonly entries: readonly StructureEntry[];
}

/** Maximum number of subjects that a heading names. */
const MAX_NAMED = 3;

/** Returns the functions that render the text of an answer about calls. */
export function createCallsText(subject: CallsSubject): CallsText {
  const { kind, entries } = subject;
  const describe = (left: readonly StructureEntry[]) => formatOmitted(kind, left);
  if (kind === "paths") {
    return {
      render: (shown) => renderCallPath(shown, subject),
      formatOmitted: describe,
      keepsOrder: true,
    };
  }
  const render = (shown: readonly StructureEntry[]) =>
    kind === "impact" || kind === "tests" && subject.isDiff
      ? renderSections(shown, subject)
      : `${formatHead(subject)}: ${countDegrees(entries)}${countTests(subject)}\n\n${
        renderEntries(shown)
      }`;
  return { render, formatOmitted: describe, keepsOrder: false };
}

/** Returns the heading of a list, without its count: `Callers of add (src/queue.ts:12)`. */
function formatHead({ kind, subjects, isDiff }: CallsSubject): string {
  const named = subjects.slice(0, MAX_NAMED).map(formatDefinition).join(", ");
  const names = escapeControls(`${named}${subjects.length > MAX_NAMED ? ", …" : ""}`);
  const about = isDiff ? `the changes` : names;
  switch (kind) {
    case "callers":
      return `Callers and users of ${about}`;
    case "callees":
      return `${about} calls`;
    case "tests":
      return `Tests of ${about}`;
    default:
      return `What depends on ${about}`;
  }
}

/** Returns the number of entries of each degree of certainty: `4 certain, 1 likely`. */
function countDegrees(entries: readonly StructureEntry[]): string {
  return CERTAINTIES.flatMap((degree) => {
    const count = entries.filter(({ certainty }) => certainty === degree).length;
    return count === 0 ? [] : [`${count} ${degree === "name only" ? "by name only" : degree}`];
  }).join(", ");
}

function countTests({ kind, entries }: CallsSubject): string {
  const tests = entries.filter(({ isTest }) => isTest === true);
  if (kind === "tests") return `, in ${plural(countFiles(entries), "file")}`;
  return tests.length === 0
    ? ""
    : `; ${plural(tests.length, "test")} in ${plural(countFiles(tests), "file")}`;
}

function countFiles(entries: readonly StructureEntry[]): number {
  return new Set(entries.map(({ path }) => path)).size;
}

/** Part of a list with its own heading, in order. */
interface Part {
  readonly head: string;
  isOf(entry: StructureEntry): boolean;
}

const PARTS: readonly Part[] = [
  { head: "Changed", isOf: ({ depth }) => depth === 0 },
  { head: "Directly", isOf: ({ depth, isTest }) => depth === 1 && isTest !== true },
  { head: "Through others", isOf: ({ depth = 0, isTest }) => depth > 1 && isTest !== true },
  { head: "Tests that reach it", isOf: ({ depth = 0, isTest }) => depth > 0 && isTest === true },
];

function renderSections(shown: readonly StructureEntry[], subject: CallsSubject): string {
  const parts = PARTS.flatMap(({ head, isOf }) => {
    const [own, all] = [shown.filter(isOf), subject.entries.filter(isOf)];
    if (all.length === 0) return [];
    const count = head === "Changed" ? `${all.length}` : countDegrees(all);
    const files = `, in ${plural(countFiles(all), "file")}`;
    return [`${head}: ${count}${files}\n${own.length === 0 ? "" : `\n${renderEntries(own)}`}`];
  });
  return `${formatHead(subject)}\n\n${parts.join("\n")}`;
}

/** Returns the steps of a call path, one after the other, and its end. */
function renderCallPath(
  shown: readonly StructureEntry[],
  { subjects, entries }: CallsSubject,
): string {
  const [from, to] = subjects.map(formatDefinition);
  const likely = entries.filter(({ certainty }) => certainty === "likely").length;
  const sure = likely === 0 ? "" : `, ${likely} of them likely`;
  const steps = shown.map(({ path, startLine, endLine, symbol = "", reasons }) =>
    `  ${path}:${startLine}-${endLine}  ${symbol} ${reasons.join("; ")}`
  );
  const head = `From ${from} to ${to}: ${plural(entries.length, "call")}${sure}`;
  return `${[head, "", ...steps].map(escapeControls).join("\n")}\n`;
}

/** Returns the text about omitted entries: `3 callers and 2 tests`. */
function formatOmitted(kind: CallsKind, left: readonly StructureEntry[]): string {
  const tests = left.filter(({ isTest }) => isTest === true).length;
  const others = left.length - tests;
  const noun = {
    callers: "caller",
    callees: "callee",
    tests: "test",
    impact: "definition",
    paths: "call",
  }[kind];
  const parts = [
    ...(others === 0 ? [] : [plural(others, noun)]),
    ...(tests === 0 ? [] : [plural(tests, "test")]),
  ];
  return parts.join(" and ");
}
