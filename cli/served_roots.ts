import { findRoot } from "@dossier/retrieval";
import { nameRoots, type ServedRoot } from "@dossier/server/service";
import type { Invocation } from "./command.ts";
import { absolute, cacheFolder, calledFrom } from "./open_engine.ts";

/** The trees that a server is to serve, and where the user's cache is. */
export interface InvokedRoots {
  /** The trees, in the order given. */
  readonly roots: readonly ServedRoot[];
  /** The user's cache folder, for the index of a root that can not be written. */
  readonly cache: string | undefined;
}

/** Returns the trees that the user means by `--root`, or else the git root of the current folder. */
export function invokedRoots(invocation: Invocation): InvokedRoots {
  const from = calledFrom();
  const written = invocation.values("root");
  const paths = written.length === 0
    ? [findRoot(from)]
    : written.map((path) => absolute(path, from).replace(LAST_SLASHES_REGEXP, ""));
  return { roots: nameRoots(paths), cache: cacheFolder() };
}

const LAST_SLASHES_REGEXP = /(?<=.)\/+$/;
