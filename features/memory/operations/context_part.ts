import { booleanField, type OperationPart, withFlag } from "@dossier/retrieval/operation";

/** The option for memory in a bundle; see `MemoryRequestOptions`. */
export const MEMORY_PART: OperationPart = {
  fields: {
    question: {
      memory: withFlag(
        withFlag(
          booleanField(
            "True to include observations of earlier sessions; by default the setting of the project",
          ),
          "--memory",
          "Include current observations of earlier sessions",
        ),
        "--no-memory",
        "Exclude observations of earlier sessions",
        { value: false },
      ),
    },
  },
};
