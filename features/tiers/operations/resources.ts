import { isContextError } from "@dossier/core/errors";
import { countCodePoints } from "@dossier/core/text";
import type { ContextResource } from "../core/mod.ts";
import type { Engine } from "@dossier/retrieval/engine";
import { type Operation, type RequestOf, required, textField } from "@dossier/retrieval/operation";
import type { ReadResource } from "../read_resource.ts";
import { missingManifestError, openTiersOfEngine } from "./manifest.ts";
import { ROOT_FIELD, ROOT_FIELDS, type RootRequest, sessionField } from "@dossier/retrieval/fields";

/** Lists the resources that the manifest of a tree offers to hosts; empty without a manifest. */
export const RESOURCES_OPERATION: Operation<RootRequest, readonly ContextResource[], Engine> = {
  name: "resources",
  summary: "Resources of the manifest that hosts may read by URI",
  fields: ROOT_FIELDS,
  run: async (engine) => (await openTiersOfEngine(engine)).resources(),
};

const FIELDS = {
  root: ROOT_FIELD,
  uri: required(textField("URI, such as dossier://docs/adrs/")),
  session: sessionField("The reading session; without it, the read is not recorded"),
};

/** The URI of a resource, and the session that reads it. */
export type ResourceRequest = RequestOf<typeof FIELDS>;

/** Returns the text of a URI, and records that a session has read it. */
export const RESOURCE_OPERATION: Operation<ResourceRequest, ReadResource, Engine> = {
  name: "resource",
  summary: "Content of a URI of the manifest",
  fields: FIELDS,
  async run(engine, { uri, session }) {
    const tiers = await openTiersOfEngine(engine);
    try {
      return await tiers.readResource(uri, { session });
    } catch (error) {
      if (!isContextError(error) || error.code !== "invalid-uri") throw error;
      throw await tiers.problems() === undefined ? missingManifestError(`read "${uri}"`) : error;
    }
  },
  events: ({ uri, text, tokens }, { session }) => [{
    kind: "context_injected",
    data: {
      ...(session === undefined ? {} : { session }),
      before: [uri],
      after: [],
      blocks: [{
        id: uri,
        position: "before",
        chars: countCodePoints(text),
        tokens,
        source: "manifest",
      }],
      skipped: [],
    },
  }],
};
