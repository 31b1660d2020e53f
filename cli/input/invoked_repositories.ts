import { splitRoot } from "@dossier/retrieval/served-roots";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import type { NamedRepository } from "@dossier/retrieval/workspace";
import { absolute, calledFrom } from "./called_from.ts";

/**
 * Returns the repositories that the caller means, in the order given.
 *
 * @throws {UsageError} When they can not be asked together; see `nameRepositories()` and `readWorkspaceFile()`.
 */
export async function invokedRepositories(
  { values, value, has }: Invocation,
  from: string = calledFrom(),
): Promise<readonly NamedRepository[]> {
  // Imported only here: most questions are about one repository.
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
  const repositories = nameRepositories(
    file === undefined
      ? written.map((root) => {
        const { name, folder } = splitRoot(root);
        return { name, path: absolute(folder, from), told: `--root ${root}` };
      })
      : await readWorkspaceFile(file, (path) => absolute(path, from)),
  );
  const wanted = values("repo");
  const unknown = wanted.find((name) => !repositories.some((one) => one.name === name));
  if (unknown !== undefined) {
    const names = repositories.map(({ name }) => `"${name}"`).join(", ");
    throw new UsageError(
      `Cannot search the repository "${unknown}": the repositories are ${names}`,
    );
  }
  return wanted.length === 0
    ? repositories
    : repositories.filter(({ name }) => wanted.includes(name));
}
