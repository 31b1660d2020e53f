import { isContextError } from "@dossier/core/errors";
import { readSettings, readVisibility } from "../../config/mod.ts";
import { reportSettings } from "../../config/report/mod.ts";
import { EmbedderError, openEmbedder } from "../../embed/mod.ts";
import { gitCommand, GitPipeError, listFiles, MAX_FILES_WITHOUT_GIT } from "../../tree/mod.ts";
import { findWatchedFolders } from "../../tree/watch/mod.ts";
import type { CheckTarget, Finding, TreeCheck } from "./run_checks.ts";

/** Check that the settings can be read, and that all of them are valid. */
export const CONFIGURATION_CHECK: TreeCheck = {
  name: "configuration",
  async run({ root }) {
    try {
      const { settings, notes } = await reportSettings(root);
      if (notes.length > 0) return notes.map(({ message }) => ({ level: "warning", message }));
      const configured = Object.values(settings).filter(({ origin }) =>
        origin !== "default"
      ).length;
      const message = configured === 0
        ? "All settings have their defaults"
        : configured === 1
        ? "One setting is set and used"
        : `${configured} settings are set, and all of them are used`;
      return [{ level: "ok", message }];
    } catch (error) {
      if (!isContextError(error) || error.code !== "invalid-config") throw error;
      return [{ level: "problem", message: error.message, fix: "edit .dossier/config.yaml" }];
    }
  },
};

/** Check that git can list the files and their history. */
export const GIT_CHECK: TreeCheck = {
  name: "git",
  run: async ({ root }) => [await examineGit(root)],
};

const VERSION_REGEXP = /\d+(?:\.\d+)+/;

async function examineGit(root: string): Promise<Finding> {
  const run = (...args: readonly string[]) =>
    gitCommand(args, { cwd: root, stderr: "piped" }).output();
  try {
    const { stdout } = await run("--version");
    const version = VERSION_REGEXP.exec(new TextDecoder().decode(stdout))?.[0] ?? "";
    const { success, stderr } = await run("rev-parse", "--is-inside-work-tree");
    if (success) return { level: "ok", message: `Git ${version} lists the files` };
    if (!new TextDecoder().decode(stderr).includes("dubious ownership")) {
      return {
        level: "note",
        message: "The folder is not in a git work tree, so its files are listed without git",
        fix: `git -C "${root}" init`,
      };
    }
    return {
      level: "warning",
      message: "Git refuses the repository as another user owns it",
      fix: `git config --global --add safe.directory "${root}"`,
    };
  } catch (error) {
    if (error instanceof GitPipeError) {
      return {
        level: "warning",
        message: "Git would wait for a pipe, so files are listed without git and without commits",
        fix: `replace the pipe by a file: " ${error.path}"`,
      };
    }
    return {
      level: "warning",
      message: "Git cannot be started, so files are listed without git and without commits",
      fix: "install git and put it on PATH",
    };
  }
}

/** Check that the configured embedder works. */
export const EMBEDDER_CHECK: TreeCheck = {
  name: "embedder",
  run: async ({ root }, signal) => [await examineEmbedder(root, signal)],
};

/** Text that is embedded for the check of an embedder. */
const SAMPLE = "retry failed uploads";

async function examineEmbedder(root: string, signal: AbortSignal): Promise<Finding> {
  const { embedder: settings } = await readSettings(root);
  const { kind = "static" } = settings ?? {};
  try {
    using embedder = await openEmbedder(settings, { root });
    if (embedder === undefined) {
      return {
        level: "note",
        message: `There is no embedder ("${kind}"), so answers use words only`,
      };
    }
    const { name, dimensions } = embedder;
    await embedder.embedQueries([SAMPLE], { signal });
    return { level: "ok", message: `"${name}" returns vectors with ${dimensions} dimensions` };
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    const { message, fix } = error;
    return { level: "warning", message, ...(fix === undefined ? {} : { fix }) };
  }
}

/** Check that all folders of the tree can be watched. */
export const WATCHING_CHECK: TreeCheck = {
  name: "watching",
  run: async (place) => [await tryWatching(place)],
};

/** Command for Linux to watch more folders, enough for trees of this size. */
const MORE_WATCHES = "sudo sysctl fs.inotify.max_user_watches=524288";

/**
 * Starts a watch to test it. Reading the limits of the system would require all permissions, and
 * the limits show little when other programs watch as well.
 */
async function tryWatching({ root, state }: CheckTarget): Promise<Finding> {
  const visibility = await readVisibility(root);
  const { paths } = await listFiles(root, visibility, { maxFiles: MAX_FILES_WITHOUT_GIT });
  const folders = [...await findWatchedFolders(root, { visibility, paths, state })];
  const count = folders.length === 1 ? "1 folder" : `${folders.length} folders`;
  try {
    Deno.watchFs(folders, { recursive: false }).close();
    return { level: "ok", message: `${count} can be watched` };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return {
      level: "warning",
      message: `${count} cannot be watched, so every answer compares all files: ${failure}`,
      fix: MORE_WATCHES,
    };
  }
}
