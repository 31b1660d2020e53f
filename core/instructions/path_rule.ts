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
export interface PathRule {
  readonly scope: RuleScope;
  /** What is given: all but the front matter. */
  readonly text: string;
  /** What is wrong with the front matter, half a sentence; absent when nothing is. */
  readonly problem?: string;
}

const DASHES_REGEXP = /^---[ \t]*$/;
const FIELD_REGEXP = /^([A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(.*))?$/;
const ITEM_REGEXP = /^[ \t]*-[ \t]+(.+)$/;
const QUOTED_REGEXP = /^(["'])(.*)\1$/;
/** A glob that every path matches. */
const ALL_REGEXP = /^\*\*(?:\/\*)?$/;
const COMMENT_REGEXP = /^#|[ \t]#/;

/**
 * Returns a rule of a file. The front matter is read by lines and not as YAML: hosts take globs without quotes,
 * such as `globs: *.ts,src/**`, which YAML has no place for.
 */
export function readPathRule(text: string, form: RuleForm): PathRule {
  const lines = text.split("\n");
  if (!DASHES_REGEXP.test(lines[0] ?? "")) return { scope: scopeWithout(form), text };
  const end = lines.findIndex((line, row) => row > 0 && DASHES_REGEXP.test(line));
  if (end < 0) {
    const problem = 'its front matter is not closed: write "---" below it';
    return { scope: scopeWithout(form), text, problem };
  }
  const fields = readFields(lines.slice(1, end));
  return { scope: toScope(fields, form), text: lines.slice(end + 1).join("\n") };
}

/** A rule of Claude Code without front matter holds everywhere; others are given when they are named. */
function scopeWithout(form: RuleForm): RuleScope {
  return { kind: form === "paths" ? "always" : "manual" };
}

function toScope(fields: ReadonlyMap<string, readonly string[]>, form: RuleForm): RuleScope {
  const globs = (fields.get(form) ?? []).flatMap(splitGlobs);
  if (form === "globs" && fields.get("alwaysApply")?.[0] === "true") return { kind: "always" };
  if (globs.some((glob) => ALL_REGEXP.test(glob))) return { kind: "always" };
  if (globs.length > 0) return { kind: "globs", globs };
  const description = form === "globs" ? fields.get("description")?.[0] : undefined;
  return description === undefined ? scopeWithout(form) : { kind: "described", description };
}

/** Returns the values of each field; a list has several. */
function readFields(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  let values: string[] = [];
  for (const line of lines) {
    const [, key, value = ""] = FIELD_REGEXP.exec(line) ?? [];
    const item = key === undefined ? ITEM_REGEXP.exec(line)?.[1] : value;
    if (key !== undefined) {
      values = [];
      fields.set(key, values);
    }
    values.push(...listValues(item ?? ""));
  }
  return fields;
}

function listValues(written: string): readonly string[] {
  const value = written.trim();
  if (value.startsWith("[") && value.endsWith("]")) {
    return splitGlobs(value.slice(1, -1)).map(unquote).filter((one) => one !== "");
  }
  const plain = unquote(value);
  return plain === "" ? [] : [plain];
}

function unquote(written: string): string {
  const value = written.trim();
  const quoted = QUOTED_REGEXP.exec(value)?.[2];
  if (quoted !== undefined) return quoted;
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
