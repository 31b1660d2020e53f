import type { Engine, EngineOptions, PolicySpaces } from "@dossier/retrieval";
import type { InjectionLog } from "@dossier/retrieval/record";
import { findRoot } from "@dossier/retrieval/root";
import type { Invocation } from "@dossier/retrieval/operation";
import { cacheFolder, callerFolder, toAbsolutePath } from "./caller_folder.ts";

export { cacheFolder, callerFolder, toAbsolutePath };

/** Returns the root of the invocation: `--root`, or that of the folder `from`. */
export function invokedRoot({ value }: Invocation, from: string = callerFolder()): string {
  const root = value("root");
  return root === undefined ? findRoot(from) : toAbsolutePath(root, from);
}

/**
 * Returns true when the invocation names several repositories: more than one `--root`, a workspace,
 * or some repositories of one.
 */
export function namesSeveralRoots({ has, values }: Invocation): boolean {
  return values("root").length > 1 || has("workspace") || has("repo");
}

/** Returns the tree of the invocation, and the location of its state. */
export function invokedLocation(
  invocation: Invocation,
): Pick<EngineOptions, "root" | "anyRoot" | "state" | "cache"> {
  const state = invocation.value("state");
  return {
    root: invokedRoot(invocation),
    anyRoot: invocation.has("any-root"),
    state: state === undefined ? undefined : toAbsolutePath(state),
    cache: cacheFolder(),
  };
}

/**
 * Returns the locations of policies besides the project's: the user's home, and the folders of the
 * system space.
 */
export function invokedSpaces({ values }: Invocation): PolicySpaces {
  return {
    home: Deno.env.get("HOME") || undefined,
    system: values("system").map((place) => toAbsolutePath(place)),
  };
}

/** Returns an engine for {@link invokedLocation}. */
export async function openInvokedEngine(
  invocation: Invocation,
  more: Pick<EngineOptions, "spaces"> = {},
): Promise<Engine> {
  // Imported only here, as some commands need only the location.
  const [{ openEngine }, { FEATURES }] = await Promise.all([
    import("@dossier/retrieval/engine"),
    import("@dossier/features"),
  ]);
  return await openEngine({ ...invokedLocation(invocation), ...more, features: FEATURES });
}

/** Returns the log of {@link invokedLocation}, with the tables of all features. */
export async function openInvokedLog(invocation: Invocation): Promise<InjectionLog> {
  const [{ openInjectionLog }, { FEATURES }] = await Promise.all([
    import("@dossier/retrieval/record"),
    import("@dossier/features"),
  ]);
  return await openInjectionLog({ ...invokedLocation(invocation), features: FEATURES });
}
