/**
 * The thread of a server that reads what hosts have written of sessions that are over. It lets the threads go first that
 * answer.
 *
 * @module
 */

import { FEATURES } from "@dossier/features";
import { openEngine } from "@dossier/retrieval/engine";
import { giveWay, serveThread } from "@dossier/retrieval/threads";
import { type CaptureRequest, captureTranscripts } from "./capture.ts";

serveThread(() => ({
  async call(_, request) {
    await giveWay();
    const { root, cache, session } = request as CaptureRequest;
    using engine = await openEngine({ root, cache, indexesHere: true, features: FEATURES });
    return await captureTranscripts(engine, { session });
  },
}));
