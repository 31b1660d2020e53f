import { openRules } from "./due_rules.ts";
import { findInstructionFiles, listFoldersDown } from "./find_instruction_files.ts";
import { loadInstructions } from "./load_instructions.ts";
import { type InstructionOptions, openPlace } from "./open_place.ts";

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
    ...{ ...options, ...place, folders: listFoldersDown(place.folder) },
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
