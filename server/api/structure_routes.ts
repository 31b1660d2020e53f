import { callOptions, readBody } from "../request/mod.ts";
import { STRUCTURE_REQUEST } from "../schema/mod.ts";
import { JSON_TYPE, type Route, TREE_PROBLEMS } from "./route.ts";

/** The route of questions about the structure of a tree. */
export const STRUCTURE_ROUTES: readonly Route[] = [
  {
    method: "post",
    path: "/v1/structure",
    name: "structure",
    summary:
      "Central definitions, outlines, callers, callees, tests, impact of changes, and what is related",
    body: "StructureRequest",
    answers: [{ type: JSON_TYPE, schema: "Structure" }],
    problems: [
      ...TREE_PROBLEMS,
      ...["invalid-budget", "invalid-target", "file-not-found", "file-excluded"] as const,
      ...["symbol-not-found", "symbol-ambiguous"] as const,
    ],
    async handle(context, service) {
      const request = await readBody(context, STRUCTURE_REQUEST);
      return context.json(await service.structure(request, callOptions(context)));
    },
  },
];
