/**
 * Index in a file of this machine, some segments of which may have a remote copy.
 *
 * @module
 */

export { LOCAL_STORE, openLocalIndex } from "./local_store.ts";
export type { NamedBlock } from "./shared/segment_blocks.ts";
export {
  type BlockPlace,
  LostBlock,
  type OpenHome,
  type SegmentHome,
  type SharedTree,
  type SharedTreeSegment,
  type TreeKind,
} from "./shared/segment_home.ts";
