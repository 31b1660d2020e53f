import { renderColumns } from "@dossier/core/report";
import { escapeControls } from "@dossier/core/escape";
import type { EditOutcome, HostPlan } from "../../install/mod.ts";

/** Texts for each outcome of a part, done and in a dry run. */
const OUTCOMES: Readonly<Record<EditOutcome, readonly [done: string, dry: string]>> = {
  added: ["added", "would be added"],
  changed: ["changed", "would be changed"],
  unchanged: ["unchanged", "unchanged"],
  removed: ["removed", "would be removed"],
  absent: ["missing", "missing"],
  kept: ["kept", "kept"],
  foreign: ["foreign", "foreign"],
};

/** Returns a line for a host, and one for each part with its outcome. */
export function renderHostPlan(
  { host: { label }, parts }: HostPlan,
  { signs, isDryRun }: { readonly signs: readonly string[]; readonly isDryRun: boolean },
): string {
  const found = signs.length === 0 ? "" : ` (${signs.join(", ")})`;
  const rows = parts.filter(({ outcome }) => outcome !== "absent").map((
    { file, outcome, path },
  ) => [
    ...["", file.label, OUTCOMES[outcome][isDryRun ? 1 : 0]],
    escapeControls(path),
  ]);
  return `${label}${escapeControls(found)}\n${renderColumns(rows, [{}, {}, {}, {}])}`;
}

/** Returns a sentence for each part that was not changed as it is not, or not only, dossier's. */
export function listUnchangedNotes({ parts }: HostPlan): readonly string[] {
  return parts.flatMap(({ file, outcome, path }) => {
    if (outcome === "kept") {
      return `Kept the ${file.label} in "${path}", as it was changed by hand: remove it yourself`;
    }
    return outcome === "foreign" ? `Kept "${path}", as ${file.format.foreign}` : [];
  });
}
