import type { CompilePattern } from "@dossier/core/condition";
import { formatValue, isJsonObject, type JsonObject, type JsonValue } from "@dossier/core/json";
import { omitUndefined } from "@dossier/core/omit-undefined";

/** A command that runs at an event of a session, as Claude Code and Codex configure it. */
export interface ConfiguredHook {
  /** Name of the event, such as `PreToolUse`. */
  readonly event: string;
  /** Pattern of the occasions of the event; see `openHookMatcher`. @default all */
  readonly matcher?: string | undefined;
  /** A shell command, or with `args` the program alone. */
  readonly command: string;
  /** The arguments of a command that runs without a shell. */
  readonly args?: readonly string[] | undefined;
  /** Time limit in milliseconds. */
  readonly timeLimitMs: number;
  /** Its file, or another name that the caller chooses. */
  readonly origin: string;
  /** The folder of its plugin, which becomes `CLAUDE_PLUGIN_ROOT`. */
  readonly pluginRoot?: string | undefined;
}

/** The hooks of a file. */
export interface HookConfiguration {
  readonly hooks: readonly ConfiguredHook[];
  /** Sentences about ignored entries. */
  readonly problems: readonly string[];
}

/** Default time limit of a command, from the original specification. */
const DEFAULT_TIME_LIMIT_MS = 60_000;

/**
 * The field that the matcher of an event applies to, by Claude Code's reference; other events have
 * none.
 */
const MATCHER_FIELDS: ReadonlyMap<string, string> = new Map([
  ["PreToolUse", "tool_name"],
  ["PostToolUse", "tool_name"],
  ["PostToolUseFailure", "tool_name"],
  ["PermissionRequest", "tool_name"],
  ["PermissionDenied", "tool_name"],
  ["SessionStart", "source"],
  ["SessionEnd", "reason"],
  ["PreCompact", "trigger"],
  ["PostCompact", "trigger"],
  ["SubagentStart", "agent_type"],
  ["SubagentStop", "agent_type"],
  ["Notification", "notification_type"],
]);

/**
 * Reads the hooks of a parsed file: settings or a plugin's file with `hooks` around them, Codex's
 * `hooks.json` or the `[hooks]` of its `config.toml`, or the events themselves. Invalid entries are
 * ignored with a sentence.
 *
 * @param file Its name in messages, and its plugin.
 */
export function readHookConfiguration(
  value: unknown,
  file: Pick<ConfiguredHook, "origin" | "pluginRoot">,
): HookConfiguration {
  const problems: string[] = [];
  const pass = (place: string, reason: string) => {
    problems.push(`"${file.origin}": ${place} is ignored as ${reason}`);
    return [];
  };
  if (!isJsonObject(value)) {
    pass("all of it", `it must be a mapping: current value is ${formatValue(value)}`);
    return { hooks: [], problems };
  }
  if (value.disableAllHooks === true) return { hooks: [], problems };
  const isWrapped = "hooks" in value;
  const events = isWrapped ? value.hooks ?? {} : value;
  if (!isJsonObject(events)) {
    pass('"hooks"', `it must be a mapping: current value is ${formatValue(events)}`);
  }
  const hooks = Object.entries(isJsonObject(events) ? events : {}).flatMap(([event, groups]) => {
    // Without a wrapper, other keys such as "description" are allowed.
    if (!Array.isArray(groups)) {
      return isWrapped ? pass(`"${event}"`, "it must be a list of matchers") : [];
    }
    return groups.flatMap((group, at) =>
      readGroup(group, { ...file, event }, (reason) => pass(`"${event}", entry ${at + 1},`, reason))
    );
  });
  return { hooks, problems };
}

function readGroup(
  group: JsonValue,
  base: Pick<ConfiguredHook, "origin" | "pluginRoot" | "event">,
  pass: (reason: string) => readonly never[],
): readonly ConfiguredHook[] {
  if (!isJsonObject(group) || !Array.isArray(group.hooks)) return pass('it has no list "hooks"');
  const { matcher, hooks } = group;
  if (matcher !== undefined && typeof matcher !== "string") {
    return pass(`its "matcher" must be text: current value is ${formatValue(matcher)}`);
  }
  return hooks.flatMap((hook): readonly ConfiguredHook[] => {
    if (!isJsonObject(hook)) return pass("a hook must be a mapping");
    const { type = "command", command, args, timeout } = hook;
    if (type !== "command") {
      return pass(`only commands are run: current type is ${formatValue(type)}`);
    }
    if (typeof command !== "string" || command.trim() === "") {
      return pass('a hook has no "command"');
    }
    if (hook.if !== undefined) return pass('"if" is not supported: use the matcher');
    if (hook.async === true || hook.asyncRewake === true) {
      return pass("async hooks are not supported");
    }
    const isList = Array.isArray(args) && args.every((arg) => typeof arg === "string");
    if (args !== undefined && !isList) return pass('its "args" must be a list of texts');
    const isTime = typeof timeout === "number" && timeout > 0;
    if (timeout !== undefined && !isTime) {
      return pass(
        `its "timeout" must be a number of seconds: current value is ${formatValue(timeout)}`,
      );
    }
    const timeLimitMs = isTime ? timeout * 1000 : DEFAULT_TIME_LIMIT_MS;
    return [omitUndefined({
      ...base,
      matcher,
      command,
      args: isList ? args as readonly string[] : undefined,
      timeLimitMs,
    })];
  });
}

/** The hooks at the start of a session: later edits do not change them. */
export interface HookSnapshot {
  /**
   * Returns the hooks of an event, in the order of the configuration, and of identical ones the
   * first.
   */
  readonly select: (event: string, input: JsonObject) => readonly ConfiguredHook[];
  /** Sentences about ignored entries, and about hooks that never run. */
  readonly problems: readonly string[];
}

/**
 * Prepares hooks for a session.
 *
 * @param compile Compiles matchers that are regular expressions.
 */
export async function snapshotHooks(
  hooks: readonly ConfiguredHook[],
  compile: CompilePattern,
): Promise<HookSnapshot> {
  const problems: string[] = [];
  const ready: (readonly [hook: ConfiguredHook, matches: (name: string) => boolean])[] = [];
  for (const hook of hooks) {
    try {
      ready.push([hook, await openHookMatcher(hook.matcher, compile)]);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problems.push(
        `"${hook.origin}": the hook of "${hook.event}" never runs as its matcher ` +
          `${formatValue(hook.matcher)} is not a valid regular expression: ${error.message}`,
      );
    }
  }
  const select: HookSnapshot["select"] = (event, input) => {
    const key = MATCHER_FIELDS.get(event);
    const subject = key === undefined ? undefined : input[key];
    const selected = new Map<string, ConfiguredHook>();
    for (const [hook, matches] of ready) {
      if (hook.event !== event) continue;
      if (key !== undefined && !matches(typeof subject === "string" ? subject : "")) continue;
      const { command, args = null, pluginRoot = "" } = hook;
      const same = JSON.stringify([command, args, pluginRoot]);
      if (!selected.has(same)) selected.set(same, hook);
    }
    return [...selected.values()];
  };
  return { select, problems };
}

/** A matcher of only these characters is a name, or names separated by `|` or `,`. */
const NAMES_REGEXP = /^[\w\s,|-]*$/;

/**
 * Returns a function that returns true for names that a matcher selects, such as those of tools: no
 * matcher, an empty one and `*` select all, `Edit|Write` and `Edit, Write` select each of these,
 * and anything else is a regular expression for the whole name. Case matters.
 *
 * @throws {SyntaxError} When the pattern is invalid, or cannot be matched in bounded time.
 */
export async function openHookMatcher(
  matcher: string | undefined,
  compile: CompilePattern,
): Promise<(name: string) => boolean> {
  const written = matcher?.trim() ?? "";
  if (written === "" || written === "*") return () => true;
  if (!NAMES_REGEXP.test(written)) return await compile(`^(?:${written})$`);
  const names = new Set(written.split(/[|,]/).map((name) => name.trim()));
  return (name) => names.has(name);
}
