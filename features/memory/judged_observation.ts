import type { Lease } from "@dossier/retrieval/lease";
import { type AnchorState, ClaimChecker, type ClaimFinding, listSentences } from "./core/mod.ts";
import { CitedTree } from "./cited_tree.ts";
import type { FoundStored } from "./find_observations.ts";
import type { StoredObservation } from "./store/mod.ts";

/** Files with rules for those who work on a tree, agents first. */
const INSTRUCTION_FILES = [
  "AGENTS.md",
  "CLAUDE.md",
  "GEMINI.md",
  ".github/copilot-instructions.md",
  "CONTRIBUTING.md",
  "README.md",
];

/** An observation, with its state and the matching sentence of the tree's instructions. */
export interface JudgedObservation extends FoundStored {
  /** State of the cited text; fresh without anchors. */
  readonly state: AnchorState;
  /** The sentence of an instruction file that agrees or contradicts, which outranks it. */
  readonly instruction?: ClaimFinding | undefined;
}

/** Checks observations against the tree of a lease, by comparison alone. */
export class ObservationJudge {
  /** The tree for citations. */
  readonly tree: CitedTree;
  #checkers = new Map<string, ClaimChecker>();

  /** Reads files on demand. */
  constructor(lease: Pick<Lease, "indexed" | "visibility">) {
    this.tree = new CitedTree(lease);
  }

  /** Returns an observation with its state. */
  judge(found: FoundStored): JudgedObservation {
    const { observation } = found;
    const instruction = this.findInstruction(observation);
    return {
      ...found,
      state: this.tree.compareAnchors(observation.anchors),
      ...(instruction === undefined ? {} : { instruction }),
    };
  }

  /**
   * Returns the sentence about a claim in the instruction files at the root and in the folders of
   * the cited files.
   */
  findInstruction(
    { content, anchors }: Pick<StoredObservation, "content" | "anchors">,
  ): ClaimFinding | undefined {
    const folders = new Set(["", ...anchors.flatMap(({ path }) => listFolders(path))]);
    for (const folder of folders) {
      const finding = this.#findChecker(folder).find(content);
      if (finding !== undefined) return finding;
    }
    return undefined;
  }

  #findChecker(folder: string): ClaimChecker {
    let checker = this.#checkers.get(folder);
    if (checker === undefined) {
      // Most folders have none, and resolving all spellings of a file name is slow.
      const names = this.tree.listFolder(folder);
      const paths = INSTRUCTION_FILES.filter((file) => names.has(file.split("/", 1)[0]!))
        .map((file) => folder === "" ? file : `${folder}/${file}`);
      const sentences = paths.flatMap((path) =>
        listSentences(path, this.tree.readLines(path) ?? [])
      );
      checker = new ClaimChecker(sentences);
      this.#checkers.set(folder, checker);
    }
    return checker;
  }
}

/** Returns the folders of a file, the nearest first, without the root. */
function listFolders(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/")).toReversed();
}
