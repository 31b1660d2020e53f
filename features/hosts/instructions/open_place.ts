import {
  findInstructionHost,
  INSTRUCTION_HOSTS,
  type InstructionHost,
} from "../core/instructions/mod.ts";
import type { Visibility } from "@dossier/core/exclude";
import { readVisibility } from "@dossier/retrieval/settings";
import { basename, dirname, isMissing, join, RetrievalError } from "@dossier/retrieval/machine";
import { checkSecretRoot } from "@dossier/retrieval/tree";
import { findInstructionRoot, type InstructionPlaces } from "./find_instruction_files.ts";
import { InstructionReader } from "./instruction_reader.ts";

/** The requested instructions. */
export interface InstructionOptions extends InstructionPlaces {
  /** Name of the host. @default all hosts, each file once */
  readonly host?: string | undefined;
  /** Absolute path of the root. @default the nearest folder with a marker */
  readonly root?: string | undefined;
  /** The visible files. @default those of the settings of the root */
  readonly visibility?: Visibility | undefined;
  /** If true, imports may leave the root. @default false */
  readonly isOutsideAllowed?: boolean | undefined;
}

/** The folder or file of a request for instructions. */
export interface OpenPlace {
  /** Real absolute path. */
  readonly root: string;
  /** Relative to the root: the folder itself, or that of the file. */
  readonly folder: string;
  /** Relative to the root; undefined for a folder. */
  readonly file: string | undefined;
  readonly hosts: readonly InstructionHost[];
  readonly reader: InstructionReader;
}

/**
 * Returns the place of a path.
 *
 * @param path Absolute path.
 * @param options.mayBeNew If true, the file may be missing.
 * @throws {RetrievalError} `file-not-found`; `file-excluded` when it is outside of the root;
 * `root-refused`.
 */
export async function openPlace(
  path: string,
  { host, visibility, mayBeNew = false, ...options }: InstructionOptions & {
    readonly mayBeNew?: boolean;
  },
): Promise<OpenPlace> {
  const found = resolve(path, mayBeNew);
  if (found === undefined) {
    throw new RetrievalError(
      "file-not-found",
      `Cannot read the instructions for "${path}" as there is no such file or folder: name one that exists`,
    );
  }
  const { real, isFolder } = found;
  const folder = isFolder ? real : dirname(real);
  const given = options.root && resolve(options.root, false);
  const root = given ? given.real : findInstructionRoot(folder, options);
  checkSecretRoot(root);
  const inner = (at: string) => at === root ? "" : at.slice(root === "/" ? 1 : root.length + 1);
  if (!`${folder}/`.startsWith(root === "/" ? root : `${root}/`)) {
    throw new RetrievalError(
      "file-excluded",
      `Cannot read the instructions for "${path}" as it is outside the root "${root}": name one below it`,
    );
  }
  const known = host && findInstructionHost(host);
  return {
    root,
    folder: inner(folder),
    file: isFolder ? undefined : inner(real),
    hosts: known ? [known] : INSTRUCTION_HOSTS,
    reader: new InstructionReader({ root, visibility: visibility ?? await readVisibility(root) }),
  };
}

function resolve(
  path: string,
  mayBeNew: boolean,
): { readonly real: string; readonly isFolder: boolean } | undefined {
  try {
    const real = Deno.realPathSync(path);
    return { real, isFolder: Deno.statSync(real).isDirectory };
  } catch (error) {
    if (!mayBeNew || !isMissing(error) || path === "/") return undefined;
    const above = resolve(dirname(path), mayBeNew);
    return above && { real: join(above.real, basename(path)), isFolder: false };
  }
}
