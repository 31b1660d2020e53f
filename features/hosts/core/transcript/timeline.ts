import { type TimelineEntry, toTimelineText } from "@dossier/core/metrics";
import type { FileTouch, TranscriptEvent } from "./transcript_event.ts";

/**
 * Returns what an event of a transcript adds to the line of time; undefined for a call, whose output says it, and for
 * what the host was charged.
 */
export function toTimelineEntry(event: TranscriptEvent): TimelineEntry | undefined {
  const { kind, time, agent, text, tokens, touches = [], fragments = [] } = event;
  if (kind === "call" || kind === "usage") return undefined;
  const files = kind === "given" ? fragments.map(tellLines) : touches.map(tellLines);
  return {
    ...(time !== undefined && { time }),
    from: "transcript",
    kind: kind === "output" ? touches[0]?.action ?? "ran" : kind,
    ...(kind !== "compaction" && { tokens }),
    text: kind === "output"
      ? tellOutput(event)
      : toTimelineText(kind === "given" && files.length > 0 ? files.join(", ") : text),
    ...(agent !== undefined && { agent }),
    ...(files.length > 0 && { files }),
  };
}

function tellOutput({ tool = "", asked = "", touches = [], failed }: TranscriptEvent): string {
  const isNamed = touches.length > 0 && touches.every(({ action }) => action !== "search");
  const what = isNamed ? touches.map(tellLines).join(", ") : toTimelineText(asked);
  return `${failed ? "failed: " : ""}${tool}${what === "" ? "" : `: ${what}`}`;
}

function tellLines({ path, lines }: Pick<FileTouch, "path" | "lines">): string {
  if (lines === undefined) return path;
  const { startLine, endLine } = lines;
  if (startLine < 0) return `${path}:${startLine}`;
  return `${path}:${startLine}-${endLine === Infinity ? "" : endLine}`;
}
