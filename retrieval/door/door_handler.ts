import type { JsonObject } from "@dossier/core/json";
import type { ProgressListener, RemoteCaller } from "../operation/mod.ts";

/** A service, as far as a door needs it. */
export interface DoorService {
  /** The trees, with the names by which requests name them, and their absolute paths. */
  readonly roots: readonly { readonly name: string; readonly path: string }[];
  /** Returns which of the trees have an index that has been up to date since the service was opened. */
  readiness(): readonly { readonly name: string; readonly hasBeenReady: boolean }[];
  /** Returns the answer of an operation, about the tree that the request names. */
  readonly call: (
    name: string,
    request: object,
    options: {
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: ProgressListener | undefined;
      readonly caller?: RemoteCaller | undefined;
    },
  ) => Promise<unknown>;
}

/** Where programs find a door, and what they must have in common with the service behind it. */
export interface DoorEnvironment {
  /** The user's cache folder. */
  readonly cache: string;
  /** The user's home, which callers must have as well; undefined where there is none. */
  readonly home: string | undefined;
  /** Whether the trees may be what is refused otherwise. @default false */
  readonly anyRoot?: boolean | undefined;
}

/** A program that is at the door. */
export interface DoorCaller {
  /** What it wants. */
  readonly message: unknown;
  /** Aborted when it has gone, or is not waited with any longer. */
  readonly disconnected: AbortSignal;
  /** Returns the next line that it says; undefined when it goes without a word. */
  next(): Promise<string | undefined>;
  /** Sends it a message; rejects when that can not be sent. */
  send(message: object): Promise<void>;
  /** Ends the connection. */
  close(): void;
}

/** Answers one kind of caller: programs of this user on this machine, which reach a service beside its own edges. */
export interface DoorHandler {
  /** What such callers say that they are. */
  readonly kind: string;
  /** The names of commands whose processes ask it, which the door announces. @default none */
  readonly commands?: readonly string[];
  /** Answers a caller. One whose handler returns, or throws, without having sent anything does without. */
  handle(caller: DoorCaller, service: DoorService, environment: DoorEnvironment): Promise<void>;
  /**
   * Returns the id of the session of a host that calls an MCP tool; undefined when it is not known what that session
   * holds, or when the caller holds nothing of it, as a subagent does.
   *
   * @param meta The `_meta` of the call.
   */
  findSession?(meta: JsonObject): string | undefined;
}
