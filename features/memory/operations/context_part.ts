import { given, type OperationPart, truth } from "@dossier/retrieval/operation";

/** Whether a bundle is made with what earlier sessions learned; see `MemoryRequestOptions`. */
export const MEMORY_PART: OperationPart = {
  fields: {
    question: {
      memory: given(
        truth(
          "Whether it is made with what earlier sessions learned; by default as the project has it set",
        ),
        "--no-memory",
        "Leave out what earlier sessions learned",
        { value: false },
      ),
    },
  },
};
