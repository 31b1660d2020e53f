import type { ActivityEvent } from "@dossier/retrieval";
import { type Invocation, UsageError } from "../arguments/command.ts";
import { openTiers } from "@dossier/retrieval/tier";
import { openInvokedEngine } from "../input/invoked_place.ts";
import { SUCCESS } from "../exit_code.ts";

/** Options that say what was done, and what they are kept as. */
const KINDS = [["tool", "tool"], ["commit", "commit"], ["open", "file"]] as const;

/**
 * Notes what a session did, which the triggers of tiers go by; prints nothing.
 *
 * @throws {UsageError} Without a session, and when nothing was done.
 */
export async function runActivity(invocation: Invocation): Promise<number> {
  const { value, values, has, words } = invocation;
  const session = value("session");
  if (session === undefined) {
    throw new UsageError("Cannot note what was done without a session: add --session ID");
  }
  const events: ActivityEvent[] = [
    ...(has("turn") ? [{ kind: "turn", value: "" } as const] : []),
    ...KINDS.flatMap(([name, kind]) => values(name).map((value) => ({ kind, value }))),
  ];
  if (events.length === 0 || words.length > 0) {
    throw new UsageError("Cannot note what was done: add --tool, --commit, --open or --turn");
  }
  using engine = await openInvokedEngine(invocation);
  await (await openTiers(engine)).record(session, events);
  return SUCCESS;
}
