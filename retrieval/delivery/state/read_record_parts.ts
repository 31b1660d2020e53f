import type {
  DocumentKind,
  Omission,
  OmissionReason,
  PassageForm,
  PassageRole,
} from "@dossier/core";
import type { State } from "./open_state.ts";
import type { RecordedPassage, RecordedRequest } from "./record.ts";
import { joinTexts, readTexts } from "./shared_texts.ts";
import { stateError } from "./state_error.ts";

const SELECT_PASSAGES = `SELECT path, start_line, end_line, content_hash, file_hash, form, tokens,
  score, kind, role, slug, freshness, details FROM passages WHERE record = ? ORDER BY rank`;
const SELECT_OMISSIONS = `SELECT path, start_line, end_line, tokens, reason
  FROM omissions WHERE record = ? ORDER BY rank`;

type PassageRow = [
  path: string,
  startLine: number,
  endLine: number,
  contentHash: string,
  fileHash: string,
  form: PassageForm,
  tokens: number,
  score: number,
  kind: DocumentKind,
  role: PassageRole | null,
  slug: string | null,
  freshness: number | null,
  details: string,
];

type OmissionRow = [
  path: string,
  startLine: number,
  endLine: number,
  tokens: number,
  reason: OmissionReason,
];

/** Returns the passages of a record in their order, in the caller's transaction. */
export function readPassages(state: State, record: number): RecordedPassage[] {
  const rows = state.statement(SELECT_PASSAGES).all(record) as unknown as PassageRow[];
  return rows.map((
    [
      path,
      startLine,
      endLine,
      contentHash,
      fileHash,
      form,
      tokens,
      score,
      kind,
      role,
      slug,
      freshness,
      details,
    ],
  ) => ({
    path,
    startLine,
    endLine,
    contentHash,
    fileHash,
    form,
    tokens,
    score,
    kind,
    ...(role !== null && { role }),
    ...(slug !== null && { slug }),
    ...(freshness !== null && { freshness }),
    details: state.parse(details),
  }));
}

/** Returns the omissions of a record in their order, in the caller's transaction. */
export function readOmissions(state: State, record: number): Omission[] {
  const rows = state.statement(SELECT_OMISSIONS).all(record) as unknown as OmissionRow[];
  return rows.map(([path, startLine, endLine, tokens, reason]) => ({
    path,
    startLine,
    endLine,
    tokens,
    reason,
  }));
}

/** The columns of a record that hold its request. */
export interface RequestColumns {
  /** Number of the record. */
  readonly id: number;
  /** JSON. */
  readonly request: string;
  /** How many of its texts are kept apart from it. */
  readonly texts: number;
}

/**
 * Returns the request of a record, in the caller's transaction.
 *
 * @throws {RetrievalError} `state-damaged` when a text of it is missing.
 */
export function readRequest(state: State, { id, request, texts }: RequestColumns): RecordedRequest {
  const kept = state.parse<RecordedRequest>(request);
  if (texts === 0) return kept;
  const found = readTexts(state, id);
  if (found.length !== texts) throw stateError("damaged", state.path);
  return joinTexts(kept, found);
}
