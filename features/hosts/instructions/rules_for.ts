import { findInstructionFiles, listFoldersDown } from "./find_instruction_files.ts";
import { loadInstructions } from "./load_instructions.ts";
import { type InstructionOptions, openPlace } from "./open_place.ts";
import type { InstructionFile, InstructionFinding } from "../core/instructions/mod.ts";
import { join, RetrievalError } from "@dossier/retrieval/machine";
import { createPathCheck, openGlobs } from "@dossier/retrieval/tree";

/** An instruction for an agent that uses a file. */
export interface DueInstruction {
  /** Path of its file, which together with the hash identifies it in a session. */
  readonly id: string;
  /** SHA-256 of the text in hexadecimal. */
  readonly hash: string;
  /** The text. */
  readonly text: string;
  /** Half a sentence with the reason: the globs of a rule, or the folder that it is for. */
  readonly reason: string;
}

/**
 * Returns the instructions for a file that the session does not have from its start: rules for the
 * file, and files of folders further below than that of the session.
 *
 * @param path Absolute path of the file, which may be missing.
 * @param options.from The folder of the session, relative to the root. @default the root
 * @throws {RetrievalError} `file-excluded` for a file outside of the root, `root-refused`,
 * `invalid-config`.
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
    const toDueRule = (what: string) => [{ id, hash, text, reason: `it is for ${what}` }];
    if (text.trim() === "") return [];
    if (scope?.kind === "globs") {
      return isDue(file, place.file ?? "") ? toDueRule(scope.globs.join(", ")) : [];
    }
    const isKnown = begun.has(folder) || (scope !== undefined && scope.kind !== "always");
    return isKnown ? [] : toDueRule(`${folder}/`);
  });
}

/** Matches rules with files. */
export interface DueRules {
  /** Returns true when a rule applies to a path relative to the root. */
  isDue(rule: InstructionFile, path: string): boolean;
  /** The rules whose globs are invalid. */
  readonly findings: readonly InstructionFinding[];
}

/**
 * Returns the matcher of rules; globs are relative to the folder of a rule.
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
      matchers.set(path, await openGlobs(scope.globs, createPathCheck(join(root, folder))));
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
