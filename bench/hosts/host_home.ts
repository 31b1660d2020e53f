import { isRecord } from "../../features/hosts/install/config_format.ts";
import { denoDirectory } from "../../tests/temp_workspace.ts";
import { cliArguments } from "../speed/cli_arguments.ts";

/** Program with its arguments, as a host starts it. */
export interface StartedProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** Time limit of the host, in milliseconds. */
  readonly timeoutMs: number;
}

/** Home and cache of a user who has run `install-host claude-code`, in a temporary folder. */
export class HostHome implements Disposable {
  /** Command line of the MCP server. */
  readonly server: StartedProgram;
  /** Hooks by event, as `install-host` enters them. */
  readonly #hooks: Readonly<Record<string, unknown>>;
  /** Variables that the host sets for its programs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dossier-hosts-" }));

  /** @throws {Error} When `install-host` fails or enters unexpected values. */
  constructor() {
    const home = `${this.#folder}/home`;
    const cache = `${this.#folder}/cache`;
    Deno.mkdirSync(home);
    Deno.mkdirSync(cache);
    this.environment = {
      HOME: home,
      XDG_CACHE_HOME: cache,
      DENO_DIR: denoDirectory(),
      INIT_CWD: "",
      NO_COLOR: "1",
    };
    const { success, stderr } = new Deno.Command(Deno.execPath(), {
      args: cliArguments("install-host", "claude-code", "--user"),
      cwd: home,
      env: this.environment,
    }).outputSync();
    if (!success) throw new Error(`Cannot enter hooks: ${new TextDecoder().decode(stderr)}`);
    const settings = readJson(`${home}/.claude/settings.json`) as {
      hooks: Record<string, unknown>;
    };
    this.#hooks = settings.hooks;
    this.server = toProgram(readJson(`${home}/.claude.json`), "MCP");
  }

  /**
   * Returns the program that the host starts at an event.
   *
   * @throws {Error} When `install-host` has entered none.
   */
  hookOf(event: string): StartedProgram {
    return toProgram(this.#hooks[event], event);
  }

  /** Returns the path of a folder for a tree. The folder is not created. */
  folderOf(tree: string): string {
    return `${this.#folder}/${tree}`;
  }

  /** Removes the folder with its content. */
  [Symbol.dispose](): void {
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

function readJson(path: string): unknown {
  return JSON.parse(Deno.readTextFileSync(path));
}

function toProgram(value: unknown, what: string): StartedProgram {
  const [program] = listPrograms(value);
  if (program !== undefined) return program;
  throw new Error(`Cannot start anything for ${what} as "install-host" has entered nothing there`);
}

/** Returns the programs in a value, at any depth. */
function listPrograms(value: unknown): StartedProgram[] {
  if (Array.isArray(value)) return value.flatMap(listPrograms);
  if (!isRecord(value)) return [];
  const { command, args, timeout } = value;
  if (typeof command === "string" && Array.isArray(args)) {
    const seconds = typeof timeout === "number" ? timeout : Infinity;
    return [{ command, args: args.map(String), timeoutMs: seconds * 1000 }];
  }
  return Object.values(value).flatMap(listPrograms);
}
