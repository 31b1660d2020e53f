import { readLooseFields, splitFrontMatter, unquote } from "@dossier/core/yaml";
import type { RuleForm } from "../hosts/mod.ts";

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
/** Nothing, as YAML writes it. */
const NULL_REGEXP = /^(?:~|null)?$/i;
/** Yes, as any version of YAML writes it; quotes are read over. */
const TRUE_REGEXP = /^(?:true|yes|on)$/i;

/**
 * Returns a rule of a file. The front matter is read by lines and not as YAML: hosts take globs without quotes,
 * such as `globs: *.ts,src/**`, which YAML has no place for.
 */
export function readPathRule(text: string, form: RuleForm): PathRule {
  const { frontMatter, body, isUnclosed } = splitFrontMatter(text);
  if (frontMatter !== undefined) {
    return { scope: toScope(readLooseFields(frontMatter), form), text: body };
  }
  const scope = scopeWithout(form);
  if (!isUnclosed) return { scope, text };
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
  const [always = ""] = form === "globs" ? listValues(fields.alwaysApply) : [];
  if (TRUE_REGEXP.test(always)) return { kind: "always" };
  if (globs.some((glob) => ALL_REGEXP.test(glob))) return { kind: "always" };
  if (globs.length > 0) return { kind: "globs", globs };
  const [description] = form === "globs" ? listValues(fields.description) : [];
  return description === undefined ? scopeWithout(form) : { kind: "described", description };
}

/** Returns the values of a field; a list has several. */
function listValues(field: string | readonly string[] = ""): readonly string[] {
  const values = [field].flat().map(withoutComment);
  // An item of a list is no list itself.
  return (typeof field === "string" && isFlowList(values[0]!)
    ? splitGlobs(values[0]!.slice(1, -1)).map(withoutComment)
    : values).map(unquote).filter((value) => !NULL_REGEXP.test(value));
}

/** Returns whether all of a value is in the brackets that it begins with; `[id]/[slug]` is a path. */
function isFlowList(value: string): boolean {
  let depth = 0;
  const end = [...value].findIndex((char) => {
    if (char === "[") depth++;
    else if (char === "]") depth--;
    return depth === 0;
  });
  return value.startsWith("[") && end === [...value].length - 1;
}

function withoutComment(value: string): string {
  const comment = COMMENT_REGEXP.exec(value);
  return comment === null ? value : value.slice(0, comment.index).trimEnd();
}

/** Returns globs with commas or line breaks between; a comma within braces or brackets is part of its glob. */
function splitGlobs(written: string): readonly string[] {
  const globs = [""];
  let depth = 0;
  for (const char of written) {
    if ("{[(".includes(char)) depth++;
    else if ("}])".includes(char)) depth = Math.max(0, depth - 1);
    if (char === "\n" || char === "," && depth === 0) globs.push("");
    else globs.push(globs.pop() + char);
  }
  // Of several in quotes only the outermost ones were taken off.
  return globs.map((glob) => glob.trim().replaceAll(/^["']|["']$/g, "")).filter((glob) =>
    glob !== ""
  );
}
