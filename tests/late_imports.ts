import type { ModuleGraph, ModuleImport } from "./layers_graph.ts";

/** Layers whose wings are entered by a `mod.ts`, also when an import waits until it is needed. */
const FACED_REGEXP = /^(?:retrieval|server|features\/[^/]+)\//;

const TEST_REGEXP = /^(?:tests|bench|build)\/|_test\.tsx?$/;

/** The record of a feature, which like any table of what is loaded late names the files. */
const RECORD_REGEXP = /^features\/[^/]+\/feature\.ts$/;

/** Wings of retrieval that answer without context sources: what they share with these lies in a wing below both. */
const WITHOUT_SOURCES: readonly string[] = ["retrieval/structure", "retrieval/inspect"];

/**
 * Returns one sentence for each dynamic import that enters another wing past its face. What is loaded late has a
 * face of its own, which is a folder with a `mod.ts`, or the wing's `mod.ts` exports a function that loads it.
 */
export function findLateViolations(
  { imports }: Pick<ModuleGraph, "imports">,
): string[] {
  return imports.filter(isPastFace).map(({ from, to, specifier }) =>
    `"${from}" (dynamic import of "${specifier}") enters "${wingOf(to)}" past its mod.ts`
  );
}

function isPastFace({ from, to, kind }: ModuleImport): boolean {
  return kind === "dynamic" && !TEST_REGEXP.test(from) && FACED_REGEXP.test(from) &&
    !RECORD_REGEXP.test(from) && layerOf(from) === layerOf(to) && wingOf(from) !== wingOf(to) &&
    wingOf(to) !== to &&
    !to.endsWith("/mod.ts");
}

/** Returns one sentence for each import of a context source by a wing that answers without them. */
export function findSourceUses({ imports }: Pick<ModuleGraph, "imports">): string[] {
  return imports.filter(({ from, to }) =>
    WITHOUT_SOURCES.includes(wingOf(from)) && wingOf(to) === "retrieval/sources" &&
    !TEST_REGEXP.test(from)
  ).map(({ from, to }) => `"${from}" touches a context source: "${to}"`);
}

/** Returns the folder that holds the wings: `retrieval`, or a feature. */
function layerOf(path: string): string {
  return path.split("/", path.startsWith("features/") ? 2 : 1).join("/");
}

function wingOf(path: string): string {
  return path.split("/", path.startsWith("features/") ? 3 : 2).join("/");
}
