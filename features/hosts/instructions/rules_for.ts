import { findInstructionFiles, listFoldersDown } from "./find_instruction_files.ts";
import { loadInstructions } from "./load_instructions.ts";
import { type InstructionOptions, openPlace } from "./open_place.ts";
import type { InstructionFile, InstructionFinding } from "../core/instructions/mod.ts";
import { join, RetrievalError } from "@dossier/retrieval/machine";
import { openGlobs, placesOf } from "@dossier/retrieval/tree";

/** A text that an agent is to be told when it touches a file. */
export interface DueInstruction {
  /** Of its file: an id that is told once a session, together with the hash. */
  readonly id: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string;
  /** What is told. */
  readonly text: string;
  /** Why it is due, half a sentence: the globs of a rule, or the folder that it is for. */
  readonly reason: string;
}

/**
 * Returns what is to be told when a file is touched, and was not told as the session began: rules for such files, and
 * what the folders have that are further below than that of the session.
 *
 * @param path Absolute path of the file; it need not be there yet.
 * @param options.from The folder of the session, relative to the root. @default the root
 * @throws {RetrievalError} `file-excluded` for a file outside of the root, `root-refused`, `invalid-config`.
 */
export async function rulesFor(
  path: string,
  { from = "", ...options }: InstructionOptions & { readonly from?: string | undefined } = {},
): Promise<readonly DueInstruction[]> {
  const place = await openPlace(path, { ...options, mayBeNew: true });
  const begun = new Set(listFoldersDown(from));
  const found = findInstructionFiles(place.hosts, {
    ...options,
    ...place,
    folders: listFoldersDown(place.folder),
  }).filter(({ rule, folder }) => rule !== undefined || !begun.has(folder));
  if (found.length === 0) return [];
  const { files } = await loadInstructions(found, { ...options, ...place });
  const { isDue } = await openRules(files, place.root);
  return files.flatMap((file): DueInstruction[] => {
    const { path: id, hash, text, scope, folder } = file;
    const tell = (what: string) => [{ id, hash, text, reason: `it is for ${what}` }];
    if (text.trim() === "") return [];
    if (scope?.kind === "globs") {
      return isDue(file, place.file ?? "") ? tell(scope.globs.join(", ")) : [];
    }
    const isTold = begun.has(folder) || (scope !== undefined && scope.kind !== "always");
    return isTold ? [] : tell(`${folder}/`);
  });
}

/** Which rules hold for which files. */
export interface DueRules {
  /** Returns whether a rule for some files is for the one with a path relative to the root. */
  isDue(rule: InstructionFile, path: string): boolean;
  /** The rules whose globs can not be used. */
  readonly findings: readonly InstructionFinding[];
}

/**
 * Returns which rules hold for which files; globs are relative to the folder that a rule is for.
 *
 * @param root Absolute path of the tree.
 */
export async function openRules(
  files: readonly InstructionFile[],
  root: string,
): Promise<DueRules> {
  const matchers = new Map<string, (path: string) => boolean>();
  const findings: InstructionFinding[] = [];
  for (const { path, scope, folder } of files) {
    if (scope?.kind !== "globs") continue;
    try {
      matchers.set(path, await openGlobs(scope.globs, placesOf(join(root, folder))));
    } catch (error) {
      if (!(error instanceof RetrievalError)) throw error;
      findings.push({ level: "error", kind: "rule", path, message: error.message });
    }
  }
  return {
    isDue({ path: rule, folder }, path) {
      const inner = folder === "" ? path : path.slice(folder.length + 1);
      return (folder === "" || path.startsWith(`${folder}/`)) &&
        (matchers.get(rule)?.(inner) ?? false);
    },
    findings,
  };
}
