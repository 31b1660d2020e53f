import { type Engine, type EngineOptions, findRoot, openEngine } from "@dossier/retrieval";
import type { Invocation } from "./command.ts";

/** Returns an engine for the root that the user means: see {@link invokedRoot}. */
export function openInvokedEngine(invocation: Invocation): Promise<Engine> {
  return openEngine(invokedPlace(invocation));
}

/** Returns the tree that the user means, and where what is kept of it is. */
export function invokedPlace(
  invocation: Invocation,
): Pick<EngineOptions, "root" | "state" | "cache"> {
  const state = invocation.value("state");
  return {
    root: invokedRoot(invocation),
    state: state === undefined ? undefined : absolute(state, calledFrom()),
    cache: cacheFolder(),
  };
}

/**
 * Returns the root that the user means: `--root`, or the git root of the folder the command was called
 * from. `deno task` changes the folder and keeps the old one in `INIT_CWD`.
 */
export function invokedRoot(invocation: Invocation): string {
  const from = calledFrom();
  const root = invocation.value("root");
  return root === undefined ? findRoot(from) : absolute(root, from);
}

/** Returns the folder that the user called from. */
export function calledFrom(): string {
  return Deno.env.get("INIT_CWD") || Deno.cwd();
}

/** Returns `path` as an absolute path, seen from the folder `from`. */
export function absolute(path: string, from: string): string {
  return path.startsWith("/") ? path : `${from}/${path}`;
}

/** Returns the user's cache folder by the XDG base directory rules; undefined without a home. */
export function cacheFolder(): string | undefined {
  const cache = Deno.env.get("XDG_CACHE_HOME");
  if (cache !== undefined && cache.startsWith("/")) return cache;
  const home = Deno.env.get("HOME");
  return home === undefined || home === "" ? undefined : `${home}/.cache`;
}
