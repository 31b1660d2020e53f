import { type OperationPart, UsageError, withFacts, withFlag } from "@dossier/retrieval/operation";
import {
  COMPOSITION_PROBLEMS,
  INPUTS_FIELD,
  parseInputs,
  PROFILE_FIELD,
} from "../request_fields.ts";

/** The profile whose texts a bundle contains, and its inputs; see `ProfileOptions`. */
export const PROFILE_PART: OperationPart = {
  fields: {
    session: {
      profile: withFlag(
        PROFILE_FIELD,
        "--profile ID",
        "A profile whose texts are included with the code",
      ),
      inputs: withFlag(
        INPUTS_FIELD,
        "--input NAME=VALUE",
        "An input of the profile; more may follow",
        { parse: parseInputs },
      ),
    },
  },
  toolFields: {
    session: {
      // Shown in words, which cost less than a schema.
      profile: withFacts(PROFILE_FIELD, {
        help: "Id of a profile to follow",
        isDescribedInProse: true,
      }),
      inputs: withFacts(INPUTS_FIELD, { help: "{name: value} for it", isDescribedInProse: true }),
    },
  },
  // For the OpenAPI document: the engine reports it as a sentence.
  extraSchema: { dependentRequired: { inputs: ["profile"] } },
  problems: COMPOSITION_PROBLEMS,
  checkCommand({ inputs, profile }) {
    if (inputs !== undefined && profile === undefined) {
      throw new UsageError("Cannot use --input without a profile: add --profile");
    }
  },
};
