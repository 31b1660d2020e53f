/**
 * The thread of a server that reads transcripts of finished sessions. It yields to the threads that
 * respond.
 *
 * @module
 */

import { FEATURES } from "@dossier/features";
import { openEngine } from "@dossier/retrieval/engine";
import { lowerPriority, serveThread } from "@dossier/retrieval/threads";
import { type CaptureRequest, captureTranscripts } from "./capture.ts";

serveThread(() => ({
  async call(_, request) {
    await lowerPriority();
    const { root, cache, session } = request as CaptureRequest;
    using engine = await openEngine({
      root,
      cache,
      indexesInCallingThread: true,
      features: FEATURES,
    });
    return await captureTranscripts(engine, { session });
  },
}));
