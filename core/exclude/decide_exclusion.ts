import {
  BINARY_HEAD_BYTES,
  DATA_EXTENSIONS,
  type ExclusionRules,
  MAX_DATA_BYTES,
} from "./exclusion_rules.ts";
import { findSensitiveName } from "./sensitive_names.ts";

/** The rule that left something out. */
export interface ExclusionRule {
  /**
   * What the rule looks at: a folder's name, the end of the file's name, its whole name, its size, its
   * first bytes, the size of a data file, or a name that promises secrets.
   */
  readonly kind: "folder" | "extension" | "file" | "size" | "binary" | "data" | "sensitive";
  /** What the rule says, as the user would write it (`"node_modules"`, `".map"`, `"4194304"`). */
  readonly pattern: string;
}

/** What is known of a file when it is decided on; the more, the more rules can speak. */
export interface ExclusionCandidate {
  /** Path relative to the root, with `/`; a folder ends in `/`. */
  readonly path: string;
  /** Size in bytes. */
  readonly size?: number;
  /** The first bytes, up to {@link BINARY_HEAD_BYTES} of which are looked at. */
  readonly head?: Uint8Array;
  /** Whether somebody asked for this very file, which lifts the rules on size. @default false */
  readonly explicit?: boolean;
}

/** Exclusion rules made ready for many decisions; see {@link compileExclusions}. */
export interface Exclusions {
  /** The rules as they were given. */
  readonly rules: ExclusionRules;
  /** Names of folders. */
  readonly dirs: ReadonlySet<string>;
  /** Names of files. */
  readonly files: ReadonlySet<string>;
  /** Ends of file names by their last character, so that few are tried. */
  readonly extensions: ReadonlyMap<string, readonly string[]>;
  /** Says which paths stay although a rule on names says otherwise. */
  readonly isIncluded: (path: string) => boolean;
}

/**
 * Folders that hold the state of tools: no list and no glob lets them in, as the settings of a
 * repository may hold the passwords of its remotes. Where a disk does not tell cases apart, `.GIT` is
 * the same folder.
 */
const INTERNAL_FOLDERS: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".dossier"]);

/**
 * Returns the rules in the form that {@link decideExclusion} runs on.
 *
 * @param rules What is left out.
 * @param isIncluded Matches the globs in `rules.include`; core has no globs of its own.
 */
export function compileExclusions(
  rules: ExclusionRules,
  isIncluded: (path: string) => boolean = () => false,
): Exclusions {
  const extensions = new Map<string, string[]>();
  for (const extension of rules.extensions) {
    const end = toNameEnd(extension);
    const last = end.slice(-1);
    extensions.set(last, [...(extensions.get(last) ?? []), end]);
  }
  return {
    rules,
    dirs: new Set([...INTERNAL_FOLDERS, ...rules.dirs]),
    files: new Set(rules.files),
    extensions,
    isIncluded,
  };
}

const WORD_START_REGEXP = /^[\p{L}\p{N}]/u;

/** Returns the end that an extension stands for: `"map"` and `"*.map"` are `".map"`. */
function toNameEnd(extension: string): string {
  const end = extension.toLowerCase();
  if (end.startsWith("*")) return end.slice(1);
  return WORD_START_REGEXP.test(end) ? `.${end}` : end;
}

/**
 * Returns the rule that leaves the candidate out, or undefined when it stays.
 *
 * Names that promise secrets, folders of tools and binary content are never let in. `include` lifts
 * the rules on other folders, extensions and file names; an explicit request lifts those on size.
 *
 * @example
 * ```ts
 * import { compileExclusions, decideExclusion, DEFAULT_EXCLUSIONS } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const exclusions = compileExclusions(DEFAULT_EXCLUSIONS);
 * assert.deepEqual(decideExclusion({ path: "web/node_modules/a.js" }, exclusions), {
 *   kind: "folder",
 *   pattern: "node_modules",
 * });
 * assert.equal(decideExclusion({ path: "node_modules_backup/a.js" }, exclusions), undefined);
 * assert.equal(decideExclusion({ path: "conf/.env.local" }, exclusions)?.kind, "sensitive");
 * ```
 */
export function decideExclusion(
  { path, size, head, explicit = false }: ExclusionCandidate,
  exclusions: Exclusions,
): ExclusionRule | undefined {
  const sensitive = findSensitiveName(path);
  if (sensitive !== undefined) return { kind: "sensitive", pattern: sensitive };
  const named = decideByName(path, exclusions);
  if (named !== undefined && !(mayBeIncluded(named) && exclusions.isIncluded(path))) return named;
  if (head !== undefined && isBinary(head)) return { kind: "binary", pattern: "NUL" };
  if (size !== undefined && !explicit) return decideBySize(path, { size, exclusions });
  return undefined;
}

/** Returns half a sentence that says why the rule leaves a file out. */
export function describeExclusion({ kind, pattern }: ExclusionRule): string {
  switch (kind) {
    case "folder":
      return `it is in a folder named "${pattern}"`;
    case "extension":
      return `its name ends in "${pattern}"`;
    case "file":
      return `its name is "${pattern}"`;
    case "size":
      return `it is larger than ${pattern} bytes`;
    case "data":
      return `it is a data file larger than ${pattern} bytes`;
    case "binary":
      return "it is binary";
    case "sensitive":
      return `its path holds a name like "${pattern}", which may be secret`;
  }
}

/** Returns whether `include` can lift the rule: one on names that are neither secret nor a tool's. */
export function mayBeIncluded({ kind, pattern }: ExclusionRule): boolean {
  return kind === "extension" ||
    ((kind === "folder" || kind === "file") && !INTERNAL_FOLDERS.has(pattern));
}

function decideByName(
  path: string,
  { dirs, files, extensions }: Exclusions,
): ExclusionRule | undefined {
  let found: ExclusionRule | undefined;
  let start = 0;
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", start)) {
    const dir = path.slice(start, slash);
    // One that no glob lets in goes before one that a glob might.
    const internal = findInternal(dir);
    if (internal !== undefined) return { kind: "folder", pattern: internal };
    if (found === undefined && dirs.has(dir)) found = { kind: "folder", pattern: dir };
    start = slash + 1;
  }
  if (found !== undefined) return found;
  const name = path.slice(start);
  // In a linked work tree `.git` is a file, and names a folder of the machine.
  if (findInternal(name) === ".git") return { kind: "file", pattern: ".git" };
  if (files.has(name)) return { kind: "file", pattern: name };
  const lower = name.toLowerCase();
  const extension = extensions.get(lower.slice(-1))?.find((end) => lower.endsWith(end));
  return extension === undefined ? undefined : { kind: "extension", pattern: extension };
}

/** Returns the folder of a tool that a name stands for, in whatever case. */
function findInternal(name: string): string | undefined {
  if (!name.startsWith(".")) return undefined;
  const lower = name.toLowerCase();
  return INTERNAL_FOLDERS.has(lower) ? lower : undefined;
}

function decideBySize(
  path: string,
  { size, exclusions: { rules } }: { readonly size: number; readonly exclusions: Exclusions },
): ExclusionRule | undefined {
  if (size > rules.maxFileBytes) return { kind: "size", pattern: String(rules.maxFileBytes) };
  if (size <= MAX_DATA_BYTES) return undefined;
  const lower = path.toLowerCase();
  return DATA_EXTENSIONS.some((end) => lower.endsWith(end))
    ? { kind: "data", pattern: String(MAX_DATA_BYTES) }
    : undefined;
}

const BYTE_ORDER_MARKS_16 = [[0xff, 0xfe], [0xfe, 0xff]] as const;

/**
 * Returns whether there is a NUL near the start: a byte, or where a mark says that the text is
 * UTF-16, a whole code unit.
 */
function isBinary(head: Uint8Array): boolean {
  const checked = head.subarray(0, BINARY_HEAD_BYTES);
  const isWide = BYTE_ORDER_MARKS_16.some(([a, b]) => head[0] === a && head[1] === b);
  if (!isWide) return checked.includes(0);
  for (let at = 0; at + 1 < checked.length; at += 2) {
    if (checked[at] === 0 && checked[at + 1] === 0) return true;
  }
  return false;
}
