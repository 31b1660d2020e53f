import { type Host, HOSTS } from "../hosts/host.ts";
import { isOwnEntry } from "../hosts/host_entry.ts";
import { UsageError } from "../usage_error.ts";
import type { Check, Patient } from "./check.ts";
import type { Finding } from "./finding.ts";

/** Beyond this many bytes a file is not one that somebody wrote settings into. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Which hosts start dossier. */
export const HOSTS_CHECK: Check = {
  name: "hosts",
  run: (patient) => Promise.resolve(HOSTS.map((host) => examine(host, patient))),
};

/** Returns whether a host has our entry in any of its configurations, that of the project first. */
function examine(host: Host, { root, home, codexHome }: Patient): Finding {
  const { label, scopes, name } = host;
  const install = `deno task install-host ${name} --dry-run`;
  for (const scope of scopes) {
    if (scope === "user" && home === undefined) continue;
    const path = host.path(scope, { project: root, home: home ?? "", codexHome });
    try {
      const text = readText(path);
      const entry = text === undefined ? undefined : host.format.find(text, `"${path}"`);
      if (entry === undefined) continue;
      if (isOwnEntry(entry)) return { level: "ok", message: `${label} starts it, by "${path}"` };
      return { level: "warning", message: `"dossier" in "${path}" starts another program` };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { level: "warning", message: error.message };
    }
  }
  return { level: "note", message: `${label} is not told of dossier`, mend: install };
}

/** Returns the text of a file; undefined when there is none, or it is no file to be read. */
function readText(path: string): string | undefined {
  try {
    const { isFile, size } = Deno.statSync(path);
    return isFile && size <= MAX_FILE_BYTES ? Deno.readTextFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
