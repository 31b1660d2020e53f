import { basename, join } from "node:path";

/** Module of a bundle that replaces the runtime on others. */
export const NODE_PLATFORM = "platform_node.js";

/** Code that the bundler adds for packages that call `require`. */
const REQUIRE_REGEXP = new RegExp(
  // import { createRequire as a } from "node:module";
  String.raw`import\s*\{\s*createRequire as (\w+)\s*\}\s*from\s*"node:module";\s*` +
    // var b = a(import.meta.url)
    String.raw`var (\w+)\s*=\s*\1\(import\.meta\.url\)`,
  "g",
);

/** Code with which packages detect Windows: `process` takes 13 ms to load. */
const PLATFORM_REGEXP = /(?:typeof process !== "undefined" && )?\bprocess\.platform\b/g;

/**
 * Code with which packages require a module of Node: `process` takes 13 ms to load, and `yaml` uses
 * it only for a warning.
 */
const MODULE_OF_NODE_REGEXP = /\bvar (\w+) = (\w+)(\("node:\w+"\));/g;

/**
 * Code with which `yaml` checks at each token whether to print it, which this program never needs.
 */
const PRINTING_REGEXP = /\bnode_process\.env\.LOG_(?:STREAM|TOKENS)\b/g;

/** Import at run time of another file of the bundle. */
const IMPORT_REGEXP = /\bimport\("(\.\/[^"]+\.js)"\)/g;

/** End of a file that is a CommonJS package: it exports only its default. */
const DEFAULT_ONLY_REGEXP = /\bexport default [\w$]+\(\);$/m;

/** Import at run time as {@link rewriteBundle} leaves it, with the imported path. */
export const LATE_IMPORT_REGEXP = /\bimport\(\$at\(("[^"]+")\)\)/g;

/**
 * Functions that late imports of a bundle call: one resolves a file, one returns the exports of a
 * CommonJS package by name.
 */
const HELPERS = `
function $at(path) { return path; }
function $named(module) { return { ...module.default, default: module.default }; }
`;

/**
 * Function that replaces a module of Node, which may be a function or a class, until a package uses
 * it.
 */
const REQUIRED_HELPER = `
function $required(load) {
  return new Proxy(function () {}, {
    get: (_, name) => load()[name],
    apply: (_, self, values) => Reflect.apply(load(), self, values),
    construct: (_, values, made) => Reflect.construct(load(), values, made),
  });
}
`;

/**
 * Names of the runtime that the program uses, each with its replacement in {@link PLATFORM_MODULE},
 * and a pattern of its use. Comments of the replacement itself write the name in backquotes, because
 * the pattern does not see that they are comments.
 */
const PLATFORM_NAMES: readonly (readonly [string, string, RegExp])[] = [
  ["Deno", "platform", /(?<![.\w$"'`])Deno\b(?!["'`])/],
  ["Worker", "PlatformWorker", /\b(?:new|extends) Worker\b/],
  ["ErrorEvent", "PlatformErrorEvent", /\bnew ErrorEvent\b/],
];

/** Module from which a bundle imports the names of the runtime. */
export const PLATFORM_MODULE = "platform.js";

/**
 * Text of the module. It exports the runtime's own names where they exist. Elsewhere it loads the
 * replacements synchronously, as modules that wait for one another start later.
 */
const PLATFORM_TEXT = `const own = globalThis;
const load = () => process.getBuiltinModule("node:module").createRequire(import.meta.url)("./${NODE_PLATFORM}");
export const { platform, PlatformWorker, PlatformErrorEvent } = own.Deno === undefined
  ? load()
  : { platform: own.Deno, PlatformWorker: own.Worker, PlatformErrorEvent: own.ErrorEvent };
`;

/** Address of a worker. It is not imported, so the bundler leaves its name unchanged. */
const MODULE_REGEXP = /(["'`])\.{1,2}\/([^"'`\n]+)\.tsx?\1/g;

/**
 * Finishes the output of the bundler:
 *
 * - Workers get their names in the bundle.
 * - `require`, which bundled packages call only for modules of Node, works without `node:module`.
 *   That takes 18 of the 127 ms of processor time of an answer.
 * - Modules that packages require are loaded at their first use.
 * - Packages detect the system by the runtime instead of `process`.
 * - Imports at run time call a function, whose result the runtime cannot predict. Otherwise it
 *   would read and parse all modules that may be imported, needed or not, in 12 ms.
 * - The names of the runtime come from a module, which has them on other runtimes, too.
 * - A CommonJS package that is imported at run time has its exports by name, as outside of a
 *   bundle.
 *
 * @param folder Absolute path of the bundle.
 * @param workers Paths of the workers in the sources. Their names differ.
 * @param others Paths of workers that may never be started.
 * @throws {Error} When the output of the bundler has an unknown form.
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
  const missing = workers.map(nameOf).find((name) => names.get(name) === 0);
  if (requires !== 1) {
    throw new Error(`Cannot find "require" once in the bundle but ${requires} times`);
  }
  if (missing !== undefined) {
    throw new Error(`Cannot find who starts "${missing}" in the bundle`);
  }
}

/** Returns the import of the names of the runtime that a file uses; empty when it uses none. */
function platformImport(text: string): string {
  const names = PLATFORM_NAMES.filter(([name, , use]) =>
    // A package may declare the same name.
    use.test(text) && !new RegExp(`^(?:var|let|const|class|function) ${name}\\b`, "m").test(text)
  ).map(([name, standIn]) => `${standIn} as ${name}`);
  return names.length === 0 ? "" : `import { ${names.join(", ")} } from "./${PLATFORM_MODULE}";\n`;
}
