import {
  type ComparedInstructions,
  cutInstructions,
  findConflicts,
  findRepeats,
  type InstructionFile,
  type InstructionFinding,
  type InstructionHost,
} from "../core/instructions/mod.ts";
import { mayContainSecret } from "@dossier/core/secret";
import { createVisibility } from "@dossier/core/exclude";
import { join, lstatOrUndefined, REFUSALS } from "@dossier/retrieval/machine";
import { maskValue } from "@dossier/retrieval/secrets";
import { listFiles, MAX_FILES_WITHOUT_GIT } from "@dossier/retrieval/tree";
import { openRules } from "./rules_for.ts";
import {
  findInstructionFiles,
  formatInstructionPath,
  listFoldersDown,
} from "./find_instruction_files.ts";
import { findDeadPaths } from "./find_dead_paths.ts";
import { findSkills } from "./find_skills.ts";
import { loadInstructions } from "./load_instructions.ts";
import { type InstructionOptions, openPlace } from "./open_place.ts";

/** No exclusion rules: only names of secrets and of tools are hidden. */
const NO_EXCLUSIONS = { dirs: [], extensions: [], files: [], include: [], maxFileBytes: Infinity };

/** The result of a check. */
export interface InstructionCheck {
  /** Number of instruction files. */
  readonly files: number;
  /** Number of skills. */
  readonly skills: number;
  /** Sorted by file and line. */
  readonly findings: readonly InstructionFinding[];
}

/**
 * Returns the problems of a project's instructions. For the root, all instructions are checked; for
 * another path, only those that apply to this folder or file.
 *
 * @param path Absolute path.
 * @throws {RetrievalError} As {@link readInstructions}.
 */
export async function checkInstructions(
  path: string,
  options: InstructionOptions = {},
): Promise<InstructionCheck> {
  // The user's own files are not checked: they would have the same problems in every project.
  const place = await openPlace(path, { ...options, home: undefined });
  const { root, folder, hosts } = place;
  const { visibility } = place.reader.tree;
  // Only names are needed, and rules may apply to any file.
  const { paths } = await listFiles(root, createVisibility(NO_EXCLUSIONS), {
    maxFiles: MAX_FILES_WITHOUT_GIT,
  });
  const folders = folder === "" && place.file === undefined
    ? listFolders(paths, hosts)
    : listFoldersDown(folder);
  const found = findInstructionFiles(hosts, { ...options, home: undefined, root, folders });
  const loaded = await loadInstructions(found, { ...options, ...place });
  const { files, sources } = loaded;
  const rules = await openRules(files, root);
  const skills = await findSkills({ ...options, ...place, home: undefined });
  const compared = files.filter(({ linkTo }) => linkTo === undefined)
    .map((file) => toComparedInstructions(file, sources));
  const findings = [
    ...loaded.findings,
    ...findFoldersNamedAsFiles(folders, { root, hosts }),
    ...rules.findings,
    ...skills.findings,
    ...files.filter((rule) =>
      rule.scope?.kind === "globs" && !paths.some((path) => rules.isDue(rule, path))
    )
      .map(toUnusedRuleFinding),
    ...await findDeadPaths(compared, { root, paths, visibility }),
    ...findRepeats(compared),
    ...findConflicts(compared),
    ...findOverlong(files, hosts),
    ...compared.filter(({ text }) => mayContainSecret(text)).map(toSecretFinding),
  ];
  const unique = new Map(findings.map((one) => [JSON.stringify(one), one]));
  return {
    files: files.length,
    skills: skills.skills.length,
    findings: await maskValue([...unique.values()].sort(compareFindings), "the instructions"),
  };
}

/** Returns the folders with an instruction file, the root first. */
function listFolders(
  paths: readonly string[],
  hosts: readonly InstructionHost[],
): readonly string[] {
  const rules = hosts.flatMap((host) => host.rules.filter(({ isNested }) => isNested));
  const names = [...new Set([...listNames(hosts), ...rules.map(({ folder }) => folder)])];
  const folders = paths.flatMap((path) =>
    names.map((name) => `/${path}/`.indexOf(`/${name}/`)).filter((at) => at >= 0)
      .map((at) => path.slice(0, at))
  );
  return [...new Set(["", ...folders.map((folder) => folder.replace(/\/$/, ""))])].sort();
}

/** Returns the names of instruction files in folders. */
function listNames(hosts: readonly InstructionHost[]): ReadonlySet<string> {
  return new Set(hosts.flatMap(({ folders, local }) => [...folders.flat(), ...local]));
}

/** Returns a finding for each folder that has the name of an instruction file. */
function findFoldersNamedAsFiles(
  folders: readonly string[],
  { root, hosts }: { readonly root: string; readonly hosts: readonly InstructionHost[] },
): readonly InstructionFinding[] {
  const names = [...listNames(hosts)];
  return folders.flatMap((folder) => names.map((name) => join(root, folder, name)))
    .filter((path) => lstatOrUndefined(path)?.isDirectory)
    .map((path) => ({
      level: "warning",
      kind: "unread",
      path: formatInstructionPath(path, { root }),
      message: `It is ignored as ${REFUSALS.folder}`,
    }));
}

function toComparedInstructions(
  { path, folder, hosts, text, scope }: InstructionFile,
  sources: ReadonlyMap<string, string>,
): ComparedInstructions {
  const isScoped = scope !== undefined && scope.kind !== "always";
  return { path, folder, hosts, text: sources.get(path) ?? text, isScoped };
}

function toUnusedRuleFinding({ path, scope }: InstructionFile): InstructionFinding {
  const globs = scope?.kind === "globs" ? scope.globs.join(", ") : "";
  const message = `The rule is never used as no file of the tree matches ${globs}`;
  return { level: "warning", kind: "rule", path, message };
}

function toSecretFinding({ path }: ComparedInstructions): InstructionFinding {
  const message = "It contains a secret, which is masked in every text: remove it";
  return { level: "warning", kind: "secret", path, message };
}

/**
 * Returns a finding for each file that a host cuts, because all files from the root down to it
 * exceed the host's limit.
 */
function findOverlong(
  files: readonly InstructionFile[],
  hosts: readonly InstructionHost[],
): readonly InstructionFinding[] {
  return hosts.flatMap(({ name, maxBytes: limit }) => {
    if (limit === undefined) return [];
    const own = files.filter(({ hosts, scope }) => hosts.includes(name) && scope === undefined);
    return own.flatMap((file): InstructionFinding[] => {
      const chain = own.filter(({ folder }) => listFoldersDown(file.folder).includes(folder));
      const all = cutInstructions(chain, { limit: Infinity, cut: "root-first" }).at(-1)!;
      const { bytes, sections } = cutInstructions(chain, { limit, cut: "root-first" }).at(-1)!;
      if (bytes === all.bytes) return [];
      const [first] = sections;
      const message =
        `${name} includes ${bytes} of its ${all.bytes} bytes, as its limit is ${limit} for ` +
        `all files from the root down: ${first ? `it ends in "${first}"` : "make them shorter"}`;
      return [{ level: "warning", kind: "too-long", path: file.path, message }];
    });
  });
}

function compareFindings(a: InstructionFinding, b: InstructionFinding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0);
}
