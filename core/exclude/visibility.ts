import {
  BINARY_HEAD_BYTES,
  DATA_EXTENSIONS,
  type ExclusionRules,
  MAX_DATA_BYTES,
} from "./exclusion_rules.ts";
import { findSensitiveName } from "./sensitive_names.ts";

/** Rule that hides a path from the index and from answers. */
export interface ExclusionRule {
  /**
   * Kind of rule. `folder`, `extension`, `file` and `size` come from the settings, `ignored` from
   * an ignore file, and `forbidden` from a work manifest; `tracker` files hold the issues
   * themselves. All other kinds are the same for all projects.
   */
  readonly kind:
    | "folder"
    | "extension"
    | "file"
    | "size"
    | "binary"
    | "data"
    | "sensitive"
    | "symlink"
    | "special"
    | "outside_root"
    | "ignored"
    | "forbidden"
    | "tracker";
  /** Rule as the user would write it (`"node_modules"`, `".map"`, `"4194304"`); may be empty. */
  readonly pattern: string;
  /** `file:line` of the rule, or `default`; absent when unknown. */
  readonly origin?: string | undefined;
}

/** Facts about a path. More facts allow more rules to apply. */
export interface PathFacts {
  /** Size in bytes. */
  readonly size?: number | undefined;
  /** The first bytes; up to {@link BINARY_HEAD_BYTES} are read. */
  readonly head?: Uint8Array | undefined;
  /** Reason why the path is not a regular file inside the root. */
  readonly irregularKind?: "symlink" | "special" | "outside_root" | undefined;
  /**
   * True when exactly this file was requested, which lifts the rules on size and on trackers.
   * @default false
   */
  readonly isExplicit?: boolean | undefined;
}

/**
 * Decides which paths of a tree are visible. The index checks it, and each answer checks again, as
 * the rules may be newer than the index.
 */
export class Visibility {
  /** Rules of the project. */
  readonly rules: ExclusionRules;
  readonly #decide: (path: string, facts: PathFacts) => ExclusionRule | undefined;

  /** Use {@link createVisibility}. */
  constructor(
    rules: ExclusionRules,
    decide: (path: string, facts: PathFacts) => ExclusionRule | undefined,
  ) {
    this.rules = rules;
    this.#decide = decide;
  }

  /**
   * Returns the rule that hides a path, or undefined when the path is visible.
   *
   * @param path Path relative to the root, with `/`; a folder ends in `/`.
   */
  findHidingRule(path: string, facts: PathFacts = {}): ExclusionRule | undefined {
    return this.#decide(path, facts);
  }

  /** Returns true when a path is visible. */
  isVisible(path: string, facts?: PathFacts): boolean {
    return this.findHidingRule(path, facts) === undefined;
  }

  /**
   * Returns true when any path in a folder may be visible; a glob may include a path of a hidden
   * folder.
   */
  mayContainVisible(folder: string): boolean {
    const rule = this.findHidingRule(folder);
    const { include, user } = this.rules;
    return rule === undefined ||
      (include.length + (user?.include.length ?? 0) > 0 && canBeIncluded(rule));
  }

  /** Returns a visibility that also hides further paths. */
  hide(
    kind: ExclusionRule["kind"],
    isHidden: (path: string, facts: PathFacts) => boolean,
  ): Visibility {
    return new Visibility(
      this.rules,
      (path, facts) =>
        this.#decide(path, facts) ?? (isHidden(path, facts) ? { kind, pattern: "" } : undefined),
    );
  }
}

/**
 * Folders with the state of tools. No list and no glob includes them, as the settings of a
 * repository may contain the passwords of its remotes. Letter case does not matter, as on some
 * disks `.GIT` is the same folder.
 */
const INTERNAL_FOLDERS: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".dossier"]);

/**
 * Returns the visibility by the rules of a project and of the user.
 *
 * Names that suggest secrets, folders of tools and binary files are always hidden. `include` lifts
 * the rules on other folders, extensions and file names. The rules of the user are only lifted by
 * the `include` of the user. An explicit request lifts the rules on size.
 *
 * @param isIncluded Matches the globs of `rules.include`; core has no glob library.
 * @param options.isIncludedByUser Matches the globs of `rules.user.include`.
 * @param options.root Path of the tree: its last folders may be part of a sensitive name.
 */
export function createVisibility(
  rules: ExclusionRules,
  isIncluded: (path: string) => boolean = () => false,
  { isIncludedByUser = () => false, root }: {
    readonly isIncludedByUser?: (path: string) => boolean;
    readonly root?: string | undefined;
  } = {},
): Visibility {
  const decideByName = createNameRules(rules);
  const decideByUser = rules.user && createNameRules(rules.user);
  return new Visibility(rules, (path, { size, head, irregularKind, isExplicit = false }) => {
    const sensitive = findSensitiveName(path, root);
    if (sensitive !== undefined) return { kind: "sensitive", pattern: sensitive };
    const named = decideByName(path);
    if (named !== undefined && !(canBeIncluded(named) && isIncluded(path))) return named;
    const ofUser = decideByUser?.(path);
    if (ofUser !== undefined && !(canBeIncluded(ofUser) && isIncludedByUser(path))) return ofUser;
    if (irregularKind !== undefined) return { kind: irregularKind, pattern: "" };
    if (head !== undefined && isBinary(head)) return { kind: "binary", pattern: "NUL" };
    return size === undefined || isExplicit ? undefined : decideBySize(path, { size, rules });
  });
}

const WORD_START_REGEXP = /^[\p{L}\p{N}]/u;

/** Returns the ending of names for an extension: `"map"` and `"*.map"` yield `".map"`. */
function toNameEnd(extension: string): string {
  const end = extension.normalize().toLowerCase();
  if (end.startsWith("*")) return end.slice(1);
  return WORD_START_REGEXP.test(end) ? `.${end}` : end;
}

/** Reasons why a rule hides a file, as half a sentence; `*` is replaced by the pattern. */
const REASONS: Readonly<Record<ExclusionRule["kind"], string>> = {
  folder: 'it is in a folder named "*"',
  extension: 'its name ends in "*"',
  file: 'its name is "*"',
  size: "it is larger than * bytes",
  data: "it is a data file larger than * bytes",
  binary: "it is binary",
  sensitive: 'its path contains a name like "*", which may be secret',
  symlink: "it is a symbolic link",
  special: "it is not a regular file",
  "outside_root": "it is outside the root",
  ignored: 'the line "*" of an ignore file excludes it',
  forbidden: "the work manifest forbids it",
  tracker: "it contains the issue itself",
};

/** Returns the reason why a rule hides a file, as half a sentence. */
export function formatExclusionReason({ kind, pattern }: ExclusionRule): string {
  if (kind === "ignored" && pattern === "") return "an ignore file excludes it";
  return REASONS[kind].replace("*", () => pattern);
}

/**
 * Returns true when `include` can lift a rule: only rules on names can be lifted, except for
 * secrets and folders of tools.
 */
export function canBeIncluded({ kind, pattern }: ExclusionRule): boolean {
  return kind === "extension" ||
    ((kind === "folder" || kind === "file") && !INTERNAL_FOLDERS.has(pattern));
}

/** Prepares the rules on names for many decisions. */
function createNameRules(
  rules: Pick<ExclusionRules, "dirs" | "extensions" | "files">,
): (path: string) => ExclusionRule | undefined {
  const dirs = new Set([...INTERNAL_FOLDERS, ...rules.dirs.map((name) => name.normalize())]);
  const files = new Set(rules.files.map((name) => name.normalize()));
  // Grouped by their last character, so that few are tried.
  const extensions = Map.groupBy(rules.extensions.map(toNameEnd), (end) => end.slice(-1));
  return (written) => {
    // Letters with marks are one character or two, depending on the disk that a name comes from.
    const path = written.normalize();
    let found: ExclusionRule | undefined;
    let start = 0;
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", start)) {
      const dir = path.slice(start, slash);
      // A folder that no glob can include takes precedence over others.
      const internal = findInternalFolder(dir);
      if (internal !== undefined) return { kind: "folder", pattern: internal };
      if (found === undefined && dirs.has(dir)) found = { kind: "folder", pattern: dir };
      start = slash + 1;
    }
    if (found !== undefined) return found;
    const name = path.slice(start);
    // In a linked work tree `.git` is a file that contains the path of a folder of the machine.
    if (findInternalFolder(name) === ".git") return { kind: "file", pattern: ".git" };
    if (files.has(name)) return { kind: "file", pattern: name };
    const lower = name.toLowerCase();
    const extension = extensions.get(lower.slice(-1))?.find((end) => lower.endsWith(end));
    return extension === undefined ? undefined : { kind: "extension", pattern: extension };
  };
}

/** Returns the folder of a tool with this name, in any letter case. */
function findInternalFolder(name: string): string | undefined {
  if (!name.startsWith(".")) return undefined;
  const lower = name.toLowerCase();
  return INTERNAL_FOLDERS.has(lower) ? lower : undefined;
}

function decideBySize(
  path: string,
  { size, rules }: { readonly size: number; readonly rules: ExclusionRules },
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
 * Returns true when there is a NUL near the start: a byte, or a whole code unit when a mark
 * identifies the text as UTF-16.
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
