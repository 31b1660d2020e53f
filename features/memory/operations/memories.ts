import {
  choiceField,
  JSON_TYPE,
  type Operation,
  type RequestOf,
  required,
  textField,
} from "@dossier/retrieval/operation";
import type { Engine } from "@dossier/retrieval/engine";
import { limitField, nameField, ROOT_FIELD } from "@dossier/retrieval/fields";
import type { ObservationDetail, ObservationPage } from "../recall.ts";
import { MEMORY_PROBLEMS, useMemory, useObservation } from "./shared.ts";

/** Ids of observations. */
const ID_REGEXP = /^o[1-9]\d{0,14}$/;

const LIST_FIELDS = {
  root: ROOT_FIELD,
  status: choiceField(
    "Only those of this status: waiting for review, active, refused, or replaced",
    [
      ...["waiting", "active", "refused", "superseded"] as const,
    ],
  ),
  before: textField("Only those older than this one: the last id of the previous page", {
    pattern: [ID_REGEXP, "Use the ID of an observation, such as o12"],
  }),
  limit: limitField("Maximum number of observations: by default 20"),
};

/** Observations per page. */
const PAGE = 20;

/** Returns the observations of a project, newest first. */
export const MEMORIES_OPERATION: Operation<
  RequestOf<typeof LIST_FIELDS>,
  ObservationPage,
  Engine
> = {
  name: "memories",
  summary: "Lists the observations of this project, newest first",
  fields: LIST_FIELDS,
  async run(engine, { status, before, limit = PAGE }) {
    return await useMemory(engine, async (place) => {
      const { countObservations, listObservations } = await import("../store/mod.ts");
      const { showObservations } = await import("../recall.ts");
      const stored = await listObservations(place, { status, before, limit });
      const observations = await showObservations(engine, place, stored);
      return { observations, counts: await countObservations(place) };
    }, { observations: [], counts: { waiting: 0, active: 0, refused: 0, superseded: 0 } });
  },
  http: {
    method: "get",
    path: "/v1/memory",
    answers: [{ type: JSON_TYPE, schema: "ObservationPage" }],
    problems: MEMORY_PROBLEMS,
  },
};

const ID_FIELDS = {
  root: ROOT_FIELD,
  id: required(nameField("Id of the observation, such as o12")),
};

/** Returns all facts about an observation. */
export const OBSERVATION_OPERATION: Operation<
  RequestOf<typeof ID_FIELDS>,
  ObservationDetail,
  Engine
> = {
  name: "observation",
  summary:
    "Shows all facts about an observation: its citations, deliveries, and each step of its weight",
  fields: ID_FIELDS,
  async run(engine, { id }) {
    return await useObservation(engine, id, async (place) => {
      const { showObservation } = await import("../recall.ts");
      return await showObservation(engine, place, id);
    });
  },
  http: {
    method: "get",
    path: "/v1/memory/{id}",
    answers: [{ type: JSON_TYPE, schema: "ObservationDetail" }],
    problems: [...MEMORY_PROBLEMS, "observation-not-found"],
  },
};

const REVIEW_FIELDS = {
  ...ID_FIELDS,
  action: required(
    choiceField("Accept it for delivery, refuse it forever, or verify it for the present text", [
      ...["accept", "refuse", "verify"] as const,
    ]),
  ),
};

/** Applies a decision of a user to an observation. */
export const REVIEW_OPERATION: Operation<
  RequestOf<typeof REVIEW_FIELDS>,
  ObservationDetail,
  Engine
> = {
  name: "review",
  summary: "Accepts, refuses or verifies an observation",
  fields: REVIEW_FIELDS,
  component: "ReviewRequest",
  access: "write",
  async run(engine, { id, action }) {
    return await useObservation(engine, id, async (place) => {
      const { changeObservation } = await import("../store/mod.ts");
      const { unknownIdError, showObservation, verifyObservation } = await import("../recall.ts");
      if (action === "verify") await verifyObservation(engine, place, id);
      else if (!await changeObservation(place, id, { action })) throw unknownIdError(id);
      return await showObservation(engine, place, id);
    });
  },
  http: {
    method: "post",
    path: "/v1/memory/{id}/review",
    answers: [{ type: JSON_TYPE, schema: "ObservationDetail" }],
    problems: [...MEMORY_PROBLEMS, "observation-not-found", "invalid-observation"],
  },
};
