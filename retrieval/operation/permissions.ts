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
    reason: "--root names any folder, which a task that is written down can not know",
  },
  write: {
    flag: "write",
    values: [],
    reason: "the index and the records are kept in that folder, or where --state says",
  },
  git: { flag: "run", values: ["git"], reason: "files are listed, and the past is read, by git" },
  terminal: {
    flag: "run",
    values: ["tmux", "script"],
    reason: "they hold the terminals in which agents run, and so can type there",
  },
  programs: {
    flag: "run",
    values: [],
    reason:
      "the plugins of a manifest are programs that it names, and that the user has allowed; " +
      "the program that guesses names is any that the user names",
  },
  deno: {
    flag: "run",
    values: ["deno"],
    reason: "the runtime bundles and compiles, and is left behind as an engine",
  },
  caller: {
    flag: "env",
    values: ["INIT_CWD", "NO_COLOR"],
    reason: "from which folder it was called, and whether colours are wanted",
  },
  home: {
    flag: "env",
    values: ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "APPDATA"],
    reason:
      "where the index of a folder is kept that can not be written, and the user's own settings are",
  },
  gitVariables: {
    flag: "env",
    values: [
      "PATH",
      "GIT_CONFIG_GLOBAL",
      "GIT_CONFIG_SYSTEM",
      "GIT_CONFIG_NOSYSTEM",
    ],
    reason: "git is given these variables and no others",
  },
  hosts: {
    flag: "env",
    values: ["CODEX_HOME", "COPILOT_HOME"],
    reason: "where Codex and Copilot keep their configuration, if not in the home",
  },
  hostSession: {
    flag: "env",
    values: ["CLAUDE_CODE_SESSION_ID"],
    reason: "which session of Claude Code has started the server",
  },
  reminders: {
    flag: "env",
    values: ["ENABLE_SECURITY_REMINDER"],
    reason: "whether agents are to be reminded of what is easily regretted",
  },
  guesser: {
    flag: "env",
    values: ["DOSSIER_NAMES_COMMAND"],
    reason: "which program of the user's guesses names, if any; to run it takes another grant",
  },
  memory: {
    flag: "env",
    values: ["DOSSIER_MEMORY_URL", "DOSSIER_MEMORY_ORGANIZATION", "DOSSIER_MEMORY_PROJECT"],
    reason: "where the memory of sessions is kept, if not with the index, and whose it is",
  },
  cluster: {
    flag: "env",
    values: ["DOSSIER_OPENSEARCH"],
    reason: "whether a cluster has the index as well; to reach it takes another grant",
  },
  yaml: {
    flag: "env",
    values: ["LOG_STREAM", "LOG_TOKENS"],
    reason: "the parser of YAML looks at them",
  },
  variables: {
    flag: "env",
    values: [],
    reason: "the runtime of models looks at many",
  },
  token: { flag: "env", values: ["DOSSIER_TOKEN"], reason: "what callers of the server must know" },
  listen: {
    flag: "net",
    values: [],
    reason: "--host and --port name any place, which a task that is written down can not know",
  },
  team: {
    flag: "net",
    values: [],
    reason: "the database and the cluster of a team may be at any address, which a variable names",
  },
  port: {
    flag: "net",
    values: ["127.0.0.1:7420"],
    reason: "whether the server's usual port is free, or it answers there",
  },
  loopback: { flag: "net", values: ["127.0.0.1"], reason: "a model is never fetched" },
  server: {
    flag: "net",
    values: ["127.0.0.1"],
    reason:
      "a process of this user that has the index open answers its hooks and commands, at a port that it was given",
  },
  owner: {
    flag: "sys",
    values: ["uid"],
    reason: "no server of somebody else is asked",
  },
  disk: {
    flag: "sys",
    values: ["statfs", "uid", "gid"],
    reason: "how much room the disk has, and whether the state folder can be written",
  },
  certificates: {
    flag: "sys",
    values: [],
    reason:
      "the client of the cluster looks for the certificates of the system, which the runtime has no name for",
  },
  priority: {
    flag: "sys",
    values: ["setPriority"],
    reason: "the thread that indexes lets those go first that answer",
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
 * checks, and the task of a command names one of them. The last four are for a prefix before a
 * command that uses another embedder than the built-in one, that runs plugins or a program that
 * guesses names, that leaves an engine running, or whose memory or index belongs to a team.
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
