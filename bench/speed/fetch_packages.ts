import { join } from "node:path";
import { CORPUS_PACKAGES } from "./corpus_packages.ts";
import { runProgram } from "./run_program.ts";

/**
 * Downloads and unpacks the missing packages of the corpus, and returns the folder with one folder
 * for each of them, named by `packageFolder`.
 *
 * @param cache Absolute path of the folder that is kept between runs.
 */
export async function fetchPackages(cache: string): Promise<string> {
  const folder = join(cache, "packages");
  await Deno.mkdir(folder, { recursive: true });
  const unpacked = new Set([...Deno.readDirSync(folder)].map((entry) => entry.name));
  const specs = new Set(CORPUS_PACKAGES.map(({ spec }) => spec));
  for (const spec of specs) {
    const name = packageFolder(spec);
    if (!unpacked.has(name)) await fetchPackage(spec, join(folder, name));
  }
  return folder;
}

/** Returns the name of the folder to which a package is unpacked. */
export function packageFolder(spec: string): string {
  return spec.replace("@", spec.startsWith("@") ? "" : "@").replaceAll("/", "-");
}

async function fetchPackage(spec: string, target: string): Promise<void> {
  const partial = `${target}.partial`;
  await Deno.remove(partial, { recursive: true }).catch(() => {});
  await Deno.mkdir(partial, { recursive: true });
  const packed = await runProgram("npm", ["pack", spec, "--json", "--ignore-scripts"], {
    folder: partial,
  });
  const [{ filename }] = JSON.parse(packed.stdout);
  await runProgram("tar", ["-xzf", filename, "--strip-components=1"], { folder: partial });
  await Deno.remove(join(partial, filename));
  await Deno.rename(partial, target);
}
