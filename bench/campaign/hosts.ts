/**
 * Runs the hosts that have programs in npm, with all that `install-host` enters, against a model on this
 * machine, and checks what reaches it: `deno task campaign:hosts [--programs node_modules/.bin]`. Without a
 * folder of programs they are installed into a temporary one.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { checkHostProgram } from "../../tests/hosts/host_checks.ts";
import { HOST_PROGRAMS, installPrograms } from "../../tests/hosts/host_program.ts";

const { values } = parseArgs({ options: { programs: { type: "string" } } });
const folder = Deno.makeTempDirSync({ prefix: "dossier-hosts-" });
try {
  const binaries = values.programs === undefined
    ? await installPrograms(folder)
    : Deno.realPathSync(values.programs);
  let failures = 0;
  for (const program of HOST_PROGRAMS) {
    const { host, version, findings } = await checkHostProgram(program, binaries);
    print(`${host} (${version})`);
    for (const { rule, failure } of findings) {
      print(failure === undefined ? `  ok      ${rule}` : `  FAILED  ${rule}: ${failure}`);
      if (failure !== undefined) failures++;
    }
  }
  if (failures > 0) Deno.exitCode = 1;
} finally {
  Deno.removeSync(folder, { recursive: true });
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
