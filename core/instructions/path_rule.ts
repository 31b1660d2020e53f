import { splitFrontMatter } from "../tracker/read_markdown_issue.ts";
import { readLooseFields, unquote } from "../yaml/mod.ts";
import type { RuleForm } from "./instruction_hosts.ts";

/** When a rule is given. */
export type RuleScope =
  | { readonly kind: "always" }
  /** When a file is touched that one of the globs matches. */
  | { readonly kind: "globs"; readonly globs: readonly string[] }
  /** When the agent finds that it needs it, by what it is said to be. */
  | { readonly kind: "described"; readonly description: string }
  /** When somebody names it. */
  | { readonly kind: "manual" };

/** A rule as its file has it. */
interface PathRule {
  readonly scope: RuleScope;
  /** What is given: all but the front matter. */
  readonly text: string;
  /** What is wrong with the front matter, half a sentence; absent when nothing is. */
  readonly problem?: string;
}

/** A glob that every path matches. */
const ALL_REGEXP = /^\*\*(?:\/\*)?$/;
const COMMENT_REGEXP = /^#|[ \t]#/;

/**
 * Returns a rule of a file. The front matter is read by lines and not as YAML: hosts take globs without quotes,
 * such as `globs: *.ts,src/**`, which YAML has no place for.
 */
export function readPathRule(text: string, form: RuleForm): PathRule {
  const { frontMatter, body } = splitFrontMatter(text);
  if (frontMatter !== undefined) {
    return { scope: toScope(readLooseFields(frontMatter), form), text: body };
  }
  const scope = scopeWithout(form);
  if (!/^---[ \t]*\n/.test(text)) return { scope, text };
  return { scope, text, problem: 'its front matter is not closed: write "---" below it' };
}

/** A rule of Claude Code without front matter holds everywhere; others are given when they are named. */
function scopeWithout(form: RuleForm): RuleScope {
  return { kind: form === "paths" ? "always" : "manual" };
}

function toScope(
  fields: Readonly<Record<string, string | readonly string[]>>,
  form: RuleForm,
): RuleScope {
  const globs = listValues(fields[form]).flatMap(splitGlobs);
  if (form === "globs" && listValues(fields.alwaysApply)[0] === "true") return { kind: "always" };
  if (globs.some((glob) => ALL_REGEXP.test(glob))) return { kind: "always" };
  if (globs.length > 0) return { kind: "globs", globs };
  const [description] = form === "globs" ? listValues(fields.description) : [];
  return description === undefined ? scopeWithout(form) : { kind: "described", description };
}

/** Returns the values of a field; a list has several. */
function listValues(field: string | readonly string[] = ""): readonly string[] {
  return [field].flat().flatMap((written) => {
    const value = withoutComment(written);
    return value.startsWith("[") && value.endsWith("]")
      ? splitGlobs(value.slice(1, -1)).map((one) => unquote(withoutComment(one)))
      : [unquote(value)];
  }).filter((value) => value !== "");
}

function withoutComment(value: string): string {
  const comment = COMMENT_REGEXP.exec(value);
  return comment === null ? value : value.slice(0, comment.index).trimEnd();
}

/** Returns globs with commas between; a comma in braces is part of its glob. */
function splitGlobs(written: string): readonly string[] {
  const globs = [""];
  let depth = 0;
  for (const char of written) {
    if (char === "{") depth++;
    else if (char === "}") depth = Math.max(0, depth - 1);
    if (char === "," && depth === 0) globs.push("");
    else globs.push(globs.pop() + char);
  }
  return globs.map((glob) => glob.trim()).filter((glob) => glob !== "");
}
