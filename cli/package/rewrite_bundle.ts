import { basename, join } from "node:path";

/** The module of a bundle that stands for the runtime on others. */
export const NODE_PLATFORM = "platform_node.js";

/** What the bundler puts in front for packages that call `require`. */
const REQUIRE_REGEXP = new RegExp(
  // import { createRequire as a } from "node:module";
  String.raw`import\s*\{\s*createRequire as (\w+)\s*\}\s*from\s*"node:module";\s*` +
    // var b = a(import.meta.url)
    String.raw`var (\w+)\s*=\s*\1\(import\.meta\.url\)`,
  "g",
);

/** How packages ask whether this is Windows: `process` takes 13 ms to load. */
const PLATFORM_REGEXP = /(?:typeof process !== "undefined" && )?\bprocess\.platform\b/g;

/** How packages require a module of Node: `process` takes 13 ms to load, and `yaml` uses it for a warning only. */
const MODULE_OF_NODE_REGEXP = /\bvar (\w+) = (\w+)(\("node:\w+"\));/g;

/** How `yaml` asks at each token whether it is to print it, which nobody wants of this program. */
const PRINTING_REGEXP = /\bnode_process\.env\.LOG_(?:STREAM|TOKENS)\b/g;

/** An import at run time of another file of the bundle. */
const IMPORT_REGEXP = /\bimport\("(\.\/[^"]+\.js)"\)/g;

/** The end of a file that is a package of CommonJS: all that it exports is its default. */
const DEFAULT_ONLY_REGEXP = /\bexport default [\w$]+\(\);$/m;

/** An import at run time as {@link rewriteBundle} leaves it, with what is imported. */
export const LATE_IMPORT_REGEXP = /\bimport\(\$at\(("[^"]+")\)\)/g;

/** Functions that late imports of a bundle call: one resolves a file, one names the exports of a CommonJS package. */
const HELPERS = `
function $at(path) { return path; }
function $named(module) { return { ...module.default, default: module.default }; }
`;

/** Stands for a module of Node that packages require, some of which are functions or classes, until it is used. */
const REQUIRED_HELPER = `
function $required(load) {
  return new Proxy(function () {}, {
    get: (_, name) => load()[name],
    apply: (_, self, values) => Reflect.apply(load(), self, values),
    construct: (_, values, made) => Reflect.construct(load(), values, made),
  });
}
`;

/** Names of the runtime that the program uses, each with what {@link PLATFORM_MODULE} has for it, and how it is used. */
const PLATFORM_NAMES: readonly (readonly [string, string, RegExp])[] = [
  ["Deno", "platform", /(?<![.\w$"'`])Deno\b(?!["'`])/],
  ["Worker", "PlatformWorker", /\b(?:new|extends) Worker\b/],
  ["ErrorEvent", "PlatformErrorEvent", /\bnew ErrorEvent\b/],
];

/** The module that a bundle takes the names of the runtime from. */
export const PLATFORM_MODULE = "platform.js";

/**
 * Gives the runtime's own names where it has them. Elsewhere it loads what stands for them, at once: modules that
 * wait for one another start later.
 */
const PLATFORM_TEXT = `const own = globalThis;
const load = () => process.getBuiltinModule("node:module").createRequire(import.meta.url)("./${NODE_PLATFORM}");
export const { platform, PlatformWorker, PlatformErrorEvent } = own.Deno === undefined
  ? load()
  : { platform: own.Deno, PlatformWorker: own.Worker, PlatformErrorEvent: own.ErrorEvent };
`;

/** A worker, which is named and not imported, so that the bundler leaves its name as it is. */
const MODULE_REGEXP = /(["'`])\.{1,2}\/([^"'`\n]+)\.tsx?\1/g;

/**
 * Finishes what the bundler has written:
 *
 * - Workers are called as they are called in the bundle.
 * - `require`, which bundled packages call for modules of Node only, does without `node:module`. That takes 18 of
 *   the 127 ms of processor time of an answer.
 * - What packages require is loaded when something of it is used.
 * - Packages ask the runtime and not `process` for the system.
 * - The runtime reads and parses all that it can tell to be imported at run time, whether it comes to that or not,
 *   in 12 ms. It cannot tell what a function returns.
 * - What the sources take from the runtime comes from a module, which has it on other runtimes, too.
 * - A package of CommonJS that is imported at run time has its names, as it has them outside of a bundle.
 *
 * @param folder Absolute path of the bundle.
 * @param workers Paths of the workers in the sources; their names differ.
 * @param others Paths of workers that may never be started.
 * @throws {Error} When the bundler has written otherwise than is known of it.
 */
export function rewriteBundle(
  folder: string,
  workers: readonly string[],
  others: readonly string[] = [],
): void {
  const nameOf = (path: string) => basename(path, ".ts");
  const names = new Map([...workers, ...others].map((path) => [nameOf(path), 0]));
  let requires = 0;
  for (const { name } of Deno.readDirSync(folder)) {
    if (!name.endsWith(".js")) continue;
    const path = join(folder, name);
    const text = Deno.readTextFileSync(path);
    const named = text.replaceAll(REQUIRE_REGEXP, (_, _create, require) => {
      requires++;
      return `var ${require} = (name) => process.getBuiltinModule(name)`;
    }).replaceAll(PLATFORM_REGEXP, 'Deno.build.os.replace("windows", "win32")')
      .replaceAll(PRINTING_REGEXP, "false")
      .replaceAll(
        MODULE_OF_NODE_REGEXP,
        "var $1 = $required(() => $2$3);",
      )
      .replaceAll(MODULE_REGEXP, (written, quote, place) => {
        const module = basename(place);
        const count = names.get(module);
        if (count === undefined) return written;
        names.set(module, count + 1);
        return `${quote}./${module}.js${quote}`;
      });
    const lazy = named.replaceAll(IMPORT_REGEXP, (_, file) => {
      const isDefaultOnly = DEFAULT_ONLY_REGEXP.test(Deno.readTextFileSync(join(folder, file)));
      return `import($at("${file}"))${isDefaultOnly ? ".then($named)" : ""}`;
    });
    const helpers = (lazy === named ? "" : HELPERS) +
      (lazy.includes("$required(") ? REQUIRED_HELPER : "");
    const before = name === NODE_PLATFORM ? "" : platformImport(lazy);
    const after = before + lazy + helpers;
    if (after !== text) Deno.writeTextFileSync(path, after);
  }
  Deno.writeTextFileSync(join(folder, PLATFORM_MODULE), PLATFORM_TEXT);
  const lost = workers.map(nameOf).find((name) => names.get(name) === 0);
  if (requires !== 1) {
    throw new Error(`Cannot find "require" once in the bundle but ${requires} times`);
  }
  if (lost !== undefined) {
    throw new Error(`Cannot find who starts "${lost}" in the bundle`);
  }
}

/** Returns the import of what a file takes from the runtime; empty when that is nothing. */
function platformImport(text: string): string {
  const names = PLATFORM_NAMES.filter(([name, , use]) =>
    // Packages may have one of their own.
    use.test(text) && !new RegExp(`^(?:var|let|const|class|function) ${name}\\b`, "m").test(text)
  ).map(([name, standIn]) => `${standIn} as ${name}`);
  return names.length === 0 ? "" : `import { ${names.join(", ")} } from "./${PLATFORM_MODULE}";\n`;
}
