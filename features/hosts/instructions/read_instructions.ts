import {
  DEFAULT_INSTRUCTION_BYTES,
  type InstructionCut,
  type InstructionFinding,
  type MergedInstructions,
  mergeInstructions,
} from "../core/instructions/mod.ts";
import { TOKEN_ESTIMATORS, type TokenEstimator } from "@dossier/core/text";
import { openRules } from "./rules_for.ts";
import { findInstructionFiles, listFoldersDown } from "./find_instruction_files.ts";
import { findSkills, type FoundSkills } from "./find_skills.ts";
import { loadInstructions } from "./load_instructions.ts";
import { type InstructionOptions, openPlace } from "./open_place.ts";

/** Options for merging instructions. */
export interface MergeOptions {
  /**
   * Maximum number of bytes of the project's files in total; 0 includes none of them. @default
   * 32768
   */
  readonly budget?: number | undefined;
  /** The rule for cutting. @default "sections" */
  readonly cut?: InstructionCut | undefined;
  /** Tokens of the model's window, for the limit of the list of skills. */
  readonly window?: number | undefined;
  /** Counts tokens. @default piece */
  readonly estimator?: TokenEstimator | undefined;
}

/** The instructions for a folder or a file. */
export interface Instructions extends MergedInstructions {
  /** The folder or file, relative to the root and empty for the root. */
  readonly path: string;
  /** Absolute path. */
  readonly root: string;
  /** Name of the host; absent for all hosts. */
  readonly host?: string;
  /** The skills, with their list. */
  readonly skills: FoundSkills;
  /** Problems of files. */
  readonly findings: readonly InstructionFinding[];
}

/**
 * Returns the instructions for a folder or a file: the text of a session that starts in the folder,
 * and for a file also its rules.
 *
 * @param path Absolute path.
 * @throws {RetrievalError} `file-not-found`, `file-excluded` outside of the root, `root-refused`,
 * `invalid-config`.
 *
 * @example
 * ```ts
 * import { readInstructions } from "@dossier/hosts/instructions";
 * import assert from "node:assert/strict";
 *
 * const root = Deno.makeTempDirSync();
 * Deno.mkdirSync(`${root}/.git`);
 * Deno.mkdirSync(`${root}/web`);
 * Deno.writeTextFileSync(`${root}/AGENTS.md`, "Run the tests.");
 * Deno.writeTextFileSync(`${root}/web/AGENTS.md`, "Write no CSS.");
 * const { text } = await readInstructions(`${root}/web`, { host: "codex" });
 * assert.equal(text, "Run the tests.\n\nWrite no CSS.");
 * ```
 */
export async function readInstructions(
  path: string,
  options: InstructionOptions & MergeOptions = {},
): Promise<Instructions> {
  const place = await openPlace(path, options);
  const { root, folder, file } = place;
  const places = { ...options, ...place };
  const found = findInstructionFiles(place.hosts, { ...places, folders: listFoldersDown(folder) });
  const { files, findings } = await loadInstructions(found, places);
  const rules = await openRules(files, root);
  const skills = await findSkills(places);
  const { budget = DEFAULT_INSTRUCTION_BYTES, cut = "sections" } = options;
  const merged = mergeInstructions(files, {
    limit: budget,
    cut,
    skills: skills.text,
    estimator: options.estimator ?? TOKEN_ESTIMATORS.piece,
    isDue: (rule) => file !== undefined && rules.isDue(rule, file),
  });
  return {
    path: file ?? folder,
    root,
    ...(options.host === undefined ? {} : { host: options.host }),
    ...merged,
    skills,
    findings: [...findings, ...rules.findings, ...skills.findings],
  };
}
