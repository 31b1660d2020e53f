import { splitFrontMatter } from "@dossier/core/yaml";
import { firstHeading } from "@dossier/core/chunk";
import { findHtmlEnd } from "@dossier/core/chunk";

const PLAN_END = ".plan.md";
const DOCUMENT_END = ".md";

/** Lines at the top of a document in which its status is searched. */
const HEAD_LINES = 40;

const STATUS_REGEXP = /^[|>\s*_-]*status[*_\s]*[:|][*_\s]*([^|\n]*)/i;
const TASK_REGEXP = /^[ \t]*[-*+] \[([ xX])\] +(\S.*)$/gm;
const NUMBER_REGEXP = /^\d+$/;

/** Returns the number at the start of a document's name; undefined without one. */
export function parseDocumentNumber(name: string): number | undefined {
  const [number = ""] = name.replace(/\.md$/, "").split("-", 1);
  return NUMBER_REGEXP.test(number) ? Number(number) : undefined;
}

/** Returns true for the plan of a document, which is not a document itself. */
export function isPlan(name: string): boolean {
  return name.endsWith(PLAN_END);
}

/**
 * Returns the document of a folder with an id: the plan of a document (`16/plan`), the file of that
 * name, or the first one whose name contains the id, ignoring case, or whose number it is.
 *
 * @param names Names of the folder's files, in order.
 */
export function matchDocument(names: readonly string[], id: string): string | undefined {
  if (id.endsWith("/plan")) return matchPlan(names, id.slice(0, -"/plan".length));
  if (names.includes(id + DOCUMENT_END)) return id + DOCUMENT_END;
  const lowerId = id.toLowerCase();
  const number = NUMBER_REGEXP.test(id) ? Number(id) : undefined;
  return names.find((name) => {
    if (!name.endsWith(DOCUMENT_END) || isPlan(name)) return false;
    if (name.slice(0, -DOCUMENT_END.length).toLowerCase().includes(lowerId)) return true;
    return number !== undefined && parseDocumentNumber(name) === number;
  });
}

/**
 * The name of a plan may consist of the number alone, as some projects put the status into names.
 */
function matchPlan(names: readonly string[], id: string): string | undefined {
  const isWanted = (name: string) => {
    const [number = ""] = name.split("-", 1);
    return number === id || number.replace(/^0+/, "") === id;
  };
  const plans = names
    .filter((name) => name.endsWith(DOCUMENT_END) && !isPlan(name) && isWanted(name))
    .map((name) => name.slice(0, -DOCUMENT_END.length) + PLAN_END);
  return plans.find((plan) => names.includes(plan)) ??
    names.find((name) => isPlan(name) && isWanted(name));
}

/** Returns the status line of a document, such as `in-progress`; undefined without one. */
export function parseDocumentStatus(text: string): string | undefined {
  for (const line of text.split("\n", HEAD_LINES)) {
    const status = STATUS_REGEXP.exec(line)?.[1]?.replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "").toLowerCase();
    if (status) return status;
  }
  return undefined;
}

/** A task of a plan. */
export interface PlanTask {
  readonly text: string;
  readonly isDone: boolean;
}

/** Returns the tasks that a document lists as `- [ ]` and `- [x]`. */
export function parseTasks(text: string): readonly PlanTask[] {
  return [...text.matchAll(TASK_REGEXP)].map(([, mark, task = ""]) => ({
    text: task.trim(),
    isDone: mark !== " ",
  }));
}

/** Returns the open tasks of a plan as a numbered list, or a sentence when there are none. */
export function renderTasks(tasks: readonly PlanTask[]): string {
  if (tasks.length === 0) return "No tasks: the RFC in progress lists none.";
  const open = tasks.filter(({ isDone }) => !isDone);
  if (open.length === 0) return "All tasks are complete.";
  return open.map(({ text }, at) => `${at + 1}. ${text}`).join("\n");
}

/** Returns the first level-1 heading of a document; undefined without one. */
export function findDocumentTitle(text: string): string | undefined {
  return firstHeading(text, { level: 1 });
}

const HEADING_REGEXP = /^#{1,6} +\S/;
const FENCE_REGEXP = /^\s*(?:```|~~~)/;
const RULE_REGEXP = /^\s*(?:-{3,}|\*{3,}|_{3,}|=+)\s*$/;
const TABLE_REGEXP = /^\s*\|/;

/**
 * Returns a condensed Markdown text: each heading, and the first paragraph below it. Code, HTML
 * blocks with code, comments, tables, later paragraphs and lists, and metadata are removed.
 *
 * @example
 * ```ts
 * import { condenseMarkdown } from "./project_document.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(condenseMarkdown("# A\n\nOne.\n\nTwo.\n\n## B\n- x\n- y\n\nz"), "# A\n\nOne.\n\n## B\n\n- x\n- y\n");
 * ```
 */
export function condenseMarkdown(text: string): string {
  const blocks: string[] = [];
  let paragraph: string[] = [];
  let isWanted = true;
  let isFenced = false;
  let htmlEnd: RegExp | undefined;
  const close = () => {
    if (paragraph.length === 0) return;
    blocks.push(paragraph.join("\n"));
    paragraph = [];
    isWanted = false;
  };
  for (const line of splitFrontMatter(text).body.split(/\r?\n/)) {
    if (!isFenced) htmlEnd ??= findHtmlEnd(line.trim());
    if (htmlEnd !== undefined) {
      close();
      if (htmlEnd.test(line)) htmlEnd = undefined;
    } else if (FENCE_REGEXP.test(line)) {
      close();
      isFenced = !isFenced;
    } else if (isFenced) continue;
    else if (HEADING_REGEXP.test(line)) {
      close();
      blocks.push(line.trimEnd());
      isWanted = true;
    } else if (line.trim() === "" || RULE_REGEXP.test(line) || TABLE_REGEXP.test(line)) close();
    else if (isWanted) paragraph.push(line.trimEnd());
  }
  close();
  return blocks.length === 0 ? "" : `${blocks.join("\n\n")}\n`;
}
