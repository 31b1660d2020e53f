import { JSON_TYPE, type Operation, type RequestOf, required } from "@dossier/retrieval/operation";
import type { Engine } from "@dossier/retrieval/engine";
import { nameField, ROOT_FIELD } from "@dossier/retrieval/fields";
import type { MemoryGraph, MemoryReport } from "../memory_report.ts";
import { MEMORY_PROBLEMS, useMemory, useObservation } from "./shared.ts";

const REPORT_FIELDS = { root: ROOT_FIELD };

/** Returns the costs, effects and state of a project's memory. */
export const REPORT_OPERATION: Operation<RequestOf<typeof REPORT_FIELDS>, MemoryReport, Engine> = {
  name: "memory-report",
  summary: "Reports the costs of this project's memory, its effect on sessions, and its state",
  fields: REPORT_FIELDS,
  async run(engine) {
    const { NO_REPORT, reportMemory } = await import("../memory_report.ts");
    return await useMemory(engine, (place) => reportMemory(engine, place), NO_REPORT);
  },
  http: {
    method: "get",
    path: "/v1/memory/report",
    answers: [{ type: JSON_TYPE, schema: "MemoryReport" }],
    problems: MEMORY_PROBLEMS,
  },
};

const GRAPH_FIELDS = {
  root: ROOT_FIELD,
  id: required(nameField("Id of the observation, such as o12")),
};

/** Returns the graph around an observation. */
export const GRAPH_OPERATION: Operation<RequestOf<typeof GRAPH_FIELDS>, MemoryGraph, Engine> = {
  name: "memory-graph",
  summary:
    "Shows the graph around an observation: its citations, other observations of them, and their usefulness",
  fields: GRAPH_FIELDS,
  async run(engine, { id }) {
    const { showGraph } = await import("../memory_report.ts");
    return await useObservation(engine, id, (place) => showGraph(place, id));
  },
  http: {
    method: "get",
    path: "/v1/memory/{id}/graph",
    answers: [{ type: JSON_TYPE, schema: "MemoryGraph" }],
    problems: [...MEMORY_PROBLEMS, "observation-not-found"],
  },
};
