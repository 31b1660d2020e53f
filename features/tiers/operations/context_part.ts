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
          "Tiers of the manifest to include; by default those that are due",
          ["none", "identity", "workflow", "all"],
        ),
        "--tiers NAME",
        "Include these tiers (those that are due)",
      ),
      allowPlugins: withFacts(
        withFlag(booleanField(""), "--allow-plugins", "Run the plugins that the manifest names"),
        { isLocal: true },
      ),
    },
  },
};
