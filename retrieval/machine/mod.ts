/**
 * Access to the machine for all wings: errors, optional packages, patterns that cannot hang, the
 * state folder, locks, threads, processes, SQLite, and files that are opened without following
 * links.
 *
 * @module
 */

export { BoundedMap } from "./bounded_map.ts";
export { addChecksums, checksum, type ColumnValue } from "./checksum.ts";
export { checkStateFolder, findStateObstacle, tightenStateFiles } from "./check_state_folder.ts";
export { compilePattern, MAX_TEXT_CHARACTERS } from "./compile_pattern.ts";
export {
  type DecodedText,
  decodeFile,
  decodeText,
  isUnicode,
  UNKNOWN_ENCODING,
} from "./decode_text.ts";
export { blobId, contentHash, textHash } from "./file_content.ts";
export {
  type FileCondition,
  fileCondition,
  isDamage,
  isDiskFull,
  RetrievalError,
  type RetrievalErrorCode,
  toStoreError,
} from "./errors.ts";
export {
  fileIdentity,
  fillBytes,
  listEntries,
  listNames,
  lstatOrUndefined,
  openPrivateFile,
  RACY_MS,
  realPathOrUndefined,
} from "./file_info.ts";
export { draftPath, removeStaleDrafts, writeAtomically } from "./draft_path.ts";
export { acquireIndexLock } from "./index_lock.ts";
export {
  isMissing,
  openSameFile,
  readPlainFile,
  readPlainFileAsync,
  readPlainText,
  readPlainTextAsync,
  readSameFile,
  readStart,
  REFUSALS,
} from "./plain_file.ts";
export {
  ENCODER_PACKAGE,
  importPackage,
  installCommand,
  isPackageInstalled,
  locatePackageFile,
  type PackageFile,
  PRESET_PACKAGE,
  TOKENIZER_PACKAGE,
} from "./packages.ts";
export { waitForPendingCalls } from "./thread_priority.ts";
export { basename, dirname, join } from "./paths.ts";
export { IS_BUNDLED, PROGRAM, VERSION } from "./program.ts";
export { type ReadLine, readLines } from "./read_lines.ts";
export {
  checkRunPermission,
  type ProcessOptions,
  type ProcessResult,
  runProcess,
} from "./run_process.ts";
export { Connection, openDatabase, retryWhileBusy } from "./sqlite/connection.ts";
export { copyDatabase, databaseBytes, hasLog, isEmptyFile } from "./sqlite/copy_database.ts";
export {
  type DatabaseHealth,
  inspectDatabase,
  type InspectOptions,
} from "./sqlite/inspect_database.ts";
export { FOREIGN_DATABASE, openOwnDatabase, writeApplicationId } from "./sqlite/own_database.ts";
export { listStateFolders, openStateDirectory, type StateDirectory } from "./state_directory.ts";
export {
  callThread,
  serveThread,
  startWorker,
  Thread,
  type ThreadCallOptions,
  ThreadFailure,
  type WorkerLimits,
  type WorkerThread,
} from "./thread.ts";
export { signalAfter, waitWithin } from "./wait_within.ts";
