import {
  documentFolder,
  documentNumber,
  documentStatus,
  isPlan,
  type ManifestForm,
  type ManifestPlugin,
  matchDocument,
  planTasks,
  renderTasks,
  type SalienceFacts,
} from "./core/mod.ts";
import { findWorkTreeHead } from "@dossier/retrieval/commits";
import { findTip, readMessages } from "@dossier/retrieval/commits-read";
import {
  findMarkdownNames,
  OWN_FILES,
  readTierFile,
  readUnmaskedFile,
  type TierTree,
} from "./tier_files.ts";
import type { ProjectMark } from "./state/mod.ts";
import { textHash } from "@dossier/retrieval/machine";
import { maskValue } from "@dossier/retrieval/secrets";

/** Bytes of all RFCs that are looked at, those with the highest numbers first: a hundred times what most projects have. */
const MAX_RFC_BYTES = 64 * 1024 * 1024;

/** Status of the RFC that is worked on. */
const IN_PROGRESS = "in-progress";

/** An RFC that is worked on. */
export interface ActiveRfc {
  /** Path relative to the root. */
  readonly path: string;
  /** Its number as its name has it, such as `0016`. */
  readonly number: string;
}

/** What a project is at. */
export interface ProjectState {
  /** The RFCs that are worked on, the one with the highest number first: that is the current one. */
  readonly active: readonly ActiveRfc[];
  /** Text of the current one; empty without one. */
  readonly text: string;
  /** What is left to do of the current one: the open tasks of its plan, or else of itself; empty without one. */
  readonly tasks: string;
  /** Name of the newest commit; absent without one. */
  readonly head?: string | undefined;
}

/** Returns what a project is at, from what its RFCs and plans say, and its repository. */
export async function readProjectState(
  tree: TierTree,
  { form, types }: {
    readonly form: ManifestForm;
    readonly types: Readonly<Record<string, string>>;
  },
): Promise<ProjectState> {
  const folder = documentFolder("rfcs", { form, types })!;
  const names = findMarkdownNames(tree.root, folder);
  const active = listActive(folder, { names, tree });
  const [current] = active;
  const name = findWorkTreeHead(tree.root);
  const head = name && await findTip({ root: tree.root }, name);
  if (current === undefined) return { active, text: "", tasks: "", head };
  const own = await readTierFile(current.path, OWN_FILES, tree);
  const rfc = "text" in own ? own.text : "";
  const plan = matchDocument(names, `${current.number}/plan`);
  const planned = plan && await readTierFile(`${folder}/${plan}`, OWN_FILES, tree);
  const text = planned && "text" in planned ? planned.text : rfc;
  return { active, text: rfc, tasks: renderTasks(planTasks(text)), head };
}

/** Returns the RFCs in progress among the files of a folder, the one with the highest number first. */
function listActive(
  folder: string,
  { names, tree }: { readonly names: readonly string[]; readonly tree: TierTree },
): readonly ActiveRfc[] {
  const numbered = names.filter((name) => !isPlan(name) && documentNumber(name) !== undefined)
    .sort((a, b) => documentNumber(b)! - documentNumber(a)!);
  const active: ActiveRfc[] = [];
  let bytes = 0;
  for (const name of numbered) {
    if (bytes > MAX_RFC_BYTES) break;
    const path = `${folder}/${name}`;
    const file = readUnmaskedFile(path, OWN_FILES, tree);
    if (!("text" in file)) continue;
    bytes += file.text.length;
    if (isInProgress(file.text)) active.push({ path, number: name.split("-", 1)[0]! });
  }
  return active;
}

function isInProgress(text: string): boolean {
  return documentStatus(text)?.startsWith(IN_PROGRESS) ?? false;
}

/** Commits and files that are looked at, from the last ones: a merge or a switch of branches brings thousands. */
const MAX_CHANGES = 100;

/** Returns what tells a project from what it will be later. */
export async function markProject(
  { active: [current], text, tasks, head }: ProjectState,
  time: number,
): Promise<ProjectMark> {
  const rfc = await textHash(JSON.stringify([current?.path, current && text, tasks]));
  return { rfc, head, time };
}

/**
 * Returns what was done to a project since it was looked at, by whomever, as far as its plugins go by that: messages of
 * commits, with their secrets masked, and paths of files.
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
