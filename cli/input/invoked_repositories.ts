import { isClusterRoot, splitRoot } from "@dossier/retrieval/served-roots";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import type { NamedFolder, NamedRepository } from "@dossier/retrieval/workspace";
import { callerFolder, toAbsolutePath } from "./caller_folder.ts";

/**
 * Returns the repositories of the invocation, in the given order.
 *
 * @throws {UsageError} When they cannot be queried together. See `nameRepositories()` and
 *   `readWorkspaceFile()`.
 */
export async function invokedRepositories(
  { values, value, has }: Invocation,
  from: string = callerFolder(),
): Promise<readonly NamedRepository[]> {
  // Imported only here, as most questions are about one repository.
  const { nameRepositories, readWorkspaceFile } = await import("@dossier/retrieval/workspace");
  const written = values("root");
  const file = value("workspace");
  if (file !== undefined && written.length > 0) {
    throw new UsageError("Cannot use both --workspace and --root: a workspace lists its roots");
  }
  if (has("state")) {
    throw new UsageError("Cannot use --state with several repositories: each has its own");
  }
  if (has("names-command")) {
    throw new UsageError("Cannot use --names-command with several repositories: use --names");
  }
  const folders = file === undefined
    ? written.map((root) => {
      const { name, folder } = splitRoot(root);
      return { name, path: toAbsolutePath(folder, from), label: `--root ${root}` };
    })
    : await readWorkspaceFile(file, (path) => toAbsolutePath(path, from));
  const repositories = nameRepositories(await openFolders(folders));
  const requested = values("repo");
  const unknown = requested.find((name) => !repositories.some((one) => one.name === name));
  if (unknown !== undefined) {
    const names = repositories.map(({ name }) => `"${name}"`).join(", ");
    throw new UsageError(
      `Cannot search the repository "${unknown}": the repositories are ${names}`,
    );
  }
  return requested.length === 0
    ? repositories
    : repositories.filter(({ name }) => requested.includes(name));
}

/** Returns folders on this machine only; see `openClusterFolders()`. */
async function openFolders(folders: readonly NamedFolder[]): Promise<readonly NamedFolder[]> {
  if (!folders.some(({ path }) => isClusterRoot(path))) return folders;
  // Imported only here, as most repositories are folders.
  const { openClusterFolders } = await import("./cluster_roots.ts");
  return await openClusterFolders(folders);
}
