import { choice, given, type OperationPart, truth, withFacts } from "@dossier/retrieval/operation";

/** The tiers of a bundle; see `TierGivingOptions`. */
export const TIERS_PART: OperationPart = {
  fields: {
    question: {
      tiers: given(
        // The values of `core/context_manifest.ts`, which a test compares: options are parsed
        // without loading it.
        choice(
          "What is given of the tiers that the manifest declares; by default what is due",
          ["none", "identity", "workflow", "all"],
        ),
        "--tiers NAME",
        "Give these tiers (what is due)",
      ),
      allowPlugins: withFacts(
        given(truth(""), "--allow-plugins", "Run what the manifest names as plugins"),
        { isLocal: true },
      ),
    },
  },
};
