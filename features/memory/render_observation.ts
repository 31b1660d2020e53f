import type { Anchor, Observation } from "./core/mod.ts";
import type { ShownObservation } from "./recall.ts";

/**
 * Returns the lines of an observation for users and models; its text is quoted, as it is
 * unverified.
 */
export function listLines(observation: ShownObservation): readonly string[] {
  const { id, content, reason, kind, anchors, weight, usage, status, state } = observation;
  const facts = [
    kind,
    ...(status === "active" ? [] : [status]),
    ...(state === "fresh" ? [] : [state]),
    `weight ${Number(weight.toFixed(2))}`,
    usage.sessions === 0
      ? "never given"
      : `given to ${usage.sessions} ${
        usage.sessions === 1 ? "session" : "sessions"
      }: ${usage.accepted} accepted, ${usage.failed} failed`,
    ...anchors.map(renderAnchor),
  ];
  const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  return [
    `- [${id}] ${JSON.stringify(oneLine(content))}`,
    ...(reason === undefined ? [] : [`  Reason: ${JSON.stringify(oneLine(reason))}`]),
    `  ${facts.join(" · ")}`,
  ];
}

/** Returns the location of an anchor in the notation of `--path`. */
export function renderAnchor(
  { path, symbol, lines }: Pick<Anchor, "path" | "symbol" | "lines">,
): string {
  if (symbol !== undefined) return `${path}#${symbol}`;
  return lines === undefined ? path : `${path}:${lines.start}-${lines.end}`;
}

/** Characters of a quoted claim. */
const QUOTED_CHARACTERS = 300;

/**
 * Returns the beginning of a claim on one line, in quotes as it is unverified, with its citations.
 */
export function quoteClaim({ content, anchors }: Pick<Observation, "content" | "anchors">): string {
  const line = [...content.replaceAll(/\s+/g, " ").trim()].slice(0, QUOTED_CHARACTERS).join("");
  return `${JSON.stringify(line)}, of ${anchors.map(renderAnchor).join(", ")}`;
}
