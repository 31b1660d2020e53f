import { choice, given, type OperationPart, truth, withFacts } from "@dossier/retrieval/operation";

/** What a bundle is to hold of what the manifest declares; see `TierGivingOptions`. */
export const TIERS_PART: OperationPart = {
  fields: {
    question: {
      tiers: given(
        // The words of `core/context_manifest.ts`, which a test compares: options are parsed without it.
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
