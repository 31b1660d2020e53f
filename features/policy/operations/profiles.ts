import type { Engine } from "@dossier/retrieval/engine";
import {
  componentField,
  JSON_TYPE,
  listField,
  type Operation,
  type RequestOf,
  required,
} from "@dossier/retrieval/operation";
import type { ComposedContext } from "../compose_profile.ts";
import type { ProfileEntry } from "../list_profiles.ts";
import { policiesOf } from "../policies_of.ts";
import { TREE_PROBLEMS } from "@dossier/retrieval/problems";
import { ROOT_FIELD, ROOT_FIELDS, type RootRequest } from "@dossier/retrieval/fields";
import { POLICY_PROBLEMS, PROFILE_FIELD, PROFILE_PROBLEMS } from "../request_fields.ts";

const LISTED = { profiles: required(listField("", componentField("ProfileEntry"))) };

/** Lists all profiles, sorted by id, including those that cannot be read. */
export const PROFILES_OPERATION: Operation<RootRequest, readonly ProfileEntry[], Engine> = {
  name: "profiles",
  summary: "All profiles, also those that cannot be read",
  fields: ROOT_FIELDS,
  async run(engine) {
    const { listProfiles } = await import("../list_profiles.ts");
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

const FIELDS = { id: required(PROFILE_FIELD), root: ROOT_FIELD };

/** Names a profile. */
export type ProfileRequest = RequestOf<typeof FIELDS>;

/** Composes a profile without inputs. */
export const PROFILE_OPERATION: Operation<ProfileRequest, ComposedContext, Engine> = {
  name: "profile",
  summary: "Parts of a profile: its chain, texts and tools; an ID may contain slashes",
  fields: FIELDS,
  async run(engine, { id }) {
    const { composeProfile } = await import("../compose_profile.ts");
    return await composeProfile({ profile: id, isPartial: true }, await policiesOf(engine));
  },
  http: {
    method: "get",
    path: "/v1/profiles/{id}",
    multiSegmentField: "id",
    answers: [{ type: JSON_TYPE, schema: "ComposedContext" }],
    problems: [...TREE_PROBLEMS, ...PROFILE_PROBLEMS],
  },
};
