import type { Space } from "./core/mod.ts";
import type { PolicySpaces } from "@dossier/retrieval/lease";
import { findForm, POLICY_FORMS, type PolicyForm } from "./policy_form.ts";
import { openDiskFolder, type SpaceFolder } from "./space_folder.ts";
import { openShippedFolder } from "./system/mod.ts";

/** The folders that policies are searched in. */
export interface PolicyPlaces extends PolicySpaces {
  /** Real absolute path of the project. */
  readonly root: string;
}

/** Reasons why a folder is not used: half a sentence with the fix. */
const FAULTS = {
  missing: "there is no such folder: name one that exists",
  link: "it is a symbolic link: replace it by a folder",
  special: "it is not a folder: replace it by a folder",
  unreadable: "it cannot be read: check its permissions",
} as const;

/** The folders of policies, and notes about those that cannot be used. */
export interface OpenSpaces {
  /** In the order in which they are searched. */
  readonly folders: readonly SpaceFolder[];
  /** Sentences that people read. */
  readonly notes: readonly string[];
}

/**
 * Returns the folders of all spaces: the project's, the user's, the named system spaces, and the
 * one that comes with the program. A space that cannot be read is omitted with a note.
 */
export function openSpaces({ root, home, system = [] }: PolicyPlaces): OpenSpaces {
  const notes: string[] = [];
  const open = (space: Space, path: string, form: PolicyForm, below: string) => {
    const fault = findFault(path);
    if (fault === undefined) return [openDiskFolder({ space, form, path, below })];
    if (fault !== "missing") {
      notes.push(`The ${space} space "${path}" is omitted as ${FAULTS[fault]}`);
    }
    return [];
  };
  const project = POLICY_FORMS.flatMap((form) =>
    open("project", `${root}/${form.folder}`, form, root)
  );
  const isProject = home === undefined || realPath(home) === root;
  const user = isProject ? [] : POLICY_FORMS.flatMap((form) => {
    const path = realPath(`${home}/${form.folder}`);
    return open("user", path, form, path);
  });
  const named = system.flatMap((place) => {
    const { path, form } = locate(realPath(place));
    const found = open("system", path, form, path);
    if (found.length === 0 && findFault(path) === "missing") {
      notes.push(`The system space "${place}" is omitted as ${FAULTS.missing}`);
    }
    return found;
  });
  return { folders: [...project, ...user, ...named, openShippedFolder()], notes };
}

/** Returns the folder of a form for a path: the path itself, or the folder in it. */
function locate(path: string): { readonly path: string; readonly form: PolicyForm } {
  const byName = POLICY_FORMS.find(({ folder }) => path.endsWith(`/${folder}`));
  if (byName !== undefined) return { path, form: byName };
  const held = POLICY_FORMS.find(({ folder }) => findFault(`${path}/${folder}`) === undefined);
  if (held !== undefined) return { path: `${path}/${held.folder}`, form: held };
  const byContent = POLICY_FORMS.find(({ profiles }) =>
    findFault(`${path}/${profiles}`) === undefined
  );
  return { path, form: byContent ?? findForm("dossier") };
}

function findFault(path: string): keyof typeof FAULTS | undefined {
  try {
    const { isDirectory, isSymlink } = Deno.lstatSync(path);
    if (!isDirectory) return isSymlink ? "link" : "special";
    Deno.readDirSync(path)[Symbol.iterator]().next();
    return undefined;
  } catch (error) {
    return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory
      ? "missing"
      : "unreadable";
  }
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
