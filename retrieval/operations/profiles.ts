import type { Engine } from "../engine.ts";
import {
  component,
  JSON_TYPE,
  list,
  type Operation,
  type RequestOf,
  required,
  withFacts,
} from "../operation/mod.ts";
import type { ComposedContext, ProfileEntry } from "@dossier/policy";
import { POLICY_PROBLEMS, PROFILE_PROBLEMS, TREE_PROBLEMS } from "./problems.ts";
import { PROFILE_FIELD, ROOT_FIELD, ROOT_FIELDS, type RootRequest } from "./shared_fields.ts";

const LISTED = { profiles: required(list("", component("ProfileEntry"))) };

/** All profiles, sorted by id, also those that can not be read. */
export const PROFILES_OPERATION: Operation<RootRequest, readonly ProfileEntry[], Engine> = {
  name: "profiles",
  summary: "The profiles there are, also those that can not be read",
  fields: ROOT_FIELDS,
  async run(engine) {
    const { listProfiles, policiesOf } = await import("@dossier/policy");
    return await listProfiles(await policiesOf(engine));
  },
  http: {
    method: "get",
    path: "/v1/profiles",
    answers: [{ type: JSON_TYPE, schema: "ProfileList", fields: LISTED }],
    problems: [...TREE_PROBLEMS, ...POLICY_PROBLEMS],
    toBody: (profiles) => ({ profiles }),
  },
};

const FIELDS = { id: required(withFacts(PROFILE_FIELD, { flags: [] })), root: ROOT_FIELD };

/** Names a profile. */
export type ProfileRequest = RequestOf<typeof FIELDS>;

/** What a profile is composed of without inputs. */
export const PROFILE_OPERATION: Operation<ProfileRequest, ComposedContext, Engine> = {
  name: "profile",
  summary: "What a profile is made of: its chain, its texts, its tools; an id may hold slashes",
  fields: FIELDS,
  async run(engine, { id }) {
    const { composeProfile, policiesOf } = await import("@dossier/policy");
    return await composeProfile({ profile: id, isPartial: true }, await policiesOf(engine));
  },
  http: {
    method: "get",
    path: "/v1/profiles/{id}",
    longField: "id",
    answers: [{ type: JSON_TYPE, schema: "ComposedContext" }],
    problems: [...TREE_PROBLEMS, ...PROFILE_PROBLEMS],
  },
};
