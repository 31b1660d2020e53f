import {
  documentFolder,
  documentNumber,
  documentStatus,
  isPlan,
  type ManifestForm,
  matchDocument,
  planTasks,
  tellTasks,
} from "@dossier/core/tier";
import { findWorkTreeHead } from "../commits/mod.ts";
import { findTip } from "../commits/read/mod.ts";
import { readPlainText } from "../machine/mod.ts";
import {
  findMarkdownNames,
  MAX_TIER_FILE_BYTES,
  OWN_FILES,
  readTierFile,
  type TierTree,
} from "./tier_files.ts";

/** Status of the RFC that is worked on. */
const IN_PROGRESS = "in-progress";

/** An RFC that is worked on. */
export interface ActiveRfc {
  /** Path relative to the root. */
  readonly path: string;
  /** Its number as its name has it, such as `0016`. */
  readonly number: string;
  readonly text: string;
}

/** What a project is at. */
export interface ProjectState {
  /** The RFCs that are worked on, the one with the highest number first: that is the current one. */
  readonly active: readonly ActiveRfc[];
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
  const active: ActiveRfc[] = [];
  for (const name of names) {
    if (isPlan(name) || documentNumber(name) === undefined) continue;
    const path = `${folder}/${name}`;
    // Secrets are looked for only in what may be shown.
    const read = readPlainText(`${tree.root}/${path}`, {
      below: tree.root,
      maxBytes: MAX_TIER_FILE_BYTES,
    });
    if (read.kind === "refused" || !isInProgress(read.text)) continue;
    const file = await readTierFile(path, OWN_FILES, tree);
    if (!("text" in file)) continue;
    active.push({ path, number: name.split("-", 1)[0]!, text: file.text });
  }
  active.sort((a, b) => Number(b.number) - Number(a.number));
  const [current] = active;
  const name = findWorkTreeHead(tree.root);
  const head = name && await findTip({ root: tree.root }, name);
  if (current === undefined) return { active, tasks: "", head };
  const plan = matchDocument(names, `${current.number}/plan`);
  const planned = plan && await readTierFile(`${folder}/${plan}`, OWN_FILES, tree);
  const text = planned && "text" in planned ? planned.text : current.text;
  return { active, tasks: tellTasks(planTasks(text)), head };
}

function isInProgress(text: string): boolean {
  return documentStatus(text)?.startsWith(IN_PROGRESS) ?? false;
}
