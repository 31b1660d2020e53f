import { RetrievalError } from "../../machine/mod.ts";
import { gitCommand } from "../../tree/mod.ts";
import type { SharedCommit } from "./clone_document.ts";

/**
 * Settings of git in a clone. Neither the cluster nor the user's settings can choose programs that git
 * starts, and files have exactly the committed bytes.
 */
const GIT_SETTINGS: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.autocrlf=false",
  "advice.detachedHead=false",
];
const GIT_VARIABLES: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TEMPLATE_DIR: "",
};

/** Creates an empty repository in a folder. */
export async function createClone(path: string): Promise<void> {
  await runGit(path, ["init", "--quiet"]);
}

/**
 * Imports a pack into a clone.
 *
 * @throws {RetrievalError} `index-unwritable` when git rejects the pack; errors of `bytes`.
 */
export async function importPack(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const child = git(path, ["index-pack", "--stdin", "--fix-thin"], { stdin: "piped" }).spawn();
  const finished = child.output();
  const writer = child.stdin.getWriter();
  try {
    for await (const some of bytes) {
      // When git has exited early, its message says more than the error of the pipe.
      const isOpen = await writer.write(some).then(() => true, () => false);
      if (!isOpen) break;
    }
  } catch (error) {
    await writer.abort().catch(() => {});
    await finished;
    throw error;
  }
  await writer.close().catch(() => {});
  checkGit(path, await finished);
}

/**
 * Checks out a commit whose packs the clone has.
 *
 * @throws {RetrievalError} `index-unwritable` when git fails.
 */
export async function checkOutCommit(
  path: string,
  { commit, shallow }: SharedCommit,
): Promise<void> {
  const folder = `${path}/.git`;
  // A killed process may have left this file. No other process uses it now, as the caller holds the lock.
  await Deno.remove(`${folder}/index.lock`).catch(() => {});
  if (shallow.length > 0) {
    Deno.writeTextFileSync(`${folder}/shallow`, shallow.map((id) => `${id}\n`).join(""));
  } else {
    await Deno.remove(`${folder}/shallow`).catch(() => {});
  }
  await runGit(path, ["checkout", "--quiet", "--force", "--detach", commit]);
}

async function runGit(path: string, args: readonly string[]): Promise<void> {
  checkGit(path, await git(path, args).output());
}

function git(
  path: string,
  args: readonly string[],
  { stdin = "null" }: Pick<Deno.CommandOptions, "stdin"> = {},
): Deno.Command {
  const settings = GIT_SETTINGS.flatMap((setting) => ["-c", setting]);
  return gitCommand([...settings, ...args], {
    cwd: path,
    stderr: "piped",
    stdin,
    env: GIT_VARIABLES,
  });
}

/** @throws {RetrievalError} `index-unwritable` when git has failed. */
function checkGit(path: string, { success, stderr }: Deno.CommandOutput): void {
  if (success) return;
  const [line = ""] = new TextDecoder().decode(stderr).trim().split("\n").slice(-1);
  throw new RetrievalError("index-unwritable", {
    action: `clone a repository of the cluster to "${path}"`,
    rule: `git reports "${line}"`,
    fix: "remove the folder, and ask again",
  });
}
