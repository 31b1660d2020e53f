import type { Check, Patient } from "./check.ts";
import type { Finding } from "./finding.ts";

/** A program whose agents can call dossier, and where it is told which servers there are. */
interface Host {
  /** What it is called, here and by `install-host`. */
  readonly name: string;
  readonly title: string;
  /** Its files in the repository, relative to it. */
  readonly ofRoot: readonly string[];
  /** Its files in the user's home folder, relative to it. */
  readonly ofHome: readonly string[];
}

const HOSTS: readonly Host[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    ofRoot: [".mcp.json"],
    ofHome: [".claude.json"],
  },
  {
    name: "codex",
    title: "Codex",
    ofRoot: [".codex/config.toml"],
    ofHome: [".codex/config.toml"],
  },
  {
    name: "cursor",
    title: "Cursor",
    ofRoot: [".cursor/mcp.json"],
    ofHome: [".cursor/mcp.json"],
  },
];

/** The name of our entry among a host's servers. */
const SERVER_NAME = "dossier";

/** Where the servers are in a host's configuration. */
const SERVER_KEYS = ["mcpServers", "mcp_servers"];

/** Beyond this many bytes a file is not one that somebody wrote settings into. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Which hosts call dossier. */
export const HOSTS_CHECK: Check = {
  name: "hosts",
  run: (patient) => Promise.all(HOSTS.map((host) => examine(host, patient))),
};

async function examine(
  { name, title, ofRoot, ofHome }: Host,
  { root, home }: Patient,
): Promise<Finding> {
  const paths = [
    ...ofRoot.map((path) => `${root}/${path}`),
    ...(home === undefined ? [] : ofHome.map((path) => `${home}/${path}`)),
  ];
  const mend = `deno task install-host ${name} --dry-run`;
  for (const path of paths) {
    const text = readText(path);
    if (text === undefined) continue;
    try {
      if (namesServer(await parse(path, text), root)) {
        return { level: "ok", message: `${title} calls dossier by "${path}"` };
      }
    } catch {
      return { level: "warning", message: `"${path}" of ${title} can not be parsed` };
    }
  }
  return { level: "note", message: `${title} is not told of dossier`, mend };
}

async function parse(path: string, text: string): Promise<unknown> {
  if (path.endsWith(".json")) return JSON.parse(text);
  const { parse } = await import("smol-toml");
  return parse(text);
}

/** Returns whether a configuration has our entry, for all folders or for the root. */
function namesServer(configuration: unknown, root: string): boolean {
  if (SERVER_KEYS.some((key) => fieldOf(fieldOf(configuration, key), SERVER_NAME) !== undefined)) {
    return true;
  }
  // Claude Code keeps what is for one folder only under the path of that folder.
  const ofFolder = fieldOf(fieldOf(configuration, "projects"), root);
  return fieldOf(fieldOf(ofFolder, "mcpServers"), SERVER_NAME) !== undefined;
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
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
