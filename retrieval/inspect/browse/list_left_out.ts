import type { ExclusionRule, Note } from "@dossier/core";
import { canBeIncluded, formatExclusionReason } from "@dossier/core/exclude";
import type { Lease } from "../../lease/mod.ts";
import { type ExcludedPath, listFiles, runGit } from "../../tree/mod.ts";
import {
  CONFIG_PATH,
  DEFAULT_ORIGIN,
  NOFACE_PATH,
  readSettings,
  readSettingsTexts,
} from "../../config/mod.ts";

/** File that is not indexed, or a whole folder, whose path ends in `/`. */
interface LeftOutPath {
  readonly path: string;
  readonly reason: LeftOutReason;
}

/** Rule with its origin. */
export interface LeftOutReason {
  /** Kind: a rule of dossier, a line of an ignore file, or the content of the file. */
  readonly kind: "rule" | "ignored" | "content";
  /** Reason as half a sentence: `its name ends in ".map"`. */
  readonly text: string;
  /** Origin: `file:line`, or `default` for a default rule; absent for other rules. */
  readonly origin?: string | undefined;
}

/** Rule with its excluded files. */
export interface LeftOutGroup {
  /** Rule. */
  readonly reason: LeftOutReason;
  /** Number of files and whole folders. */
  readonly count: number;
  /** First paths, in order. */
  readonly paths: readonly string[];
}

/** Files that are not indexed, by rule. */
export interface LeftOutListing {
  /** Rules, the one with the most files first. */
  readonly groups: readonly LeftOutGroup[];
  /** Total number of files and whole folders. */
  readonly total: number;
  /** Notes, for example about submodules. */
  readonly notes: readonly Note[];
}

/** Options of {@link listLeftOut}. */
export interface ListLeftOutOptions {
  /** Text that their path contains; a path inside of a whole folder finds the folder. */
  readonly text?: string | undefined;
  /** Maximum number of paths of a rule. @default 100 */
  readonly limit?: number | undefined;
}

/** Default number of paths of a rule. */
const DEFAULT_LIMIT = 100;

/** Folder of dossier itself, which is not listed. */
const OWN_FOLDER = ".dossier/state/";

/** Maximum number of paths that are passed to git: a build may create more. */
const MAX_IGNORED = 20_000;

/**
 * Returns the files of the tree that are not indexed, by rule, from the current tree and, for rules
 * about content, from the current index.
 */
export async function listLeftOut(
  { indexed, visibility }: Pick<Lease, "indexed" | "visibility">,
  { text = "", limit = DEFAULT_LIMIT }: ListLeftOutOptions = {},
): Promise<LeftOutListing> {
  const { root, reader } = indexed;
  const [skipped, listing, byGit, findOrigin] = await Promise.all([
    reader.listSkipped(),
    listFiles(root, visibility, { isExplained: true }),
    listGitIgnored(root),
    createOriginFinder(root),
  ]);
  const found = [
    ...[...listing.excluded, ...byGit].map(({ path, rule }) => ({
      path,
      reason: toReason(rule, findOrigin),
    })),
    ...skipped.map(({ path, reason: text }): LeftOutPath => ({
      path,
      reason: { kind: "content", text },
    })),
  ];
  const needle = text.toLowerCase();
  const matching = found.filter(({ path }) =>
    !path.startsWith(OWN_FOLDER) &&
    (path.toLowerCase().includes(needle) ||
      (path.endsWith("/") && needle.startsWith(path.toLowerCase())))
  );
  return { groups: groupByReason(matching, limit), total: matching.length, notes: listing.notes };
}

function groupByReason(found: readonly LeftOutPath[], limit: number): readonly LeftOutGroup[] {
  const groups = Map.groupBy(found, ({ reason }) => JSON.stringify(reason));
  return [...groups.values()].map((group) => ({
    reason: group[0]!.reason,
    count: group.length,
    paths: group.map(({ path }) => path).sort().slice(0, limit),
  })).sort((a, b) => b.count - a.count);
}

function toReason(
  rule: ExclusionRule,
  findOrigin: Awaited<ReturnType<typeof createOriginFinder>>,
): LeftOutReason {
  return {
    kind: rule.kind === "ignored" ? "ignored" : "rule",
    text: formatExclusionReason(rule),
    origin: rule.origin ?? findOrigin(rule),
  };
}

/** Names of the settings of rules, by kind of rule. */
const SETTINGS: Readonly<Partial<Record<ExclusionRule["kind"], string>>> = {
  folder: "exclude.dirs",
  extension: "exclude.extensions",
  file: "exclude.files",
  size: "exclude.max_file_bytes",
};

/**
 * Returns a function that finds the origin of a rule of the tree at `root`: the `file:line` of the
 * entry in a list, or else of the setting; `default` for a default rule, and `undefined` for a rule
 * that no project can set.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` cannot be parsed.
 */
async function createOriginFinder(
  root: string,
): Promise<(rule: ExclusionRule) => string | undefined> {
  const { texts } = await readSettingsTexts(root);
  const { origins, userOrigins, rules: { user } } = await readSettings(root);
  const lines = {
    [CONFIG_PATH]: texts.config?.split("\n"),
    [NOFACE_PATH]: texts.noface?.split("\n"),
  };
  return (rule) => {
    const { kind, pattern } = rule;
    const setting = SETTINGS[kind];
    if (setting === undefined) return undefined;
    // The folders of tools are always excluded.
    if (kind === "folder" && !canBeIncluded(rule)) return undefined;
    // A file may have "map" for ".map".
    const bare = pattern.replace(/^\./, "");
    const names = { folder: user?.dirs, extension: user?.extensions, file: user?.files };
    const isUsers = Object.entries(names).some(([of, list]) =>
      of === kind && list?.some((name) => name.replace(/^[*]?[.]?/, "") === bare)
    );
    const origin = isUsers ? userOrigins[setting] : origins[setting];
    if (origin === undefined) return DEFAULT_ORIGIN;
    const colon = origin.lastIndexOf(":");
    const [file, first] = [origin.slice(0, colon), Number(origin.slice(colon + 1))];
    const written = lines[file as keyof typeof lines] ?? [];
    const at = written.findIndex((line, index) => index >= first - 1 && line.includes(bare));
    return at === -1 ? origin : `${file}:${at + 1}`;
  };
}

/** Number of fields in the output of git for an ignored path: source, line, pattern, path. */
const FIELDS = 4;

/**
 * Returns the files and whole folders below `root` that git ignores, each with the line of its
 * rule; empty without a git work tree or without git.
 */
async function listGitIgnored(root: string): Promise<readonly ExcludedPath[]> {
  const listed = await run(root, ["ls-files", "-z", "-oi", "--exclude-standard", "--directory"]);
  const paths = listed.split("\0").filter((path) => path !== "").slice(0, MAX_IGNORED);
  if (paths.length === 0) return [];
  const output = await run(root, ["check-ignore", "-v", "-z", "--stdin"], paths.join("\0"));
  const fields = output.split("\0");
  const ignored: ExcludedPath[] = [];
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [source = "", line = "", pattern = "", path = ""] = fields.slice(at, at + FIELDS);
    ignored.push({ path, rule: { kind: "ignored", origin: `${source}:${line}`, pattern } });
  }
  return ignored;
}

/** Returns the output of a git command; empty when it fails. */
async function run(root: string, args: readonly string[], input?: string): Promise<string> {
  const ran = await runGit(root, args, { input });
  return ran.kind === "done" ? ran.output : "";
}
