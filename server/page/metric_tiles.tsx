import type { FileComparison, SessionMetrics } from "@dossier/core";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CappedItems } from "./lists.tsx";
import { formatCount, formatCounted, formatShare } from "./figures.ts";
import { Place } from "./plain_text.tsx";

/** Digits behind the point of a rank or a time. */
const DIGITS = 2;

/** One number with what it is of. */
interface Tile {
  readonly name: string;
  readonly value: string;
  readonly remark?: string | undefined;
}

/** What a session says about its context, and the files that each comparison is of. */
export function MetricTiles({ metrics, isTold }: {
  readonly metrics: SessionMetrics;
  /** Whether it is known what the agent wrote and changed: some numbers mean nothing without. */
  readonly isTold: boolean;
}): JSX.Element {
  const tiles = [...listRecorded(metrics), ...isTold ? listTold(metrics) : []];
  return (
    <section aria-label="Metrics">
      <dl class="tiles">
        {tiles.map(({ name, value, remark }) => (
          <div>
            <dt>{name}</dt>
            <dd>
              {value}
              {remark === undefined ? "" : <small>{remark}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {isTold
        ? (
          <>
            <Files title="Changed, and never given" files={metrics.prediction.falseNegatives} />
            <Files title="Expected, and not changed" files={metrics.prediction.falsePositives} />
          </>
        )
        : ""}
      <Files title="Given though a rule or a manifest forbids it" files={metrics.leaks} />
      <Files title="Asked for after the ranking had left it out" files={metrics.needs.missed} />
    </section>
  );
}

/** Returns what the records alone say. */
function listRecorded({ injectedTokens, docFraction, needs, planning }: SessionMetrics): Tile[] {
  const outcomes = Object.entries(needs.outcomes)
    .map(([name, count]) => `${formatCount(count)} ${name.replaceAll("_", " ")}`);
  return [
    { name: "Tokens of passages", value: formatCount(injectedTokens) },
    { name: "Documents", value: formatShare(docFraction), remark: "of all that was given" },
    {
      name: "Requests",
      value: formatCount(needs.requests),
      remark: outcomes.length === 0 ? undefined : outcomes.join(", "),
    },
    ...(planning === undefined ? [] : [{
      name: "Time to plan",
      value: `${planning.median.toFixed(0)} ms`,
      remark: `median of ${planning.count}, at most ${planning.max.toFixed(0)} ms`,
    }]),
  ];
}

/** Returns what can be said when it is known what the agent wrote and changed. */
function listTold(
  { dilution, unusedTokens, recall, reciprocalRank, prediction, needs }: SessionMetrics,
): Tile[] {
  return [
    {
      name: "Dilution",
      value: formatShare(dilution),
      remark: `${formatCounted(unusedTokens, "token")} neither named nor changed`,
    },
    ...Object.entries(recall).map(([k, share]) => ({
      name: `Recall at ${k}`,
      value: formatShare(share),
      remark: "of the changed files",
    })),
    ...(reciprocalRank === undefined
      ? []
      : [{ name: "Reciprocal rank", value: reciprocalRank.toFixed(DIGITS) }]),
    ...(needs.namedShare === undefined ? [] : [{
      name: "Named later",
      value: formatShare(needs.namedShare),
      remark: "of what was provided",
    }]),
    { name: "Predicted", value: describeComparison(prediction), remark: "changed of expected" },
  ];
}

function describeComparison({ hits, falsePositives }: FileComparison): string {
  return `${hits.length} of ${hits.length + falsePositives.length}`;
}

function Files({ title, files }: { readonly title: string; readonly files: readonly string[] }) {
  if (files.length === 0) return null;
  return (
    <details class="group">
      <summary>
        {title} <span class="faint">{formatCounted(files.length, "file")}</span>
      </summary>
      <ul class="ranges">
        <CappedItems
          items={files}
          noun="file"
          render={(path) => (
            <li>
              <Place path={path} />
            </li>
          )}
        />
      </ul>
    </details>
  );
}
