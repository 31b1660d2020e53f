import { given, type OperationPart, truth } from "@dossier/retrieval/operation";

/** The option for memory in a bundle; see `MemoryRequestOptions`. */
export const MEMORY_PART: OperationPart = {
  fields: {
    question: {
      memory: given(
        given(
          truth(
            "Whether it has what earlier sessions learned; by default as the project has it set",
          ),
          "--memory",
          "Tell what earlier sessions learned, where it holds",
        ),
        "--no-memory",
        "Leave out what earlier sessions learned",
        { value: false },
      ),
    },
  },
};
