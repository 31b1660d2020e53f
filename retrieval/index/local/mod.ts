/**
 * Index in a file of this machine, some segments of which may have a remote copy.
 *
 * @module
 */

export { LOCAL_STORE, openLocalIndex } from "./local_store.ts";
export type { NamedBlock } from "./shared/segment_blocks.ts";
export {
  type BlockLocation,
  MissingBlockError,
  type RemoteSegmentStore,
  type RemoteStoreOpener,
  type SharedTree,
  type SharedTreeSegment,
  type TreeCriteria,
} from "./shared/remote_segment_store.ts";
