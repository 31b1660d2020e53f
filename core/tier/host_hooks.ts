/** A command that a host runs at an event, as the settings of Claude Code have it. */
export interface HostHook {
  /** Such as `SessionStart`. */
  readonly event: string;
  /** Which of its occasions, such as `startup`; absent for all. */
  readonly matcher?: string;
  readonly command: string;
}

/** The hooks of a host's settings, by event; what else there is in them is kept. */
export interface HostSettings {
  readonly hooks?: Readonly<Record<string, readonly HostHookGroup[]>>;
  readonly [key: string]: unknown;
}

/** The hooks of an event with one matcher. */
export interface HostHookGroup {
  readonly hooks?: readonly { readonly command?: string; readonly [key: string]: unknown }[];
  readonly [key: string]: unknown;
}

/**
 * Returns the settings of a host with our hooks in them and those of others as they were. Done again it changes
 * nothing.
 *
 * @param marker A text that the commands of our hooks hold, and no others.
 */
export function installHooks(
  settings: HostSettings,
  own: readonly HostHook[],
  marker: string,
): HostSettings {
  const kept = uninstallHooks(settings, marker);
  const hooks: Record<string, readonly HostHookGroup[]> = { ...kept.hooks };
  for (const { event, matcher, command } of own) {
    const group = {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [{ type: "command", command }],
    };
    hooks[event] = [...hooks[event] ?? [], group];
  }
  return { ...kept, hooks };
}

/** Returns the settings of a host without our hooks: as they were before these were installed. */
export function uninstallHooks(settings: HostSettings, marker: string): HostSettings {
  const { hooks, ...others } = settings;
  if (hooks === undefined) return settings;
  const left = Object.entries(hooks).flatMap(([event, groups]) => {
    const kept = groups.flatMap((group) => {
      const commands = group.hooks ?? [];
      const foreign = commands.filter(({ command }) => !command?.includes(marker));
      if (foreign.length === commands.length) return [group];
      return foreign.length === 0 ? [] : [{ ...group, hooks: foreign }];
    });
    // An event that somebody has left empty stays.
    return kept.length === 0 && groups.length > 0 ? [] : [[event, kept] as const];
  });
  if (left.length === 0 && Object.keys(hooks).length > 0) return others;
  return { ...settings, hooks: Object.fromEntries(left) };
}
