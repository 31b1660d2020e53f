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

/** A file that is not indexed, or a whole folder, whose path ends in `/`. */
interface LeftOutPath {
  readonly path: string;
  readonly reason: LeftOutReason;
}

/** A rule, and where it is from. */
export interface LeftOutReason {
  /** A rule of dossier, a line of an ignore file, or what the file itself is. */
  readonly kind: "rule" | "ignored" | "content";
  /** Why, half a sentence: `its name ends in ".map"`. */
  readonly text: string;
  /** `file:line` that says so, or `default` for a rule of a project that sets none; else there is none. */
  readonly origin?: string | undefined;
}

/** A rule, and how much it leaves out. */
export interface LeftOutGroup {
  /** The rule. */
  readonly reason: LeftOutReason;
  /** How many files and whole folders. */
  readonly count: number;
  /** The first of them, in the order of their paths. */
  readonly paths: readonly string[];
}

/** What is not indexed, by the rule that says so. */
export interface LeftOutListing {
  /** The rules, that which leaves out the most first. */
  readonly groups: readonly LeftOutGroup[];
  /** How many files and whole folders there are in all. */
  readonly total: number;
  /** What else there is to say, as of submodules. */
  readonly notes: readonly Note[];
}

/** What of it is wanted. */
export interface ListLeftOutOptions {
  /** What their path holds; a path inside of a whole folder finds the folder. */
  readonly text?: string | undefined;
  /** Most paths of a rule. @default 100 */
  readonly limit?: number | undefined;
}

/** Paths of a rule by default. */
const DEFAULT_LIMIT = 100;

/** What dossier keeps for itself: nobody has put it into the tree. */
const OWN_FOLDER = ".dossier/state/";

/** Most paths that git is asked about: those of a build that litters come to more. */
const MAX_IGNORED = 20_000;

/**
 * Returns what of the tree is not indexed, by the rule that leaves it out, from the tree as it is now and,
 * for what files hold, from the index as it is.
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
    openOrigins(root),
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
  const wanted = text.toLowerCase();
  const matching = found.filter(({ path }) =>
    !path.startsWith(OWN_FOLDER) &&
    (path.toLowerCase().includes(wanted) ||
      (path.endsWith("/") && wanted.startsWith(path.toLowerCase())))
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
  findOrigin: Awaited<ReturnType<typeof openOrigins>>,
): LeftOutReason {
  return {
    kind: rule.kind === "ignored" ? "ignored" : "rule",
    text: formatExclusionReason(rule),
    origin: rule.origin ?? findOrigin(rule),
  };
}

/** The settings that make rules, by their kind. */
const SETTINGS: Readonly<Partial<Record<ExclusionRule["kind"], string>>> = {
  folder: "exclude.dirs",
  extension: "exclude.extensions",
  file: "exclude.files",
  size: "exclude.max_file_bytes",
};

/**
 * Returns what finds where the rules of the tree at `root` are from: `file:line` of the very name in a list
 * that is given, or else of the setting; `default` for a rule of a project that sets none, and undefined for one
 * that no project can set.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
 */
async function openOrigins(root: string): Promise<(rule: ExclusionRule) => string | undefined> {
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
    // The folders of tools are left out whatever the lists say.
    if (kind === "folder" && !canBeIncluded(rule)) return undefined;
    // A file may write "map" for ".map".
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

/** Fields that git tells of an ignored path: source, line, pattern, path. */
const FIELDS = 4;

/**
 * Returns what git ignores below `root`, files and whole folders, each with the line that says so; nothing
 * where there is no git work tree or no git.
 */
async function listGitIgnored(root: string): Promise<readonly ExcludedPath[]> {
  const listed = await run(root, ["ls-files", "-z", "-oi", "--exclude-standard", "--directory"]);
  const paths = listed.split("\0").filter((path) => path !== "").slice(0, MAX_IGNORED);
  if (paths.length === 0) return [];
  const told = await run(root, ["check-ignore", "-v", "-z", "--stdin"], paths.join("\0"));
  const fields = told.split("\0");
  const ignored: ExcludedPath[] = [];
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [source = "", line = "", pattern = "", path = ""] = fields.slice(at, at + FIELDS);
    ignored.push({ path, rule: { kind: "ignored", origin: `${source}:${line}`, pattern } });
  }
  return ignored;
}

/** Returns what a git command prints; nothing where it fails. */
async function run(root: string, args: readonly string[], input?: string): Promise<string> {
  const ran = await runGit(root, args, { input });
  return ran.kind === "done" ? ran.output : "";
}
