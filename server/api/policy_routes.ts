import { callOptions, readBody, readParameters } from "../request/mod.ts";
import {
  ACTIVITY_REQUEST,
  COMPOSITION_REQUEST,
  MANIFEST_REQUEST,
  MANIFEST_SESSION,
  PROFILE_ID,
  PROFILE_REQUEST,
  ROOT_REQUEST,
} from "../schema/mod.ts";
import {
  COMPOSITION_PROBLEMS,
  JSON_TYPE,
  POLICY_PROBLEMS,
  PROFILE_PROBLEMS,
  ROOT_PARAMETER,
  type Route,
  STATE_PROBLEMS,
  TREE_PROBLEMS,
} from "./route.ts";

/** The routes of what agents are told before they start. */
export const POLICY_ROUTES: readonly Route[] = [
  {
    method: "post",
    path: "/v1/compose",
    name: "compose",
    summary: "What an agent is told before it starts: system prompt, first message and tools",
    body: "CompositionRequest",
    answers: [{ type: JSON_TYPE, schema: "RenderedPrompt" }],
    problems: [...TREE_PROBLEMS, ...COMPOSITION_PROBLEMS],
    async handle(context, service) {
      const request = await readBody(context, COMPOSITION_REQUEST);
      return context.json(await service.compose(request, callOptions(context)));
    },
  },
  {
    method: "get",
    path: "/v1/profiles",
    name: "profiles",
    summary: "The profiles there are, also those that can not be read",
    parameters: [ROOT_PARAMETER],
    answers: [{ type: JSON_TYPE, schema: "ProfileList" }],
    problems: [...TREE_PROBLEMS, ...POLICY_PROBLEMS],
    async handle(context, service) {
      const request = readParameters(context, ROOT_REQUEST);
      return context.json({ profiles: await service.profiles(request, callOptions(context)) });
    },
  },
  {
    method: "get",
    path: "/v1/profiles/{id}",
    name: "profile",
    summary: "What a profile is made of: its chain, its texts, its tools; an id may hold slashes",
    parameters: [
      { name: "id", in: "path", schema: PROFILE_ID, hasSlashes: true },
      ROOT_PARAMETER,
    ],
    answers: [{ type: JSON_TYPE, schema: "ComposedContext" }],
    problems: [...TREE_PROBLEMS, ...PROFILE_PROBLEMS],
    async handle(context, service) {
      const request = readParameters(context, PROFILE_REQUEST);
      return context.json(await service.profile(request, callOptions(context)));
    },
  },
  {
    method: "get",
    path: "/v1/manifest",
    name: "manifest",
    summary: "What the manifest declares, against what comes of it: tiers, budgets, injections",
    parameters: [ROOT_PARAMETER, { name: "session", in: "query", schema: MANIFEST_SESSION }],
    answers: [{ type: JSON_TYPE, schema: "ToldManifest" }],
    problems: [
      ...TREE_PROBLEMS,
      ...STATE_PROBLEMS,
      ...["manifest-not-found", "invalid-manifest"] as const,
    ],
    async handle(context, service) {
      const request = readParameters(context, MANIFEST_REQUEST);
      return context.json(await service.manifest(request, callOptions(context)));
    },
  },
  {
    method: "post",
    path: "/v1/activity",
    name: "activity",
    summary: "Notes the turns, tools, commits and files of a session, which triggers go by",
    body: "ActivityRequest",
    answers: [{ type: JSON_TYPE, schema: "NotedActivity" }],
    problems: [...TREE_PROBLEMS, ...STATE_PROBLEMS],
    async handle(context, service) {
      const request = await readBody(context, ACTIVITY_REQUEST);
      await service.noteActivity(request, callOptions(context));
      return context.json({ noted: request.events.length });
    },
  },
];
