import type { ModuleGraph, ModuleImport } from "./layers_graph.ts";
import { TEST_PACKAGES } from "./packages.ts";

/**
 * The only file that names the features; each feature is a separate layer, such as
 * `features/hosts`.
 */
const FEATURE_LIST = "features/features.ts";

/**
 * Layers that the non-test files of each layer may import besides their own; `features/` is any
 * feature.
 */
const ALLOWED_LAYERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["core", []],
  ["retrieval", ["core"]],
  ["features/", ["core", "retrieval"]],
  [FEATURE_LIST, ["features/", "retrieval"]],
  ["server", ["core", "retrieval", FEATURE_LIST]],
  ["cli", ["core", "retrieval", "server", FEATURE_LIST]],
  ["mod.ts", ["core", "retrieval", "features/", FEATURE_LIST]],
]);

/** Layers whose folders, the wings, import each other in one direction. */
const WINGED_LAYERS: readonly string[] = ["core", "retrieval", "features/", "server"];

/**
 * Layers whose wings are entered only through their `mod.ts`, except wings of their pure folders.
 */
const FACED_LAYERS: readonly string[] = ["retrieval", "features/", "server"];

/** Pure folders: the domain, and one folder of each feature. */
const PURE_REGEXP = /^(?:features\/\w+\/)?core\//;

type Edge = Pick<ModuleImport, "from" | "to" | "kind">;

/**
 * Returns one sentence for each import that breaks the rules of the layers; empty when all is well.
 *
 * Files of `tests/`, `bench/` and `build/` and files ending in `_test.ts` may import everything,
 * and no other file imports them; tests do not import `bench/`. Some packages are only for these
 * files.
 */
export function findLayerViolations({ files, imports }: ModuleGraph): string[] {
  const sources = imports.filter(({ from }) => !isTest(from));
  return [
    ...sources.flatMap((edge) => findImportViolations(edge, new Set(files))),
    ...imports.filter(({ from, to }) => !isOf("bench", from) && isOf("bench", to))
      .map(({ from, to }) => `"${from}" imports a benchmark: "${to}"`),
    ...findCycles(sources, "Files"),
    ...sources.flatMap(findFaceViolations),
    ...findWingCycles(sources),
    ...findUnreachable(files, sources),
  ];
}

function findImportViolations(edge: ModuleImport, files: ReadonlySet<string>): string[] {
  const { from, to, specifier, kind } = edge;
  const layer = layerOf(from);
  const isPure = PURE_REGEXP.test(from);
  const name = `"${from}" (${kind} import of "${specifier}")`;
  if (TEST_PACKAGES.some((test) => specifier === test || isOf(test, specifier))) {
    return [`${name} imports a package for tests`];
  }
  const isKnown = files.has(to);
  if (isKnown && isTest(to)) return [`${name} imports a test`];
  // The pure folder of a feature may import only the domain, although the feature may import more.
  if (isPure && !PURE_REGEXP.test(to) && (!isKnown || isFeature(layer))) {
    return [`${name} leaves core, which imports nothing but core`];
  }
  if (!isKnown) return [];
  const target = layerOf(to);
  if (target === layer) return [];
  const violations = [];
  // A thread is a separate program, to which features cannot be passed.
  const isThread = target === FEATURE_LIST && from.endsWith("_worker.ts");
  const isAllowed = ALLOWED_LAYERS.get(kindOf(layer))?.includes(kindOf(target)) === true;
  if (!isAllowed && !isThread) {
    violations.push(`${name} imports against the direction of the layers: "${to}"`);
  }
  if (layer !== from && specifier.startsWith(".")) {
    violations.push(`${name} reaches into another layer by a path instead of its name`);
  }
  return violations;
}

/**
 * Returns one sentence for each group of files or wings that import each other, directly or through
 * others.
 *
 * A worker's file is a separate program, so it may share types with the file that starts it.
 */
function findCycles(imports: readonly Edge[], noun: "Files" | "Wings"): string[] {
  const targets = Map.groupBy(
    imports.filter(({ kind }) => kind !== "worker"),
    ({ from }) => from,
  );
  const reached = new Map<string, ReadonlySet<string>>();
  for (const from of targets.keys()) reached.set(from, reach(from, targets));
  const seen = new Set<string>();
  const sentences = [];
  for (const [from, all] of reached) {
    if (!all.has(from) || seen.has(from)) continue;
    const cycle = [...all].filter((file) => reached.get(file)?.has(from)).sort();
    for (const file of cycle) seen.add(file);
    sentences.push(`${noun} import each other in a cycle: "${cycle.join('", "')}"`);
  }
  return sentences;
}

/**
 * A dynamic import may name a file of another wing, as it reduces the code that is loaded at start.
 */
function findFaceViolations({ from, to, specifier, kind }: ModuleImport): string[] {
  if (!FACED_LAYERS.includes(kindOf(layerOf(from))) || !isBetweenWings({ from, to })) return [];
  if (PURE_REGEXP.test(to)) return [];
  if (kind !== "value" && kind !== "type") return [];
  const wing = wingOf(to);
  // A folder of a wing may have its own `mod.ts`, for code that few users need.
  if (wing === to || to.endsWith("/mod.ts")) return [];
  return [`"${from}" (${kind} import of "${specifier}") enters "${wing}" past its mod.ts`];
}

function findWingCycles(imports: readonly ModuleImport[]): string[] {
  const edges = imports.filter((edge) =>
    isBetweenWings(edge) && isFolder(edge.from) && isFolder(edge.to)
  )
    .map(({ from, to, kind }) => ({ from: wingOf(from), to: wingOf(to), kind }));
  return findCycles(edges, "Wings");
}

function isBetweenWings({ from, to }: Pick<ModuleImport, "from" | "to">): boolean {
  return WINGED_LAYERS.includes(kindOf(layerOf(from))) && layerOf(from) === layerOf(to) &&
    wingOf(from) !== wingOf(to);
}

/** Returns whether a file is in a folder of its layer. */
function isFolder(path: string): boolean {
  return wingOf(path) !== path;
}

/**
 * Returns the folder of a layer with a file, or the file itself when it is directly in the layer.
 */
function wingOf(path: string): string {
  const pure = PURE_REGEXP.exec(path)?.[0] ?? `${layerOf(path)}/`;
  return path.split("/", pure.split("/").length).join("/");
}

/** Returns one sentence for each file of a pure folder that its `mod.ts` does not reach. */
function findUnreachable(files: readonly string[], imports: readonly ModuleImport[]): string[] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const pure = files.filter((file) => PURE_REGEXP.test(file) && !isTest(file));
  return [...Map.groupBy(pure, (file) => `${PURE_REGEXP.exec(file)![0]}mod.ts`)]
    .flatMap(([entry, all]) => {
      const reached = reach(entry, targets);
      return all.filter((file) => file !== entry && !reached.has(file))
        .map((file) => `"${file}" cannot be reached from "${entry}"`);
    });
}

/** Returns everything that a file imports, directly or through others. */
function reach(start: string, targets: ReadonlyMap<string, readonly Edge[]>): Set<string> {
  const reached = new Set<string>();
  const pending = [start];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    for (const { to } of targets.get(file) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      pending.push(to);
    }
  }
  return reached;
}

/**
 * Returns the first folder of a path, two for a feature, or the file itself when it is in the root.
 */
function layerOf(path: string): string {
  return path.split("/", path.startsWith("features/") ? 2 : 1).join("/");
}

/** Returns the name of a layer in the table of layers. */
function kindOf(layer: string): string {
  return isFeature(layer) ? "features/" : layer;
}

function isFeature(layer: string): boolean {
  return layer.startsWith("features/") && layer !== FEATURE_LIST;
}

function isTest(path: string): boolean {
  return isOf("tests", path) || isOf("bench", path) || isOf("build", path) ||
    path.endsWith("_test.ts");
}

function isOf(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
