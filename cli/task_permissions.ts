/** One thing that a command may do besides computing. */
export interface Grant {
  /** The runtime's option for it. */
  readonly flag: "read" | "write" | "run" | "env" | "net" | "sys" | "ffi";
  /** What it is narrowed to; anything when empty. */
  readonly values: readonly string[];
  /** What it is for, and why it is no narrower. */
  readonly reason: string;
}

/** All grants, in the order of the options of a task. */
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
  programs: {
    flag: "run",
    values: [],
    reason:
      "the plugins of a manifest are programs that it names, and that the user has allowed; " +
      "the program that guesses names is any that the user names",
  },
  deno: { flag: "run", values: ["deno"], reason: "the runtime bundles and compiles" },
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
  yaml: {
    flag: "env",
    values: ["LOG_STREAM", "LOG_TOKENS"],
    reason: "the parser of YAML looks at them",
  },
  variables: {
    flag: "env",
    values: [],
    reason:
      "the runtime of models looks at many, and the service's key is in one that the settings name",
  },
  token: { flag: "env", values: ["DOSSIER_TOKEN"], reason: "what callers of the server must know" },
  listen: {
    flag: "net",
    values: [],
    reason: "--host and --port name any place, which a task that is written down can not know",
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
    reason: "a server of this user answers its hooks, at a port that it was given",
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
  priority: {
    flag: "sys",
    values: ["setPriority"],
    reason: "the thread that indexes lets those go first that answer",
  },
  native: { flag: "ffi", values: [], reason: "the runtime of models is native code" },
} as const satisfies Readonly<Record<string, Grant>>;

/** The name of a grant. */
export type GrantName = keyof typeof GRANTS;

/** What every command needs that answers from an index which it keeps fresh. */
const ANSWERING = ["read", "write", "git", "caller", "home", "gitVariables", "yaml"] as const;

/** What a command needs that may have a program guess names. */
const ASKING = [...ANSWERING, "guesser"] as const;

/** What every command needs that looks at what is kept, and not at the files. */
const LOOKING = ["read", "write", "caller", "home", "yaml"] as const;

/**
 * What each command may do: its task in `deno.json` says the same, which a test holds it to. The last three
 * stand in front of a command that uses another embedder than the one that comes with the program, or that runs
 * plugins or a program that guesses names.
 */
export const TASK_PERMISSIONS: Readonly<Record<string, readonly GrantName[]>> = {
  context: ASKING,
  need: ANSWERING,
  search: ASKING,
  explain: ASKING,
  map: ANSWERING,
  outline: ANSWERING,
  callers: ANSWERING,
  callees: ANSWERING,
  tests: ANSWERING,
  impact: ANSWERING,
  paths: ANSWERING,
  related: ANSWERING,
  compose: ["read", "caller", "home", "yaml"],
  profile: LOOKING,
  manifest: ANSWERING,
  activity: ANSWERING,
  knowledge: ANSWERING,
  instructions: ["read", "git", "caller", "home", "hosts", "gitVariables", "yaml"],
  truncate: ["read", "caller"],
  compact: ["read", "caller", "home", "hosts", "yaml"],
  hook: ["read", "write", "git", "home", "gitVariables", "reminders", "yaml", "server", "owner"],
  index: ANSWERING,
  watch: ANSWERING,
  status: LOOKING,
  log: LOOKING,
  metrics: LOOKING,
  session: LOOKING,
  serve: [...ANSWERING, "token", "listen", "owner", "priority"],
  mcp: [...ANSWERING, "hostSession", "server", "owner", "priority"],
  "install-host": [...ANSWERING, "hosts"],
  init: ["read", "write", "caller"],
  doctor: ["read", "git", "caller", "home", "hosts", "gitVariables", "yaml", "port", "disk"],
  config: ["read", "caller", "home", "yaml"],
  trust: ANSWERING,
  compile: ["read", "write", "deno", "caller"],
  completions: ["read"],
  "with-model": [...ANSWERING, "variables", "loopback", "disk", "priority", "native"],
  "with-service": [...ANSWERING, "variables", "listen", "disk", "priority"],
  "with-plugins": [...ASKING, "programs"],
};

/** Those of them that stand in front of a command. */
export const PREFIXES: readonly string[] = ["with-model", "with-service", "with-plugins"];

const FLAGS: readonly Grant["flag"][] = ["read", "write", "run", "env", "net", "sys", "ffi"];

/**
 * Returns the options of the runtime that give commands what they need and nothing else.
 *
 * @throws {RangeError} For a command that is not in {@link TASK_PERMISSIONS}.
 */
export function permissionFlags(...commands: readonly string[]): readonly string[] {
  const names = new Set(commands.flatMap((command) => {
    const granted = TASK_PERMISSIONS[command];
    if (granted !== undefined) return granted;
    throw new RangeError(`Cannot tell what "${command}" may do: add it to TASK_PERMISSIONS`);
  }));
  const grants = Object.entries(GRANTS).flatMap(([name, grant]): readonly Grant[] =>
    names.has(name as GrantName) ? [grant] : []
  );
  return FLAGS.flatMap((flag) => {
    const granted = grants.filter((grant) => grant.flag === flag);
    if (granted.length === 0) return [];
    const isNarrow = granted.every(({ values }) => values.length > 0);
    const values = granted.flatMap((grant) => grant.values);
    return [isNarrow ? `--allow-${flag}=${values.join(",")}` : `--allow-${flag}`];
  });
}
