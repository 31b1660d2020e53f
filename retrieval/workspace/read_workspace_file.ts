import { type PositionedValue, toPlainValue } from "@dossier/core/yaml";
import { findDistrustReason, findUserFolder } from "../config/mod.ts";
import { dirname, readPlainTextAsync } from "../machine/mod.ts";
import { parseLocatedYaml } from "../machine/notation/mod.ts";
import { UsageError } from "../operation/mod.ts";
import { CLUSTER_PREFIX, findGitRoot, findHome } from "../tree/mod.ts";
import type { NamedFolder } from "./name_repositories.ts";

/** Maximum size of a workspace file, in bytes. */
const MAX_BYTES = 64 * 1024;

/** Folder of the user's own workspaces, within their settings folder. */
const WORKSPACES_FOLDER = "workspaces";

/** Name of one of the user's own workspaces, as opposed to a path. */
const NAME_REGEXP = /^[\w-]+$/;

const KEYS: readonly string[] = ["repositories"];
const ENTRY_KEYS: readonly string[] = ["root", "name"];

/**
 * Returns the repositories that a workspace file lists, in its order.
 *
 * A file in a repository may come from anybody, so it can name only folders of that repository. The same applies to a
 * file that others may write. A file of the user outside of repositories can name any folder that the user may read, and
 * repositories in the cluster (`cluster:NAME`), whose paths are returned as written.
 *
 * @param written Path of the file, or the name of one of the user's own workspaces, without `.yaml`.
 * @param absolute Resolves a path from the folder of the caller.
 * @throws {UsageError} For a file that is missing, unreadable or invalid, or names a folder that it must not name.
 */
export async function readWorkspaceFile(
  written: string,
  absolute: (path: string) => string,
): Promise<readonly NamedFolder[]> {
  const path = findWorkspaceFile(written, absolute);
  const read = await readPlainTextAsync(path, { maxBytes: MAX_BYTES });
  if (read.kind === "refused") {
    throw new UsageError(`Cannot read the workspace "${path}" as ${read.message}`, {
      cause: read.cause,
    });
  }
  const refuse = (problem: string): never => {
    throw new UsageError(`Cannot use the workspace "${path}" as ${problem}`);
  };
  const entries = listEntries(await parse(read.text, path, refuse), refuse);
  const folder = dirname(Deno.realPathSync(path));
  const bounds = findBounds(path);
  return entries.map(({ root, name, line }) => {
    const label = `"${root}" (${path}:${line})`;
    if (root.startsWith(CLUSTER_PREFIX)) {
      if (bounds === undefined) return { name, path: root, label };
      return refuse(
        `${bounds.reason}, and line ${line} names "${root}", which only a file of your own may: keep it in "${
          bounds.own ?? "a folder of your own"
        }"`,
      );
    }
    const place = root.startsWith("/") ? root : `${folder}/${root}`;
    if (bounds !== undefined) {
      checkInside(
        place,
        bounds.folder,
        () =>
          refuse(
            `${bounds.reason}, and line ${line} names "${root}" outside it: put the file in "${
              bounds.own ?? "a folder of your own"
            }"`,
          ),
      );
    }
    return { name, path: place, label };
  });
}

function findWorkspaceFile(written: string, absolute: (path: string) => string): string {
  if (!NAME_REGEXP.test(written)) return absolute(written);
  const folder = findUserFolder();
  if (folder === undefined) return absolute(written);
  return `${folder}/${WORKSPACES_FOLDER}/${written}.yaml`;
}

/** Folder that must contain all repositories of a file that others may have written. */
interface WorkspaceBounds {
  /** Real path. */
  readonly folder: string;
  /** Reason for the restriction, as part of a sentence. */
  readonly reason: string;
  /** Folder of the user's own workspaces; undefined without one. */
  readonly own: string | undefined;
}

/** Returns the restriction of a file that others may have written; undefined for a file of the user. */
function findBounds(path: string): WorkspaceBounds | undefined {
  const real = Deno.realPathSync(path);
  const folder = findUserFolder();
  const own = folder && `${folder}/${WORKSPACES_FOLDER}`;
  const top = findGitRoot(dirname(real));
  const home = findHome();
  // A repository at or above the home folder, or with the settings folder, belongs to the user.
  const isOwn = top === undefined || home === top || home?.startsWith(`${top}/`) === true ||
    (own !== undefined && path.startsWith(`${own}/`));
  if (!isOwn) return { folder: top, reason: "it lies in a repository", own };
  // The second argument is a root that does not contain the file.
  const doubt = findDistrustReason(real, `${real}/.`);
  return doubt === undefined ? undefined : { folder: dirname(real), reason: doubt, own };
}

function checkInside(place: string, folder: string, refuse: () => never): void {
  let real: string;
  try {
    real = Deno.realPathSync(place);
  } catch {
    // A missing folder is rejected later. Here the error must not reveal whether a folder outside exists.
    real = withoutDots(place);
  }
  if (real !== folder && !real.startsWith(`${folder}/`)) refuse();
}

function withoutDots(path: string): string {
  const names: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") names.pop();
    else if (part !== "." && part !== "") names.push(part);
  }
  return `/${names.join("/")}`;
}

async function parse(
  text: string,
  path: string,
  refuse: (problem: string) => never,
): Promise<PositionedValue> {
  try {
    return await parseLocatedYaml(text, path);
  } catch (error) {
    return refuse(`it is not valid YAML: ${error instanceof Error ? error.message : error}`);
  }
}

function listEntries(file: PositionedValue, refuse: (problem: string) => never) {
  const unknown = file.entries?.find(({ key }) => !KEYS.includes(key));
  if (unknown !== undefined) {
    refuse(`line ${unknown.position.line} has an unknown key "${unknown.key}"`);
  }
  const items = file.entries?.find(({ key }) => key === "repositories")?.value.items;
  if (items === undefined) return refuse('it must have a list under "repositories"');
  return items.map((item) => {
    const { line } = item.position;
    const other = item.entries?.find(({ key }) => !ENTRY_KEYS.includes(key));
    if (other !== undefined) {
      refuse(`line ${other.position.line} has an unknown key "${other.key}"`);
    }
    const plain = toPlainValue(item);
    const { root, name } = typeof plain === "string"
      ? { root: plain, name: undefined }
      : (plain ?? {}) as { readonly root?: unknown; readonly name?: unknown };
    if (typeof root !== "string" || root.trim() === "" || root.includes("\0")) {
      return refuse(`line ${line} has no "root", which is the path of a folder`);
    }
    if (name !== undefined && typeof name !== "string") {
      return refuse(`line ${line} has a "name" that is not text`);
    }
    return { root, name, line };
  });
}
