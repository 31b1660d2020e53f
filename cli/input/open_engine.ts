import { type Engine, type EngineOptions, openEngine } from "@dossier/retrieval";
import { findRoot } from "@dossier/retrieval/root";
import { absolute, cacheFolder, calledFrom } from "./called_from.ts";
import type { Invocation } from "../arguments/mod.ts";

/** Returns an engine for the root that the user means: see {@link invokedRoot}. */
export function openInvokedEngine(invocation: Invocation): Promise<Engine> {
  return openEngine(invokedPlace(invocation));
}

/** Returns the tree that the user means, and where what is kept of it is. */
export function invokedPlace(
  invocation: Invocation,
): Pick<EngineOptions, "root" | "anyRoot" | "state" | "cache"> {
  const state = invocation.value("state");
  return {
    root: invokedRoot(invocation),
    anyRoot: invocation.has("any-root"),
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
