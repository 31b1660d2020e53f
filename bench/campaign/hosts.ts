/**
 * Runs the hosts with programs in npm, with the full configuration of `install-host`, against a
 * model on this machine, and checks the requests of the model: `deno task campaign:hosts
 * [--programs node_modules/.bin] [--trees DIR] [--host NAME]`. Without a folder of programs they
 * are installed into a temporary one. With a folder of git repositories, Claude Code and Codex run
 * in clones of these, instead of all hosts in a small tree.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { checkHostProgram } from "../../tests/hosts/host_checks.ts";
import {
  HOST_PROGRAMS,
  type HostProgram,
  installPrograms,
} from "../../tests/hosts/host_program.ts";
import type { HostFigures } from "../../tests/hosts/host_trial.ts";
import { checkHostInTrees } from "../../tests/hosts/tree_checks.ts";

const { values } = parseArgs({
  options: {
    programs: { type: "string" },
    trees: { type: "string" },
    host: { type: "string" },
  },
});
const folder = Deno.makeTempDirSync({ prefix: "dossier-hosts-" });
try {
  const binaries = values.programs === undefined
    ? await installPrograms(folder)
    : Deno.realPathSync(values.programs);
  let failures = 0;
  const { trees, host: chosenHost } = values;
  const programs = HOST_PROGRAMS.filter(({ host, calls }) =>
    (chosenHost === undefined || host === chosenHost) &&
    (trees === undefined || calls !== undefined)
  );
  if (programs.length === 0) throw new Error(`Cannot run "${chosenHost}" as it is no host to try`);
  for (const program of programs) {
    const { host, version, findings } = await checkProgram(program, binaries);
    print(`${host} (${version})`);
    for (const { rule, failure, measured } of findings) {
      const label = measured === undefined ? rule : `${rule} (${measured})`;
      print(failure === undefined ? `  ok      ${label}` : `  FAILED  ${label}: ${failure}`);
      if (failure !== undefined) failures++;
    }
  }
  if (failures > 0) Deno.exitCode = 1;
} finally {
  Deno.removeSync(folder, { recursive: true });
}

function checkProgram(program: HostProgram, binaries: string): Promise<HostFigures> {
  const { trees: folder } = values;
  if (folder === undefined) return checkHostProgram(program, binaries);
  const path = Deno.realPathSync(folder);
  const trees = [...Deno.readDirSync(path)].map(({ name }) => ({ name, path: `${path}/${name}` }))
    .sort((a, b) => a.name < b.name ? -1 : 1);
  return checkHostInTrees(program, { binaries, trees });
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
