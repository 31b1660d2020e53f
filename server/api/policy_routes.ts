import type { ErrorCode } from "../problem/mod.ts";
import { callOptions, readBody, readParameters } from "../request/mod.ts";
import {
  COMPOSITION_REQUEST,
  MANIFEST_REQUEST,
  MANIFEST_SESSION,
  PROFILE_ID,
  PROFILE_REQUEST,
  ROOT_REQUEST,
} from "../schema/mod.ts";
import { JSON_TYPE, ROOT_PARAMETER, type Route, STATE_PROBLEMS, TREE_PROBLEMS } from "./route.ts";

/** What may be wrong with the policies of a tree. */
const POLICY_PROBLEMS: readonly ErrorCode[] = [
  ...TREE_PROBLEMS,
  ...["invalid-policy", "invalid-item-id"] as const,
];

/** What may be wrong with a profile. */
const PROFILE_PROBLEMS: readonly ErrorCode[] = [
  ...POLICY_PROBLEMS,
  ...["profile-not-found", "invalid-profile", "circular-profile", "tampered-item"] as const,
  ...["invalid-hooks", "invalid-capability", "risk-not-acknowledged", "invalid-limits"] as const,
];

/** The routes of what agents are told before they start. */
export const POLICY_ROUTES: readonly Route[] = [
  {
    method: "post",
    path: "/v1/compose",
    name: "compose",
    summary: "What an agent is told before it starts: system prompt, first message and tools",
    body: "CompositionRequest",
    answers: [{ type: JSON_TYPE, schema: "RenderedPrompt" }],
    problems: [...PROFILE_PROBLEMS, "invalid-inputs", "limit-exceeded", "nothing-permitted"],
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
    problems: POLICY_PROBLEMS,
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
    problems: PROFILE_PROBLEMS,
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
];
