import type { RefreshTrigger, SalienceTrigger } from "@dossier/core/tier";
import type { PlacedValue } from "@dossier/core/yaml";
import type { ManifestReading } from "./manifest_reading.ts";

const EVERY_REGEXP = /^every_(?:(\d{1,9})_turns|n_turns: *(\d{1,9}))$/;
const TOOL_REGEXP = /^on_tool_call:\s*([^\p{Cc}\s](?:\P{Cc}*[^\p{Cc}\s])?)\s*$/u;

/** Returns when a manifest's workflow is given again; undefined for what is noted as wrong. */
export function readRefreshTrigger(
  item: PlacedValue,
  reading: ManifestReading,
): RefreshTrigger | undefined {
  const [entry, ...more] = item.entries ?? [];
  const { value = item.value } = entry?.value ?? {};
  const isPlain = typeof value === "string" || typeof value === "number";
  if (isPlain && more.length === 0) {
    // In quotes a key with its value is a text.
    const written = entry === undefined ? String(value) : `${entry.key}: ${value}`;
    if (written === "on_rfc_change") return { kind: "rfc-change" };
    const tool = TOOL_REGEXP.exec(written)?.[1];
    if (tool !== undefined) return { kind: "tool-call", tool };
    const turns = EVERY_REGEXP.exec(written);
    const every = Number(turns?.[1] ?? turns?.[2]);
    if (every >= 1) return { kind: "turns", every };
  }
  reading.wrong(
    entry?.value.place ?? item.place,
    `${reading.show(item)} is no refresh trigger: there are "on_rfc_change", ` +
      '"every_10_turns" with a number from 1, "every_n_turns: 10" and "on_tool_call: NAME"',
  );
  return undefined;
}

/** Returns what makes a plugin active; undefined for what is noted as wrong. */
export function readSalienceTrigger(
  item: PlacedValue,
  reading: ManifestReading,
): SalienceTrigger | undefined {
  const [entry, ...more] = item.entries ?? [];
  const text = entry?.value.value;
  if (typeof text === "string" && text !== "" && more.length === 0) {
    if (entry!.key === "file_annotation") return { kind: "file-annotation", text };
    if (entry!.key === "keyword_match") return { kind: "keyword", text };
    if (entry!.key === "commit_msg_pattern") return { kind: "commit-message", pattern: text };
  }
  reading.wrong(
    item.place,
    "a salience trigger must have one of " +
      '"commit_msg_pattern", "file_annotation" and "keyword_match", with a text',
  );
  return undefined;
}
