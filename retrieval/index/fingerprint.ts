import { ANALYZER_VERSION } from "@dossier/core/text";

/**
 * Raised when the schema, the chunkers, the capsules or the outlines change what an index of a tree
 * holds, and when the default exclusions change: those of a configuration are kept in the index as parsed.
 */
const INDEX_VERSION = 16;

/** Stands for the version of the index; one with another fingerprint is built again. */
export const INDEX_FINGERPRINT = `dossier-index-${INDEX_VERSION}-analyzer-${ANALYZER_VERSION}`;
