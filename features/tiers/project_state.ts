import {
  findDocumentFolder,
  isPlan,
  type ManifestForm,
  type ManifestPlugin,
  matchDocument,
  parseDocumentNumber,
  parseDocumentStatus,
  parseTasks,
  renderTasks,
  type SalienceFacts,
} from "./core/mod.ts";
import { findWorkTreeHead } from "@dossier/retrieval/commits";
import { findTip, readMessages } from "@dossier/retrieval/commits-read";
import {
  DEFAULT_GRANTS,
  findMarkdownNames,
  readTierFile,
  readUnmaskedFile,
  type TierTree,
} from "./tier_files.ts";
import type { ProjectMark } from "./state/mod.ts";
import { textHash } from "@dossier/retrieval/machine";
import { maskValue } from "@dossier/retrieval/secrets";

/**
 * Maximum number of bytes of the RFCs that are read, those with the highest numbers first: a
 * hundred times the size in most projects.
 */
const MAX_RFC_BYTES = 64 * 1024 * 1024;

/** Status of an RFC in progress. */
const IN_PROGRESS = "in-progress";

/** An RFC in progress. */
export interface ActiveRfc {
  /** Path relative to the root. */
  readonly path: string;
  /** Its number as in its name, such as `0016`. */
  readonly number: string;
}

/** The current state of a project. */
export interface ProjectState {
  /** The RFCs in progress, the one with the highest number first, which is the current one. */
  readonly active: readonly ActiveRfc[];
  /** Text of the current RFC; empty without one. */
  readonly text: string;
  /** Open tasks of the current RFC, from its plan or else from itself; empty without one. */
  readonly tasks: string;
  /** Name of the newest commit; absent without one. */
  readonly head?: string | undefined;
}

/** Returns the current state of a project, from its RFCs, plans and repository. */
export async function readProjectState(
  tree: TierTree,
  { form, types }: {
    readonly form: ManifestForm;
    readonly types: Readonly<Record<string, string>>;
  },
): Promise<ProjectState> {
  const folder = findDocumentFolder("rfcs", { form, types })!;
  const names = findMarkdownNames(tree.root, folder);
  const active = listActiveRfcs(folder, { names, tree });
  const [current] = active;
  const name = findWorkTreeHead(tree.root);
  const head = name && await findTip({ root: tree.root }, name);
  if (current === undefined) return { active, text: "", tasks: "", head };
  const own = await readTierFile(current.path, DEFAULT_GRANTS, tree);
  const rfc = "text" in own ? own.text : "";
  const plan = matchDocument(names, `${current.number}/plan`);
  const planned = plan && await readTierFile(`${folder}/${plan}`, DEFAULT_GRANTS, tree);
  const text = planned && "text" in planned ? planned.text : rfc;
  return { active, text: rfc, tasks: renderTasks(parseTasks(text)), head };
}

/** Returns the RFCs in progress among the files of a folder, the one with the highest number first. */
function listActiveRfcs(
  folder: string,
  { names, tree }: { readonly names: readonly string[]; readonly tree: TierTree },
): readonly ActiveRfc[] {
  const numbered = names.filter((name) => !isPlan(name) && parseDocumentNumber(name) !== undefined)
    .sort((a, b) => parseDocumentNumber(b)! - parseDocumentNumber(a)!);
  const active: ActiveRfc[] = [];
  let bytes = 0;
  for (const name of numbered) {
    if (bytes > MAX_RFC_BYTES) break;
    const path = `${folder}/${name}`;
    const file = readUnmaskedFile(path, DEFAULT_GRANTS, tree);
    if (!("text" in file)) continue;
    bytes += file.text.length;
    if (isInProgress(file.text)) active.push({ path, number: name.split("-", 1)[0]! });
  }
  return active;
}

function isInProgress(text: string): boolean {
  return parseDocumentStatus(text)?.startsWith(IN_PROGRESS) ?? false;
}

/**
 * Maximum number of commits and files that are checked, the newest first: a merge or a switch of
 * branches brings thousands.
 */
const MAX_CHANGES = 100;

/** Returns a mark for comparing later states of a project. */
export async function createProjectMark(
  { active: [current], text, tasks, head }: ProjectState,
  time: number,
): Promise<ProjectMark> {
  const rfc = await textHash(JSON.stringify([current?.path, current && text, tasks]));
  return { rfc, head, time };
}

/**
 * Returns the changes of a project since a mark that its plugins have triggers for: messages of
 * commits, with secrets masked, and paths of files.
 */
export async function readProjectChanges(
  { head, time }: Partial<ProjectMark>,
  { tree: { root, listModified }, head: tip, plugins }: {
    readonly tree: TierTree;
    readonly head: string | undefined;
    readonly plugins: readonly ManifestPlugin[];
  },
): Promise<Pick<SalienceFacts, "commits" | "files">> {
  const kinds = new Set(
    plugins.flatMap((plugin) => plugin.salienceTriggers.map(({ kind }) => kind)),
  );
  const isMoved = head !== undefined && tip !== undefined && head !== tip;
  return {
    commits: kinds.has("commit-message") && isMoved
      ? await maskValue(await readMessages({ root }, { tip, after: head, limit: MAX_CHANGES }))
      : [],
    files: kinds.has("file-annotation") && time !== undefined
      ? await listModified?.(time, MAX_CHANGES) ?? []
      : [],
  };
}
