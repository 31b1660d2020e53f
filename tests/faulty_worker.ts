/**
 * Thread that follows test commands, for tests of failing and slow threads.
 *
 * @module
 */

import { serveThread } from "@dossier/retrieval/threads";

/** Time that a thread spins, in milliseconds: much longer than the tests wait for it. */
const SPIN_MS = 1000;

/** Number of objects of 100 bytes: about 3 GB, which a thread with limited memory never reaches. */
const MAX_EATEN = 3e7;

let waiting: (() => void)[] = [];

serveThread<string>((settings, emit) => ({
  async call(method, request, { signal }) {
    switch (method) {
      case "echo":
        return request;
      case "settings":
        return settings;
      case "tell":
        return emit(request);
      case "wait":
        return await new Promise<void>((resolve) => waiting.push(resolve));
      case "release":
        waiting.forEach((resolve) => resolve());
        waiting = [];
        return undefined;
      case "until aborted":
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        return "aborted";
      case "spin":
        // Not forever: the runtime cannot end a thread that never returns from a call
        // (denoland/deno#35657), and this one would slow all later tests.
        for (const end = performance.now() + SPIN_MS; performance.now() < end;);
        return undefined;
      case "eat": {
        const eaten: object[] = [];
        for (let at = 0; at < MAX_EATEN; at++) eaten.push({ at, text: `${at}` });
        return eaten.length;
      }
      case "die":
        setTimeout(() => {
          throw new Error("out of luck");
        });
        return await new Promise(() => {});
      default:
        throw new RangeError(`Cannot ${method}`);
    }
  },
  [Symbol.asyncDispose]: () => Promise.resolve(),
}));
