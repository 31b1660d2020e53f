import { type Fact, formatTime, isEmptySection, type ReportTable } from "@dossier/core/report";
import type {
  PageBody,
  PageButtons,
  PageContent,
  PageMaker,
  PageValues,
  TreeOperationCaller,
} from "@dossier/retrieval/feature";
import { drawGraph, drawWork } from "../core/mod.ts";
import type { MemoryGraph, MemoryReport } from "../memory_report.ts";
import type { ObservationDetail, ObservationPage, ShownObservation } from "../recall.ts";
import { renderAnchor } from "../render_observation.ts";
import { toReportSections, toWorkSection } from "../render_report.ts";

const PATH = "/memory";

/** Observations per page. */
const LIMIT = 20;

/** Characters of a claim that are shown in a list. */
const CLAIM_LENGTH = 300;

/** A link from a part of the page to the list. */
const BACK_LINK: PageBody = {
  kind: "links",
  group: "memory",
  links: [{ text: "All observations", values: {} }],
};

/** The page of a memory: its observations, one of them, or the report. */
export const MEMORY_PAGE: PageMaker = {
  async show(values, ask) {
    if (values["view"] === "report") {
      return showReport(await ask("memory-report", {}) as MemoryReport);
    }
    const { id } = values;
    return id ? await showOne(id, ask) : await showList(values, ask);
  },
  async change({ id = "", action = "" }, ask) {
    if (action === "forget") {
      await ask("forget", { id });
      return {};
    }
    await ask("review", { id, action });
    return { id };
  },
};

async function showList(
  { status, before }: PageValues,
  ask: TreeOperationCaller,
): Promise<PageContent> {
  const request = { ...(status && { status }), ...(before && { before }), limit: LIMIT + 1 };
  const { observations, counts } = await ask("memories", request) as ObservationPage;
  const shown = observations.slice(0, LIMIT);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const older = observations.length > LIMIT ? shown.at(-1) : undefined;
  const kept = status ? { status } : {};
  const link = (text: string, values: PageValues) => ({ text, values });
  return {
    title: "Memory",
    aside: "observations of earlier sessions, newest first",
    sections: [
      {
        body: {
          kind: "links",
          group: "memory",
          links: [
            link(`All ${total}`, {}),
            ...Object.entries(counts).map(([name, count]) =>
              link(`${name.charAt(0).toUpperCase()}${name.slice(1)} ${count}`, { status: name })
            ),
            link("Report", { view: "report" }),
          ],
        },
      },
      {
        heading: status ? `Observations: ${status}` : "Observations",
        body: shown.length === 0
          ? { kind: "list", isNumbered: false, items: [{ text: "There are no observations." }] }
          : listTable(shown),
      },
      ...(older === undefined ? [] : [{
        body: {
          kind: "links" as const,
          group: "list",
          links: [link("Older observations", { ...kept, before: older.id })],
        },
      }]),
    ],
  };
}

function listTable(observations: readonly ShownObservation[]): ReportTable {
  const columns = ["Id", "Claim", "Status", "State", "Cites", "Given", "Accepted", "Weight"];
  return {
    kind: "table",
    columns: columns.map((title, at) => ({ title, right: at > 4 })),
    rows: observations.map(({ id, content, status, state, anchors, usage, weight }) => [
      { text: id, page: { path: PATH, values: { id } } },
      content.length > CLAIM_LENGTH ? `${content.slice(0, CLAIM_LENGTH)}…` : content,
      status,
      toState(state),
      anchors.map(renderAnchor).join(", "),
      `${usage.sessions}`,
      `${usage.accepted}`,
      `${round(weight)}`,
    ]),
  };
}

async function showOne(id: string, ask: TreeOperationCaller): Promise<PageContent> {
  const observation = await ask("observation", { id }) as ObservationDetail;
  const graph = await ask("memory-graph", { id }) as MemoryGraph;
  const { status, steps, isMisleading } = observation;
  const buttons = listButtons(observation);
  return {
    title: `Observation ${id}`,
    aside: isMisleading ? "misleading: session after session failed with it" : status,
    sections: [
      {
        body: BACK_LINK,
      },
      { body: { kind: "facts", facts: listFacts(observation) } },
      ...(buttons.length === 0 ? [] : [{
        heading: "Decide",
        body: {
          kind: "buttons" as const,
          text:
            "Sessions receive an accepted observation, but never a refused one. Verify confirms that " +
            "it is true for the present text.",
          values: { id },
          buttons,
        },
      }]),
      ...(steps.length === 0 ? [] : [{ heading: "Steps of its weight", body: stepTable(steps) }]),
      ...(graph.edges.length === 0 ? [] : [{
        heading: "Graph",
        body: { kind: "picture" as const, svg: drawGraph(graph), table: edgeTable(graph) },
      }]),
      {
        heading: "Forget it",
        body: {
          kind: "buttons",
          text: "Its text is erased and cannot be restored.",
          values: { id },
          buttons: [{ text: "Forget", action: "forget" }],
        },
      },
    ],
  };
}

function listButtons({ status, anchors }: ObservationDetail): PageButtons["buttons"] {
  const isOpen = status === "waiting";
  return [
    ...(isOpen || status === "refused" ? [{ text: "Accept", action: "accept" }] : []),
    ...(isOpen || status === "active" ? [{ text: "Refuse", action: "refuse" }] : []),
    ...(anchors.length > 0 ? [{ text: "Verify", action: "verify" }] : []),
  ];
}

function listFacts(observation: ObservationDetail): readonly Fact[] {
  const { content, reason, kind, status, state, anchors, weight, usage } = observation;
  const { session, evidence, tags, instruction, supersededBy, sourceProject } = observation;
  const fact = (name: string, ...lines: Fact["lines"]) => ({ name, lines });
  const optional = (name: string, text: string | undefined) =>
    text === undefined || text === "" ? [] : [fact(name, text)];
  return [
    fact("claim", ...content.split("\n")),
    ...(reason === undefined ? [] : [fact("reason", ...reason.split("\n"))]),
    fact("kind", kind),
    fact("status", status),
    fact("state", toState(state)),
    ...(anchors.length === 0 ? [] : [fact("cites", ...anchors.map(renderAnchor))]),
    ...(instruction === undefined ? [] : [
      fact("instructions", `${instruction.place} has ${instruction.kind} it`),
    ]),
    fact("weight", `${round(weight)}`),
    fact(
      "given",
      `to ${usage.sessions} ${
        usage.sessions === 1 ? "session" : "sessions"
      }: ${usage.accepted} accepted, ${usage.failed} failed`,
    ),
    ...(session === undefined ? [] : [fact("session", { text: session, session })]),
    ...optional("found in", evidence),
    ...optional("tags", tags.join(", ")),
    ...optional("project", sourceProject),
    ...(supersededBy === undefined ? [] : [
      fact("replaced by", {
        text: supersededBy,
        page: { path: PATH, values: { id: supersededBy } },
      }),
    ]),
    fact("stored", formatTime(observation.createdAt)),
    fact("verified", formatTime(observation.verifiedAt)),
  ];
}

function stepTable(steps: ObservationDetail["steps"]): ReportTable {
  const columns = ["Session", "Outcome", "Before", "After", "Why"];
  return {
    kind: "table",
    columns: columns.map((title, at) => ({ title, right: at === 2 || at === 3 })),
    rows: steps.map(({ session, outcome, previous, weight, reason }) => [
      { text: session, session },
      { text: outcome, tone: outcome === "accepted" ? "good" : "bad" },
      `${round(previous)}`,
      `${round(weight)}`,
      reason,
    ]),
  };
}

function edgeTable({ nodes, edges }: MemoryGraph): ReportTable {
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const columns = ["From", "Relation", "To", "Useful"];
  return {
    kind: "table",
    columns: columns.map((title, at) => ({ title, right: at === 3 })),
    rows: edges.map(({ source, relation, target, feedback }) => [
      names.get(source) ?? source,
      relation,
      names.get(target) ?? target,
      `${round(feedback)}`,
    ]),
  };
}

function showReport(report: MemoryReport): PageContent {
  const { work } = report;
  return {
    title: "Memory report",
    aside: "its costs, its effect, and its state",
    sections: [
      { body: BACK_LINK },
      {
        heading: "Tokens against accepted sessions",
        body: work.length === 0
          ? {
            kind: "list",
            isNumbered: false,
            items: [{ text: "No session that received observations has ended yet." }],
          }
          : { kind: "picture", svg: drawWork(work), table: toWorkSection(report).body },
      },
      ...toReportSections(report).filter((section) => !isEmptySection(section)),
    ],
  };
}

function toState(state: ShownObservation["state"]): Fact["lines"][number] {
  return state === "fresh" ? state : { text: state, tone: "bad" };
}

function round(weight: number): number {
  return Number(weight.toFixed(3));
}
