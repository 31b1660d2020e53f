import { splitFrontMatter } from "@dossier/core/yaml";
import { firstHeading } from "@dossier/core/chunk";
import { findHtmlEnd } from "@dossier/core/chunk";

const PLAN_END = ".plan.md";
const DOCUMENT_END = ".md";

/** Lines in which a document says what its status is. */
const HEAD_LINES = 40;

const STATUS_REGEXP = /^[|>\s*_-]*status[*_\s]*[:|][*_\s]*([^|\n]*)/i;
const TASK_REGEXP = /^[ \t]*[-*+] \[([ xX])\] +(\S.*)$/gm;
const NUMBER_REGEXP = /^\d+$/;

/** Returns the number of a document of a project, which its name begins with; undefined without one. */
export function documentNumber(name: string): number | undefined {
  const [number = ""] = name.replace(/\.md$/, "").split("-", 1);
  return NUMBER_REGEXP.test(number) ? Number(number) : undefined;
}

/** Returns whether a file is the plan of a document and no document itself. */
export function isPlan(name: string): boolean {
  return name.endsWith(PLAN_END);
}

/**
 * Returns which of the documents of a folder an id means: the plan of one (`16/plan`), the one of that
 * name, the first one whose name holds the id whatever its case, or whose number it is.
 *
 * @param names Names of the folder's files, in order.
 */
export function matchDocument(names: readonly string[], id: string): string | undefined {
  if (id.endsWith("/plan")) return matchPlan(names, id.slice(0, -"/plan".length));
  if (names.includes(id + DOCUMENT_END)) return id + DOCUMENT_END;
  const wanted = id.toLowerCase();
  const number = NUMBER_REGEXP.test(id) ? Number(id) : undefined;
  return names.find((name) => {
    if (!name.endsWith(DOCUMENT_END) || isPlan(name)) return false;
    if (name.slice(0, -DOCUMENT_END.length).toLowerCase().includes(wanted)) return true;
    return number !== undefined && documentNumber(name) === number;
  });
}

/** A plan may go by the number alone: projects put the status of a document into its name. */
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

/** Returns the status that a document states of itself, such as `in-progress`; undefined without one. */
export function documentStatus(text: string): string | undefined {
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
export function planTasks(text: string): readonly PlanTask[] {
  return [...text.matchAll(TASK_REGEXP)].map(([, mark, task = ""]) => ({
    text: task.trim(),
    isDone: mark !== " ",
  }));
}

/** Returns what is left to do of a plan: a numbered list, or that there is nothing. */
export function renderTasks(tasks: readonly PlanTask[]): string {
  if (tasks.length === 0) return "No tasks: the RFC in progress lists none.";
  const open = tasks.filter(({ isDone }) => !isDone);
  if (open.length === 0) return "All tasks are complete.";
  return open.map(({ text }, at) => `${at + 1}. ${text}`).join("\n");
}

/** Returns the first heading of the first level of a document; undefined without one. */
export function documentTitle(text: string): string | undefined {
  return firstHeading(text, { level: 1 });
}

const HEADING_REGEXP = /^#{1,6} +\S/;
const FENCE_REGEXP = /^\s*(?:```|~~~)/;
const RULE_REGEXP = /^\s*(?:-{3,}|\*{3,}|_{3,}|=+)\s*$/;
const TABLE_REGEXP = /^\s*\|/;

/**
 * Returns the gist of a Markdown text: each heading, and the first paragraph below it. Code, HTML that holds code, comments,
 * tables, lists behind a paragraph and metadata are left out.
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
