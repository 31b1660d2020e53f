import assert from "node:assert/strict";
import { listPermissions, type PermissionSet } from "@dossier/retrieval/permissions";
import { loadCommands } from "../../cli/commands.ts";
import { ROOT } from "./document.ts";

/** What a set allows, by flag. */
type Permissions = ReturnType<typeof listPermissions>;

/** The phrases of the table, each with what it stands for. */
const PHRASES: Readonly<Record<string, (allowed: Permissions) => boolean>> = {
  "read": ({ read }) => read === true,
  "write": ({ write }) => write === true,
  "run git": ({ run }) => includes(run, "git"),
  "run tmux and script": ({ run }) => includes(run, "tmux") && includes(run, "script"),
  "run deno": ({ run }) => includes(run, "deno"),
  "read named variables": ({ env = [] }) => env !== true && env.length > 0,
  "read `DOSSIER_TOKEN`": ({ env }) => includes(env, "DOSSIER_TOKEN"),
  "use the network": ({ net }) => net === true,
  "use `127.0.0.1`": ({ net }) => includes(net, "127.0.0.1"),
  "use `127.0.0.1:7420`": ({ net }) => includes(net, "127.0.0.1:7420"),
  "ask who runs it": ({ sys }) => includes(sys, "uid"),
  "ask about the disk": ({ sys }) => includes(sys, "statfs"),
  "lower its priority": ({ sys }) => includes(sys, "setPriority"),
};

function includes(values: true | readonly string[] | undefined, value: string): boolean {
  return values !== undefined && values !== true && values.includes(value);
}

function phrasesOf(set: PermissionSet): string[] {
  const allowed = listPermissions(set);
  return Object.keys(PHRASES).filter((phrase) => PHRASES[phrase]!(allowed));
}

Deno.test("docs/permissions.md says of each command what its permissions allow", async () => {
  const rows = Deno.readTextFileSync(`${ROOT}docs/permissions.md`).split("\n")
    .filter((line) => line.startsWith("| `")).map((line) => line.split("|").slice(1, -1));
  // These have no permissions of their own to give: they print what is in the program.
  const plain = ["help", "version"];
  const said = rows.flatMap(([commands = "", may = ""]) =>
    [...commands.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => [name, may.trim()] as const)
  ).filter(([name]) => !plain.includes(name));
  const commands = (await loadCommands()).map(({ name, permissions }) =>
    [name, phrasesOf(permissions).join(", ") || "nothing"] as const
  );
  const byName = (a: readonly [string, string], b: readonly [string, string]) =>
    a[0] < b[0] ? -1 : 1;
  assert.deepEqual(said.toSorted(byName), commands.toSorted(byName));
});
