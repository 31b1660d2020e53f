import { parseLooseFields, splitFrontMatter, unquote } from "@dossier/core/yaml";
import type { RuleForm } from "../hosts/mod.ts";

/** The condition under which a rule is included. */
export type RuleScope =
  | { readonly kind: "always" }
  /** For files that match one of the globs. */
  | { readonly kind: "globs"; readonly globs: readonly string[] }
  /** On request of the agent, by its description. */
  | { readonly kind: "described"; readonly description: string }
  /** On request of the user. */
  | { readonly kind: "manual" };

/** The rule in a file. */
interface PathRule {
  readonly scope: RuleScope;
  /** The text without the front matter. */
  readonly text: string;
  /** Half a sentence on the problem of the front matter; absent without one. */
  readonly problem?: string;
}

/** A glob that matches every path. */
const ALL_REGEXP = /^\*\*(?:\/\*)?$/;
const COMMENT_REGEXP = /^#|[ \t]#/;
/** Null in the notation of YAML. */
const NULL_REGEXP = /^(?:~|null)?$/i;
/** True in the notation of any version of YAML. */
const TRUE_REGEXP = /^(?:true|yes|on)$/i;

/**
 * Returns the rule of a file. The front matter is read line by line and not as YAML: hosts accept
 * unquoted globs, such as `globs: *.ts,src/**`, which are invalid YAML.
 */
export function readPathRule(text: string, form: RuleForm): PathRule {
  const { frontMatter, body, isUnclosed } = splitFrontMatter(text);
  if (frontMatter !== undefined) {
    return { scope: toScope(parseLooseFields(frontMatter), form), text: body };
  }
  const scope = defaultScope(form);
  if (!isUnclosed) return { scope, text };
  return { scope, text, problem: 'its front matter is not closed: write "---" below it' };
}

/**
 * Without front matter, a rule of Claude Code always applies; rules of other hosts apply on
 * request.
 */
function defaultScope(form: RuleForm): RuleScope {
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
  return description === undefined ? defaultScope(form) : { kind: "described", description };
}

/** Returns the values of a field; a list has several. */
function listValues(field: string | readonly string[] = ""): readonly string[] {
  const values = [field].flat().map(withoutComment);
  // An item of a list is not a list itself.
  return (typeof field === "string" && isFlowList(values[0]!)
    ? splitGlobs(values[0]!.slice(1, -1)).map(withoutComment)
    : values).map(unquote).filter((value) => !NULL_REGEXP.test(value));
}

/** Returns true when a whole value is in one pair of brackets; `[id]/[slug]` is a path. */
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

/**
 * Returns globs separated by commas or line breaks; a comma within braces or brackets is part of
 * its glob.
 */
function splitGlobs(written: string): readonly string[] {
  const globs = [""];
  let depth = 0;
  for (const char of written) {
    if ("{[(".includes(char)) depth++;
    else if ("}])".includes(char)) depth = Math.max(0, depth - 1);
    if (char === "\n" || char === "," && depth === 0) globs.push("");
    else globs.push(globs.pop() + char);
  }
  // Of several quoted globs only the outermost quotes were removed before.
  return globs.map((glob) => glob.trim().replaceAll(/^["']|["']$/g, "")).filter((glob) =>
    glob !== ""
  );
}
