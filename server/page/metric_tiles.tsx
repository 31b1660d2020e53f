import type { SessionMetrics } from "@dossier/core";
import { formatCount, formatCounted, formatShare } from "./figures.ts";
import { CappedItems, Fact, Group } from "./parts.tsx";
import { Place } from "./plain_text.tsx";

/** Digits behind the point of a rank or a time. */
const DIGITS = 2;

/** One number, with a remark on it. */
type Tile = readonly [name: string, value: string, remark?: string | undefined];

/** The metrics of a session, and the files that each comparison is of. */
export function MetricTiles({ metrics, isTold }: {
  readonly metrics: SessionMetrics;
  /** Whether it is known what the agent wrote and changed: some numbers mean nothing without. */
  readonly isTold: boolean;
}) {
  const { prediction, leaks, needs } = metrics;
  const tiles = [...listRecorded(metrics), ...isTold ? listTold(metrics) : []];
  return (
    <section aria-label="Metrics">
      <dl class="tiles">
        {tiles.map(([name, value, remark]) => (
          <Fact name={name}>
            {value}
            {remark && <small>{remark}</small>}
          </Fact>
        ))}
      </dl>
      {isTold && <Files title="Changed, and never given" files={prediction.falseNegatives} />}
      {isTold && <Files title="Expected, and not changed" files={prediction.falsePositives} />}
      <Files title="Given though a rule or a manifest forbids it" files={leaks} />
      <Files title="Asked for after the ranking had left it out" files={needs.missed} />
    </section>
  );
}

/** Returns the numbers that the records alone give. */
function listRecorded({ injectedTokens, docFraction, needs, planning }: SessionMetrics): Tile[] {
  const outcomes = Object.entries(needs.outcomes)
    .map(([name, count]) => `${formatCount(count)} ${name.replaceAll("_", " ")}`);
  const tiles: Tile[] = [
    ["Tokens of passages", formatCount(injectedTokens)],
    ["Documents", formatShare(docFraction), "of all that was given"],
    ["Requests", formatCount(needs.requests), outcomes.join(", ")],
  ];
  if (planning !== undefined) {
    const { median, count, max } = planning;
    const remark = `median of ${count}, at most ${max.toFixed(0)} ms`;
    tiles.push(["Time to plan", `${median.toFixed(0)} ms`, remark]);
  }
  return tiles;
}

/** Returns the numbers that take a transcript and the files that the agent changed. */
function listTold(
  { dilution, unusedTokens, recall, reciprocalRank, prediction, needs }: SessionMetrics,
): Tile[] {
  const unused = `${formatCounted(unusedTokens, "token")} neither named nor changed`;
  const { hits, falsePositives } = prediction;
  const predicted = `${hits.length} of ${hits.length + falsePositives.length}`;
  const tiles: Tile[] = [["Dilution", formatShare(dilution), unused]];
  for (const [k, share] of Object.entries(recall)) {
    tiles.push([`Recall at ${k}`, formatShare(share), "of the changed files"]);
  }
  if (reciprocalRank !== undefined) {
    tiles.push(["Reciprocal rank", reciprocalRank.toFixed(DIGITS)]);
  }
  if (needs.namedShare !== undefined) {
    tiles.push(["Named later", formatShare(needs.namedShare), "of what was provided"]);
  }
  return [...tiles, ["Predicted", predicted, "changed of expected"]];
}

function Files({ title, files }: {
  readonly title: string;
  readonly files: readonly string[];
}) {
  if (files.length === 0) return null;
  const summary = (
    <>
      {title} <span class="faint">{formatCounted(files.length, "file")}</span>
    </>
  );
  return (
    <Group summary={summary}>
      <CappedItems items={files} noun="file" render={(path) => <Place path={path} />} />
    </Group>
  );
}
