import type {
  DocumentKind,
  FileLines,
  FragmentForm,
  FragmentPosition,
  FragmentRole,
  FragmentTrust,
  Location,
  Omission,
  OmissionReason,
} from "@dossier/core";
import { fileSource } from "@dossier/core/fragment";
import type { State } from "./open_state.ts";
import type { RecordedFragment, RecordedRequest } from "./record.ts";
import { joinTexts, readTexts } from "./shared_texts.ts";
import { stateError } from "./state_error.ts";

const SELECT_FRAGMENTS = `SELECT source, path, start_line, end_line, content_hash, file_hash,
  position, form, trust, tokens, score, kind, role, slug, freshness, details
  FROM fragments WHERE record = ? ORDER BY rank`;
const SELECT_OMISSIONS = `SELECT source, path, start_line, end_line, tokens, reason
  FROM omissions WHERE record = ? ORDER BY rank`;

/** Where something is from: a source, or lines of a file. */
type PlaceColumns = [
  source: string | null,
  path: string | null,
  startLine: number | null,
  endLine: number | null,
];

type FragmentRow = [
  ...PlaceColumns,
  hash: string,
  fileHash: string,
  position: FragmentPosition,
  form: FragmentForm,
  trust: FragmentTrust,
  tokens: number,
  score: number,
  kind: DocumentKind | null,
  role: FragmentRole | null,
  slug: string | null,
  freshness: number | null,
  details: string,
];

type OmissionRow = [...PlaceColumns, tokens: number, reason: OmissionReason];

/** What of a fragment is no column. */
type Details =
  & Pick<Location, "language" | "symbol">
  & Pick<RecordedFragment, "edited" | "remark" | "reasons" | "explanation" | "shown" | "keys">;

/** Returns the fragments of a record in their order, in the caller's transaction. */
export function readFragments(state: State, record: number): RecordedFragment[] {
  const rows = state.statement(SELECT_FRAGMENTS).all(record) as unknown as FragmentRow[];
  return rows.map((row) => {
    const [source, path, startLine, endLine, hash, fileHash, position, form, trust, ...more] = row;
    const [tokens, score, kind, role, slug, freshness, json] = more;
    const { language, symbol, ...details } = state.parse<Details>(json);
    return {
      ...readPlace([source, path, startLine, endLine], (lines) => ({
        ...{ path: lines.path, kind: kind!, language },
        ...{ startLine: lines.startLine, endLine: lines.endLine },
        ...(symbol === undefined ? {} : { symbol }),
      })),
      ...(role === null ? {} : { role }),
      ...{ position, form, trust, score, tokens, hash, fileHash },
      ...(slug === null ? {} : { slug }),
      ...(freshness === null ? {} : { freshness }),
      ...details,
    };
  });
}

/** Returns the omissions of a record in their order, in the caller's transaction. */
export function readOmissions(state: State, record: number): Omission[] {
  const rows = state.statement(SELECT_OMISSIONS).all(record) as unknown as OmissionRow[];
  return rows.map(([source, path, startLine, endLine, tokens, reason]) => ({
    ...readPlace([source, path, startLine, endLine], (lines) => lines),
    tokens,
    reason,
  }));
}

function readPlace<Lines extends FileLines>(
  [source, path, startLine, endLine]: PlaceColumns,
  toLocation: (lines: FileLines) => Lines,
): { readonly source: string; readonly location?: Lines } {
  if (path === null || startLine === null || endLine === null) return { source: source! };
  const location = toLocation({ path, startLine, endLine });
  return { source: fileSource(location), location };
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
