import {
  type HookConfiguration,
  type HookSnapshot,
  readHookConfiguration,
  snapshotHooks,
} from "../core/host_hook/mod.ts";
import { findHost } from "../core/hosts/mod.ts";
import { isJsonObject } from "@dossier/core/json";
import { toPlainValue } from "@dossier/core/yaml";
import { compilePattern, readPlainText } from "@dossier/retrieval/machine";

/** The sources of hooks. */
export interface HookPlaces {
  /** The host whose files are read. */
  readonly host: string;
  /** The home folder of the user. @default none, so that only the project's hooks are found */
  readonly home?: string | undefined;
  /** Absolute paths of the folders of plugins, with a `hooks/hooks.json` in them. @default none */
  readonly plugins?: readonly string[] | undefined;
}

/** Maximum number of bytes of a file of settings; larger ones are ignored. */
const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;

/**
 * Returns the hooks of a host for a session of a project that starts now: later edits do not change
 * them.
 *
 * @param root Real absolute path of the project.
 */
export async function openHostHooks(root: string, places: HookPlaces): Promise<HookSnapshot> {
  const { hooks, problems } = await readHostHooks(root, places);
  const snapshot = await snapshotHooks(hooks, compilePattern);
  return { ...snapshot, problems: [...problems, ...snapshot.problems] };
}

/**
 * Returns the hooks of a host for a project: those of the user, of the project and of plugins, in
 * this order. `disableAllHooks` in any file removes all.
 *
 * @param root Real absolute path of the project.
 */
export async function readHostHooks(
  root: string,
  { host, home, plugins = [] }: HookPlaces,
): Promise<HookConfiguration> {
  const known = findHost(host)?.hooks?.files;
  if (known === undefined) throw new RangeError(`Cannot read the hooks of "${host}"`);
  const files = [
    ...home === undefined
      ? []
      : known.home.map((path) => ({ path: `${home}/${path}`, origin: `~/${path}` })),
    ...known.project.map((path) => ({ path: `${root}/${path}`, origin: path, below: root })),
    ...plugins.map((folder) => {
      const path = `${folder}/hooks/hooks.json`;
      return { path, origin: path, pluginRoot: folder };
    }),
  ];
  const hooks: HookConfiguration["hooks"][number][] = [];
  const problems: string[] = [];
  let isOff = false;
  for (const { path, below, ...file } of files.map((one) => ({ below: undefined, ...one }))) {
    const read = readPlainText(path, { below, maxBytes: MAX_SETTINGS_BYTES });
    if (read.kind === "refused") {
      if (read.reason === "missing") continue;
      problems.push(`"${file.origin}" is ignored as ${read.message}`);
      continue;
    }
    try {
      const value = await parseSettingsFile(read.text, path);
      isOff ||= isJsonObject(value) && value.disableAllHooks === true;
      const found = readHookConfiguration(value, file);
      hooks.push(...found.hooks);
      problems.push(...found.problems);
    } catch (error) {
      // Thousands of levels exceed the stack.
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
      problems.push(`"${file.origin}" is ignored as it cannot be read: ${error.message}`);
    }
  }
  return { hooks: isOff ? [] : hooks, problems };
}

/**
 * Returns the value of a settings file, or the hooks of a TOML file.
 *
 * @throws {SyntaxError} When it is neither JSON, with comments or without, nor TOML.
 */
async function parseSettingsFile(text: string, path: string): Promise<unknown> {
  if (path.endsWith(".toml")) {
    const { parseLocatedToml } = await import("@dossier/retrieval/notation");
    const read = await parseLocatedToml(text);
    if (read.kind === "broken") throw new SyntaxError(`line ${read.place.line}: ${read.reason}`);
    const table = toPlainValue(read.table);
    const hooks = isJsonObject(table) && isJsonObject(table.hooks) ? table.hooks : {};
    // Other members store which hooks the user trusts.
    return {
      hooks: Object.fromEntries(Object.entries(hooks).filter(([, value]) => Array.isArray(value))),
    };
  }
  try {
    return JSON.parse(text);
  } catch {
    return await parseWithComments(text);
  }
}

async function parseWithComments(text: string): Promise<unknown> {
  const { parse, printParseErrorCode } = await import("jsonc-parser");
  const errors: { readonly error: number; readonly offset: number }[] = [];
  const value: unknown = parse(text, errors as never[], { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  const line = text.slice(0, first.offset).split("\n").length;
  throw new SyntaxError(`line ${line}: ${printParseErrorCode(first.error)}`);
}
