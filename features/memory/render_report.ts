import {
  type Fact,
  formatPercent,
  renderReport,
  type Report,
  type ReportSection,
  type ReportTable,
} from "@dossier/core/report";
import { drawWork } from "./core/mod.ts";
import type { MemoryReport } from "./memory_report.ts";

/** Sessions listed per misleading observation. */
const MAX_SESSIONS = 5;

/** Returns a report as lines for a terminal. */
export function renderMemoryReport(report: MemoryReport): string {
  return renderReport([
    { ...toWorkSection(report), heading: "Tokens against accepted sessions" },
    ...toReportSections(report),
  ]).replace(/^\n/, "");
}

/** Returns the chart of a report as an SVG file on a light ground. */
export function renderReportPicture({ work }: MemoryReport): string {
  return drawWork(work).replace(">", "><style>svg{color:#222;background:#fff}</style>") + "\n";
}

/** Returns the costs and results of each kind of work. */
export function toWorkSection({ work }: MemoryReport): ReportSection<ReportTable> {
  const columns = ["Work", "Sessions", "Mean tokens", "Accepted", "Zone"];
  return {
    body: {
      kind: "table",
      columns: columns.map((title, at) => ({ title, right: at > 0 && at < 4 })),
      rows: work.map(({ name, sessions, tokens, success, zone }) => [
        name,
        `${sessions}`,
        `${Math.round(tokens)}`,
        formatPercent(success),
        zone === "efficient" ? zone : { text: zone, tone: "bad" },
      ]),
    },
  };
}

/** Returns the other sections of a report. */
export function toReportSections(report: MemoryReport): Report {
  const { counts, openSessions, feedback, health, misleading, failures, audit } = report;
  const { judged } = health;
  const ofJudged = (count: number) =>
    judged === 0 ? "0" : `${count} of ${judged}, ${formatPercent(count / judged)}`;
  const facts = (values: Readonly<Record<string, string | Fact["lines"][number]>>) => ({
    kind: "facts" as const,
    facts: Object.entries(values).map(([name, line]) => ({ name, lines: [line] })),
  });
  return [
    {
      heading: "Observations",
      body: facts({
        ...Object.fromEntries(
          Object.entries(counts).map(([status, count]) => [status, `${count}`]),
        ),
        "never given": `${health.neverInjected} of ${counts.active} active`,
        "duplicates": `${formatPercent(health.dedupRatio)} of what was stored`,
        drifted: ofJudged(health.drifted),
        orphaned: ofJudged(health.orphaned),
        contradicted: ofJudged(health.contradictory),
        "within their days": `${formatPercent(health.retentionCompliance)} of the active`,
      }),
    },
    {
      heading: "Effect of feedback",
      body: facts({
        "given to a session": formatPercent(feedback.injectionRate),
        "places moved up": `${Number(feedback.rankDelta.toFixed(2))} on average, of ` +
          `${feedback.ranked} given`,
        "sessions not ended": `${openSessions}`,
      }),
    },
    {
      heading: "Misleading observations",
      body: {
        kind: "table",
        columns: [{ title: "Observation" }, { title: "Failed", right: true }, {
          title: "Sessions",
        }],
        rows: misleading.map(({ id, sessions }) => [
          { text: id, page: { path: "/memory", values: { id } } },
          `${sessions.length}`,
          sessions.slice(-MAX_SESSIONS).join(", "),
        ]),
      },
    },
    {
      heading: "Why sessions failed",
      body: {
        kind: "table",
        columns: [{ title: "Reason" }, { title: "Sessions", right: true }],
        rows: failures.map(({ category, sessions }) => [
          category.replaceAll("_", " "),
          `${sessions}`,
        ]),
      },
    },
    {
      heading: "Audit chain",
      body: facts({
        entries: `${audit.entries}`,
        state: audit.broken === undefined
          ? "whole"
          : { text: `broken at entry ${audit.broken}`, tone: "bad" },
      }),
    },
  ];
}
