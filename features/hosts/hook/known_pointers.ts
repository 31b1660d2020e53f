import type { Pointer } from "@dossier/retrieval/answer";
import type { RecordedActivity } from "@dossier/retrieval/state";

/** Returns what a pointer is called in what a session was told. */
export function pointerName({ path, startLine, endLine }: Pointer): string {
  return `${path}:${startLine}-${endLine}`;
}

/** Returns whether a session that did this has the file of a pointer, or was given the pointer. */
export function isKnownTo(events: readonly RecordedActivity[]): (pointer: Pointer) => boolean {
  const known = new Set(
    events.flatMap(({ kind, value }) =>
      kind === "read" || kind === "edit" || kind === "told" ? [value] : []
    ),
  );
  return (pointer) => known.has(pointer.path) || known.has(pointerName(pointer));
}
