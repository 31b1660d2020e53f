import type { CommandCaller, CommandContext, CommandResult } from "@dossier/retrieval/operation";
import type { Engine } from "@dossier/retrieval/engine";
import { waitWithin } from "@dossier/retrieval/wait";
import { MAX_HOOK_INPUT } from "../core/host/mod.ts";
import { runHook } from "../hook/mod.ts";
import type { HookSwitch } from "../install/mod.ts";

/** Maximum number of milliseconds that a host may take to write its input. */
const INPUT_MS = 5000;

/**
 * Reads a host's event of a session, and prints the text for the session. It always succeeds: a
 * host may treat a failure as a rejection.
 */
export async function runHostHook(
  { value, has }: CommandCaller,
  context: CommandContext<Engine>,
): Promise<CommandResult> {
  // The time of the host does not count.
  const spentMs = performance.now();
  const text = await readHostInput();
  const isSwitched = (name: HookSwitch) => has(name);
  context.print(
    await runHook({
      host: value("host"),
      event: value("event"),
      text,
      folder: Deno.cwd(),
      cache: context.cache,
      home: Deno.env.get("HOME") || undefined,
      spentMs,
      showsReminders: areRemindersEnabled(),
      addsSearchNotes: !isSwitched("no-search-notes"),
      isQuiet: isSwitched("quiet"),
      loadFeatures: () => context.loadFeatures(),
    }),
  );
  return "done";
}

/**
 * Returns true when reminders are enabled; an older entry may lack the permission to read the
 * variable.
 */
function areRemindersEnabled(): boolean {
  try {
    return Deno.env.get("ENABLE_SECURITY_REMINDER") !== "0";
  } catch {
    return true;
  }
}

/** Returns standard input; undefined when it does not end in time. A text over the limit is cut. */
async function readHostInput(): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const read = async () => {
    const buffer = new Uint8Array(64 * 1024);
    for (;;) {
      const count = await Deno.stdin.read(buffer);
      if (count === null) return text + decoder.decode();
      // The rest is read and dropped, as the writer would fail otherwise.
      if (bytes <= 3 * MAX_HOOK_INPUT) {
        text += decoder.decode(buffer.subarray(0, count), { stream: true });
      }
      bytes += count;
    }
  };
  return await waitWithin(read(), INPUT_MS);
}
