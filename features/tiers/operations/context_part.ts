import {
  booleanField,
  choiceField,
  type OperationPart,
  withFacts,
  withFlag,
} from "@dossier/retrieval/operation";

/** The tiers of a bundle; see `TierGivingOptions`. */
export const TIERS_PART: OperationPart = {
  fields: {
    question: {
      tiers: withFlag(
        // The values of `core/context_manifest.ts`, which a test compares: options are parsed
        // without loading it.
        choiceField(
          "What is given of the tiers that the manifest declares; by default what is due",
          ["none", "identity", "workflow", "all"],
        ),
        "--tiers NAME",
        "Give these tiers (what is due)",
      ),
      allowPlugins: withFacts(
        withFlag(booleanField(""), "--allow-plugins", "Run what the manifest names as plugins"),
        { isLocal: true },
      ),
    },
  },
};
