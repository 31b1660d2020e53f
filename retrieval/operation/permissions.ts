/** Permission of a command. */
export interface Grant {
  /** Option of the runtime. */
  readonly flag: "read" | "write" | "run" | "env" | "net" | "sys" | "ffi";
  /** Values that it is limited to; no limit when empty. */
  readonly values: readonly string[];
  /** Purpose, and the reason why it is not narrower. */
  readonly reason: string;
}

/** All permissions, in the order of the options of a task. */
const GRANTS = {
  read: {
    flag: "read",
    values: [],
    reason: "--root may name any folder, which no task can list",
  },
  write: {
    flag: "write",
    values: [],
    reason: "the index and the records are stored in that folder, or in that of --state",
  },
  git: { flag: "run", values: ["git"], reason: "git lists files and reads commits" },
  terminal: {
    flag: "run",
    values: ["tmux", "script"],
    reason: "they control the terminals of agents, and so can type there",
  },
  programs: {
    flag: "run",
    values: [],
    reason:
      "a manifest names plugins, which the user has allowed; the user names the program that " +
      "guesses names",
  },
  deno: {
    flag: "run",
    values: ["deno"],
    reason: "the runtime bundles and compiles, and keeps running as a warm engine",
  },
  caller: {
    flag: "env",
    values: ["INIT_CWD", "NO_COLOR"],
    reason: "the folder of the call, and whether output has colours",
  },
  home: {
    flag: "env",
    values: ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "APPDATA"],
    reason:
      "the cache folder for indexes of read-only folders, and the folder of the user's settings",
  },
  gitVariables: {
    flag: "env",
    values: [
      "PATH",
      "GIT_CONFIG_GLOBAL",
      "GIT_CONFIG_SYSTEM",
      "GIT_CONFIG_NOSYSTEM",
    ],
    reason: "git receives only these variables",
  },
  hosts: {
    flag: "env",
    values: ["CODEX_HOME", "COPILOT_HOME"],
    reason: "the folders of Codex' and Copilot's configuration, if not in the home folder",
  },
  hostSession: {
    flag: "env",
    values: ["CLAUDE_CODE_SESSION_ID"],
    reason: "the session of Claude Code that started the server",
  },
  reminders: {
    flag: "env",
    values: ["ENABLE_SECURITY_REMINDER"],
    reason: "whether agents are reminded of risky actions",
  },
  guesser: {
    flag: "env",
    values: ["DOSSIER_NAMES_COMMAND"],
    reason: "the user's program that guesses names, if any; running it needs another permission",
  },
  memory: {
    flag: "env",
    values: ["DOSSIER_MEMORY_URL", "DOSSIER_MEMORY_ORGANIZATION", "DOSSIER_MEMORY_PROJECT"],
    reason:
      "the location and the owner of the memory of sessions, if it is not stored with the index",
  },
  cluster: {
    flag: "env",
    values: ["DOSSIER_OPENSEARCH"],
    reason: "the cluster that stores the index too, if any; reaching it needs another permission",
  },
  yaml: {
    flag: "env",
    values: ["LOG_STREAM", "LOG_TOKENS"],
    reason: "the YAML parser reads them",
  },
  variables: {
    flag: "env",
    values: [],
    reason: "the runtime of models reads many",
  },
  token: {
    flag: "env",
    values: ["DOSSIER_TOKEN"],
    reason: "the token that callers of the server must send",
  },
  listen: {
    flag: "net",
    values: [],
    reason: "--host and --port may name any address, which no task can list",
  },
  team: {
    flag: "net",
    values: [],
    reason: "a variable names the address of the database and the cluster of a team",
  },
  port: {
    flag: "net",
    values: ["127.0.0.1:7420"],
    reason: "whether the server's default port is free, or the server answers there",
  },
  loopback: { flag: "net", values: ["127.0.0.1"], reason: "a model is never fetched" },
  server: {
    flag: "net",
    values: ["127.0.0.1"],
    reason:
      "a process of this user that has the index open answers its hooks and commands at a free port",
  },
  owner: {
    flag: "sys",
    values: ["uid"],
    reason: "no other server is contacted",
  },
  disk: {
    flag: "sys",
    values: ["statfs", "uid", "gid"],
    reason: "the free space of the disk, and whether the state folder can be written",
  },
  certificates: {
    flag: "sys",
    values: [],
    reason:
      "the client of the cluster looks for the certificates of the system, which needs this permission as a whole",
  },
  priority: {
    flag: "sys",
    values: ["setPriority"],
    reason: "the indexing thread runs with lower priority than those that answer",
  },
  native: { flag: "ffi", values: [], reason: "the runtime of models is native code" },
} as const satisfies Readonly<Record<string, Grant>>;

type GrantName = keyof typeof GRANTS;

/** Permissions for answers from an index that is kept up to date. */
const ANSWERING = [
  "read",
  "write",
  "git",
  "caller",
  "home",
  "gitVariables",
  "memory",
  "cluster",
  "yaml",
  "server",
  "owner",
] as const;

/**
 * Sets of permissions of commands, by name. They equal the permissions in `deno.json`, which a test
 * checks, and the task of a command names one of them. The last four are prefixes. They are for a
 * command with another embedder than the built-in one, with plugins or a program that guesses
 * names, with an engine that keeps running, or with a memory or an index of a team.
 */
const SETS = {
  /** Answers from an index that it keeps up to date. */
  answer: ANSWERING,
  /** The same, and may run a program that guesses names. */
  ask: [...ANSWERING, "guesser"],
  /** The same as the first, and types into the terminal of an agent. */
  attach: [...ANSWERING, "terminal"],
  /** Reads stored data, and not the files of the tree. */
  look: ["read", "write", "caller", "home", "yaml"],
  /** The same, and lists the running processes. */
  status: ["read", "write", "caller", "home", "yaml", "server", "owner"],
  /** Only prints. */
  print: ["read", "caller", "home", "yaml"],
  truncate: ["read", "caller"],
  write: ["read", "write", "caller"],
  own: ["read"],
  instructions: ["read", "git", "caller", "home", "hosts", "gitVariables", "yaml"],
  compact: ["read", "caller", "home", "hosts", "yaml"],
  hook: [
    ...["read", "write", "git", "home", "gitVariables", "reminders", "memory"] as const,
    ...["cluster", "yaml", "server", "owner"] as const,
  ],
  serve: [...ANSWERING, "token", "listen", "priority"],
  mcp: [...ANSWERING, "hostSession", "priority"],
  warm: [...ANSWERING, "priority"],
  install: [...ANSWERING, "hosts"],
  doctor: ["read", "git", "caller", "home", "hosts", "gitVariables", "yaml", "port", "disk"],
  compile: ["read", "write", "deno", "caller"],
  "with-model": [...ANSWERING, "variables", "loopback", "disk", "priority", "native"],
  "with-plugins": [...ANSWERING, "guesser", "programs"],
  "with-warm": [...ANSWERING, "guesser", "deno"],
  "with-team": [
    ...ANSWERING,
    "terminal",
    "guesser",
    "variables",
    "team",
    "certificates",
    "priority",
  ],
} as const satisfies Readonly<Record<string, readonly GrantName[]>>;

/** Name of a set of permissions. */
export type PermissionSet = keyof typeof SETS;

/** Names of all sets. */
export const PERMISSION_SETS = Object.keys(SETS) as readonly PermissionSet[];

/** Names of the sets for a prefix before a command. */
export const PREFIXES: readonly PermissionSet[] = [
  "with-model",
  "with-plugins",
  "with-warm",
  "with-team",
];

const FLAGS: readonly Grant["flag"][] = ["read", "write", "run", "env", "net", "sys", "ffi"];

/**
 * Returns the combined permissions of some sets in the notation of `deno.json`: `true`, or the list
 * of allowed values.
 */
export function listPermissions(
  ...sets: readonly PermissionSet[]
): Readonly<Partial<Record<Grant["flag"], true | readonly string[]>>> {
  const names = new Set<string>(sets.flatMap((set) => SETS[set]));
  const grants = Object.entries<Grant>(GRANTS).flatMap(([name, grant]) =>
    names.has(name) ? [grant] : []
  );
  return Object.fromEntries(FLAGS.flatMap((flag) => {
    const granted = grants.filter((grant) => grant.flag === flag);
    if (granted.length === 0) return [];
    const isNarrow = granted.every(({ values }) => values.length > 0);
    return [[flag, isNarrow ? [...new Set(granted.flatMap(({ values }) => values))] : true]];
  }));
}

/** Returns the options of the runtime for exactly the permissions of some sets. */
export function permissionFlags(...sets: readonly PermissionSet[]): readonly string[] {
  return Object.entries(listPermissions(...sets)).map(([flag, values]) =>
    values === true ? `--allow-${flag}` : `--allow-${flag}=${values.join(",")}`
  );
}
