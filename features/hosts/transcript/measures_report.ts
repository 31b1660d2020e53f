import { formatPercent, type ReportSection } from "@dossier/core/report";
import type { FileDilution, TranscriptMeasures } from "../core/transcript/mod.ts";

/** Maximum number of files that a figure names. */
const MAX_FILES = 3;

/** Name, value and a remark on the value. */
type Figure = readonly [name: string, value: string, remark?: string];

/** Returns the figures of a host's transcript. */
export function toMeasuresReport(measures: TranscriptMeasures): ReportSection {
  const { prompts, calls, compactions, tokens, usage, looks, looksBeforeEdit } = measures;
  const { answers, input, cacheRead, cacheWrite, output } = usage;
  const { read, repeated, given, givenAlready, edited } = measures;
  const kinds = Object.entries(tokens).filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
  const sum = Object.values(tokens).reduce((all, count) => all + count, 0);
  return toFigures("The transcript", [
    ["prompts", String(prompts), `calls ${calls}, compactions ${compactions}`],
    ["tokens", String(sum), kinds.join(", ")],
    [
      "charged",
      String(input + cacheRead + cacheWrite + output),
      `answers ${answers}: input ${input}, cache ${cacheRead} read, ${cacheWrite} written, output ${output}`,
    ],
    [
      "looks",
      String(looks),
      looksBeforeEdit === undefined
        ? "nothing was edited"
        : `${looksBeforeEdit} before the first edit`,
    ],
    ["edited", String(edited.length), formatNames(edited)],
    ["read", String(read.tokens), formatDilution(read, "edited nor named")],
    ["repeated", String(repeated.tokens), formatFiles(repeated.files)],
    ["given", String(given.tokens), formatDilution(given, "read, edited nor named")],
    ["given-already", String(givenAlready.tokens), formatFiles(givenAlready.files)],
  ]);
}

function toFigures(heading: string, figures: readonly Figure[]): ReportSection {
  const rows = figures.map(([name, value, remark = ""]) => [name, value, remark]);
  return { heading, body: { kind: "table", columns: [{}, { right: true }, {}], rows } };
}

function formatDilution(
  { tokens, unusedTokens, dilution, unused }: FileDilution,
  what: string,
): string {
  if (tokens === 0) return "";
  const share = `${formatPercent(dilution)} in files neither ${what} afterwards`;
  return unusedTokens === 0 ? share : `${share}: ${formatFiles(unused)}`;
}

function formatFiles(files: FileDilution["unused"]): string {
  return formatNames(
    files.map(({ path, tokens, times }) =>
      `${path} ${tokens}${times === 1 ? "" : ` in ${times} times`}`
    ),
  );
}

function formatNames(names: readonly string[]): string {
  const more = names.length - MAX_FILES;
  return [...names.slice(0, MAX_FILES), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
