import type { HookInput } from "../core/host/mod.ts";
import { readPlainTextAsync } from "@dossier/retrieval/machine";

/** Bytes of a transcript that is looked through: a long session has some ten million. */
const MAX_TRANSCRIPT_BYTES = 32 * 1024 * 1024;

/**
 * Returns whether a session that goes on has been told a block already, as far as its transcript says. A fork is another
 * session to its host, with the same history.
 */
export async function isInTranscript(
  id: string,
  { transcript }: Pick<HookInput, "transcript">,
): Promise<boolean> {
  if (transcript === undefined) return false;
  const read = await readPlainTextAsync(transcript, { maxBytes: MAX_TRANSCRIPT_BYTES });
  // As it stands in JSON.
  return read.kind === "text" && read.text.includes(`id=\\"${id}\\"`);
}
