import type { JsonObject } from "@dossier/core/json";
import type { ProgressListener } from "../operation/mod.ts";

/** A service, as far as a door needs it. */
export interface DoorService {
  /** The trees, with the names by which requests name them, and their absolute paths. */
  readonly roots: readonly { readonly name: string; readonly path: string }[];
  /** Returns the answer of an operation, about the tree that the request names. */
  readonly call: (
    name: string,
    request: object,
    options: {
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: ProgressListener | undefined;
    },
  ) => Promise<unknown>;
}

/** Where programs find a door. */
export interface DoorPlaces {
  /** The user's cache folder. */
  readonly cache: string;
  /** The user's home, which callers must have as well; undefined where there is none. */
  readonly home: string | undefined;
}

/** Ways by which programs of this user on this machine reach a service, beside its own edges. */
export interface Doors {
  /** Answers for the trees of a service until the result is disposed of. Rejects when it can not listen. */
  open(service: DoorService, places: DoorPlaces): Promise<AsyncDisposable>;
  /**
   * Returns the id of the session of a host that calls an MCP tool; undefined when it is not known what that session
   * holds, or when the caller holds nothing of it, as a subagent does.
   *
   * @param meta The `_meta` of the call.
   */
  findSession(meta: JsonObject): string | undefined;
}
