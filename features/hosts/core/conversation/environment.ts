import { escapeMarkup } from "@dossier/core/prompt";

/** What commands of an agent may touch. */
export type Sandbox =
  | { readonly mode: "read-only" }
  | {
    readonly mode: "workspace-write";
    readonly networkAccess: boolean;
    /** Absolute paths. */
    readonly writableRoots: readonly string[];
  }
  | { readonly mode: "danger-full-access" };

/** Where an agent works, and what it may do there. What is absent is not told. */
export interface EnvironmentContext {
  /** Absolute path of the folder in which commands run. */
  readonly cwd?: string;
  /** When a person is asked before a command runs. */
  readonly approvalPolicy?: "untrusted" | "on-failure" | "on-request" | "never";
  /** What commands may touch, in files and on the network. */
  readonly sandbox?: Sandbox;
  /** Name of the shell, such as `zsh`. */
  readonly shell?: string;
  /** As `YYYY-MM-DD`. */
  readonly currentDate?: string;
  /** As `Europe/Berlin`. */
  readonly timezone?: string;
}

/** The tag around an environment, by which its messages are told apart. */
const TAG = "environment_context";

/** Returns an environment as a model is told it, in XML whose elements have a fixed order. */
export function renderEnvironment(environment: EnvironmentContext): string {
  const { cwd, approvalPolicy, sandbox, shell, currentDate, timezone } = environment;
  const lines = [
    ...element("cwd", cwd),
    ...element("approval_policy", approvalPolicy),
    ...(sandbox === undefined ? [] : renderSandbox(sandbox)),
    ...element("shell", shell),
    ...element("current_date", currentDate),
    ...element("timezone", timezone),
  ];
  return [`<${TAG}>`, ...lines.map((line) => `  ${line}`), `</${TAG}>`].join("\n");
}

function element(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`<${name}>${escapeMarkup(value)}</${name}>`];
}

function renderSandbox(sandbox: Sandbox): readonly string[] {
  const hasNetwork = sandbox.mode === "danger-full-access" ||
    (sandbox.mode === "workspace-write" && sandbox.networkAccess);
  const roots = sandbox.mode === "workspace-write" ? sandbox.writableRoots : [];
  return [
    ...element("sandbox_mode", sandbox.mode),
    ...element("network_access", hasNetwork ? "enabled" : "restricted"),
    ...(roots.length === 0 ? [] : [
      "<writable_roots>",
      ...roots.flatMap((root) => element("root", root)).map((line) => `  ${line}`),
      "</writable_roots>",
    ]),
  ];
}

/**
 * Returns what of an environment is another than the model was last told; undefined when nothing is. The shell is not
 * looked at. What a sandbox allows is told together, as roots that are gone would not show.
 */
export function changedEnvironment(
  told: EnvironmentContext,
  now: EnvironmentContext,
): EnvironmentContext | undefined {
  const { shell: _, ...compared } = now;
  const names = Object.keys(compared) as (keyof typeof compared)[];
  const tell = (name: keyof EnvironmentContext, { [name]: value }: EnvironmentContext) =>
    renderEnvironment({ [name]: value });
  const changed = names.filter((name) => tell(name, told) !== tell(name, now));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}
