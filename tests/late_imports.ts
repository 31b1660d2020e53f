import type { ModuleGraph, ModuleImport } from "./layers_graph.ts";

/** Layers whose wings are entered through a `mod.ts`, also by dynamic imports. */
const FACED_REGEXP = /^(?:retrieval|server|features\/[^/]+)\//;

const TEST_REGEXP = /^(?:tests|bench|build)\/|_test\.tsx?$/;

/** Record of a feature, which names files to load late, like any such table. */
const RECORD_REGEXP = /^features\/[^/]+\/feature\.ts$/;

/**
 * Wings of retrieval that answer without context sources; code that they share with sources is in a
 * wing below both.
 */
const WITHOUT_SOURCES: readonly string[] = ["retrieval/structure", "retrieval/inspect"];

/**
 * Returns one sentence for each dynamic import that enters another wing past its face. Code that is
 * loaded late is in a folder with its own `mod.ts`, or the wing's `mod.ts` exports a function that
 * loads it.
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

/** Returns the folder of the wings: `retrieval`, or a feature. */
function layerOf(path: string): string {
  return path.split("/", path.startsWith("features/") ? 2 : 1).join("/");
}

function wingOf(path: string): string {
  return path.split("/", path.startsWith("features/") ? 3 : 2).join("/");
}
