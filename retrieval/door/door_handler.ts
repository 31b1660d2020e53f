import type { JsonObject } from "@dossier/core/json";
import type { ProgressListener, RemoteCaller } from "../operation/mod.ts";

/** Service that a door gives access to. */
export interface DoorService {
  /** Trees, with their names in requests and their absolute paths. */
  readonly roots: readonly { readonly name: string; readonly path: string }[];
  /** Returns for each tree whether its index has been up to date since the service was opened. */
  readiness(): readonly { readonly name: string; readonly hasBeenReady: boolean }[];
  /** Returns the response of an operation, for the tree that the request names. */
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

/** Location of the announcements of a door, and values that callers and the service must share. */
export interface DoorEnvironment {
  /** The user's cache folder. */
  readonly cache: string;
  /** The user's home folder, which callers must share; undefined when there is none. */
  readonly home: string | undefined;
  /** True when the trees may be folders that are refused otherwise. @default false */
  readonly anyRoot?: boolean | undefined;
}

/** Program that has connected to the door. */
export interface DoorCaller {
  /** First message of the caller. */
  readonly message: unknown;
  /** Aborted when the caller has disconnected, or the connection was closed. */
  readonly disconnected: AbortSignal;
  /** Returns the next line of the caller; undefined when it disconnects. */
  next(): Promise<string | undefined>;
  /** Sends a message to the caller; rejects when it cannot be sent. */
  send(message: object): Promise<void>;
  /** Closes the connection. */
  close(): void;
}

/**
 * Handler of one kind of caller: programs of this user on this machine, which use a service without
 * HTTP or MCP.
 */
export interface DoorHandler {
  /** Kind that such callers state. */
  readonly kind: string;
  /** Names of commands whose processes may call it, which the door announces. @default none */
  readonly commands?: readonly string[];
  /**
   * Answers a caller. When it returns or throws without having sent anything, the caller continues
   * without the service.
   */
  handle(caller: DoorCaller, service: DoorService, environment: DoorEnvironment): Promise<void>;
  /**
   * Returns the id of the host's session that calls an MCP tool; undefined when its content is
   * unknown, or the caller does not share it, like a subagent.
   *
   * @param meta The `_meta` of the call.
   */
  findSession?(meta: JsonObject): string | undefined;
}
