/**
 * Fields of requests about profiles, and the errors that may occur.
 *
 * @module
 */

import type { JsonObject } from "@dossier/core/text";
import { MAX_NAME_LENGTH, nameField } from "@dossier/retrieval/fields";
import { mapField, type RequestField, UsageError } from "@dossier/retrieval/operation";

/** Maximum number of inputs of a profile. */
const MAX_INPUTS = 256;

/** Id of a profile: a path without extension. */
export const PROFILE_FIELD: RequestField<string> = nameField(
  "Path below the folder of profiles, without extension, such as review/security",
);

/** Inputs of a profile. */
export const INPUTS_FIELD: RequestField<JsonObject> = mapField(
  "Inputs of the profile, by name",
  { kind: "any" },
  { names: MAX_NAME_LENGTH, max: MAX_INPUTS },
) as RequestField<JsonObject>;

/**
 * Returns the inputs of `--input NAME=VALUE` options, by name.
 *
 * @throws {UsageError} For one without a name or a value.
 */
export function parseInputs(written: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    written.map((one) => {
      const [name = "", ...value] = one.split("=");
      if (name !== "" && value.length > 0) return [name, value.join("=")];
      throw new UsageError(`Cannot use "${one}" as an input: write NAME=VALUE`);
    }),
  );
}

/** Codes of errors in the policies of a tree. */
export const POLICY_PROBLEMS: readonly string[] = ["invalid-policy", "invalid-item-id"];

/** Codes of errors in a profile. */
export const PROFILE_PROBLEMS: readonly string[] = [
  ...POLICY_PROBLEMS,
  ...["profile-not-found", "invalid-profile", "circular-profile", "tampered-item"],
  ...["invalid-hooks", "invalid-capability", "risk-not-acknowledged", "invalid-limits"],
];

/** Codes of errors in a composition. */
export const COMPOSITION_PROBLEMS: readonly string[] = [
  ...PROFILE_PROBLEMS,
  ...["invalid-inputs", "limit-exceeded", "nothing-permitted", "invalid-transcript"],
];
