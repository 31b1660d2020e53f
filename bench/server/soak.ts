import { seededRandom } from "../../tests/runs/generated_tree.ts";
import { percentile } from "../speed/percentile.ts";
import { HttpConnection } from "./http_connection.ts";
import { type ProcessFigures, readProcess } from "./process_figures.ts";
import { get, postJson } from "./requests.ts";

/** Number of clients at once; each waits for its response before the next request. */
const CLIENTS = 8;

/** Number of requests after which memory should be stable, and between two reports. */
const REPORT_EVERY = 20_000;

/** Number of requests between two measurements of memory. */
const SAMPLE_EVERY = 1_000;

/** Number of sessions of agents. */
const SESSIONS = 200;

/** Result of {@link soak}. */
export interface SoakFigures {
  /** Figures of the process during the first {@link REPORT_EVERY} requests. */
  readonly afterWarmUp: ProcessFigures;
  /** Figures of the process during the last ones. */
  readonly end: ProcessFigures;
  /** Number of responses by status; 0 for requests whose client disconnected. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Options of {@link soak}. */
export interface SoakOptions {
  /** Id of the server's process. */
  readonly pid: number;
  readonly requests: number;
  readonly questions: readonly string[];
  /** Paths of files, relative to the root. */
  readonly files: readonly string[];
  /** Called after every {@link REPORT_EVERY} requests. */
  readonly onReport: (requests: number, figures: ProcessFigures) => void;
}

/** Kind of request: its share of a hundred, and a function that makes one. */
interface RequestKind {
  readonly percent: number;
  readonly make: (number: number) => Uint8Array;
  /** True when the client disconnects without waiting for the response. */
  readonly disconnects?: boolean;
}

/**
 * Sends requests of all kinds to a server, and returns the figures of its process. Memory is the
 * median of the measurements meanwhile: between two full garbage collections of its threads it
 * rises and falls by 100 MB.
 */
export async function soak(
  address: Pick<Deno.NetAddr, "hostname" | "port">,
  { pid, requests, onReport, ...what }: SoakOptions,
): Promise<SoakFigures> {
  const kinds = listKinds(what);
  const random = seededRandom(1);
  const statuses = new Map<number, number>();
  let settled: ProcessFigures | undefined;
  let samples: ProcessFigures[] = [];
  let next = 0;
  const report = (done: number) => {
    const figures = {
      ...samples.at(-1)!,
      residentMb: percentile(samples.map(({ residentMb }) => residentMb), 50),
    };
    samples = [];
    settled ??= figures;
    onReport(done, figures);
    return figures;
  };
  const sendRequests = async () => {
    let connection = await HttpConnection.open(address);
    while (next < requests) {
      const number = next++;
      if (number > 0 && number % SAMPLE_EVERY === 0) samples.push(await readProcess(pid));
      if (number > 0 && number % REPORT_EVERY === 0) report(number);
      const { make, disconnects = false } = chooseKind(kinds, random() * 100);
      const answer = connection.send(make(number));
      let status = 0;
      if (disconnects) {
        answer.catch(() => {});
        // This waits until the request has been sent, and possibly begun.
        await new Promise((resolve) => setTimeout(resolve, random() * 4));
        connection[Symbol.dispose]();
        connection = await HttpConnection.open(address);
      } else ({ status } = await answer);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    connection[Symbol.dispose]();
  };
  await Promise.all(Array.from({ length: CLIENTS }, sendRequests));
  samples.push(await readProcess(pid));
  const end = report(requests);
  return { afterWarmUp: settled ?? end, end, statuses };
}

function listKinds({ questions, files }: Pick<SoakOptions, "questions" | "files">): RequestKind[] {
  const question = (number: number) => questions[number % questions.length]!;
  const search = (number: number) => postJson("/v1/search", { query: question(number) });
  const session = (number: number) => `soak-${number % SESSIONS}`;
  return [
    { percent: 50, make: search },
    { percent: 10, make: (number) => postJson("/v1/context", { query: question(number) }) },
    {
      percent: 5,
      make: (number) =>
        postJson("/v1/context", { query: question(number), session: session(number) }),
    },
    {
      percent: 5,
      make: (number) =>
        postJson("/v1/need", {
          text: `NEED_CODE: ${files[number % files.length]}:1-20`,
          session: session(number),
        }),
    },
    { percent: 3, make: (number) => postJson("/v1/explain", { query: question(number) }) },
    { percent: 5, make: () => get("/v1/status") },
    { percent: 7, make: (number) => get(`/v1/log?limit=${1 + number % 50}`) },
    { percent: 4, make: () => postJson("/v1/search", { query: 7 }) },
    { percent: 3, make: () => postJson("/v1/search", { query: "" }) },
    { percent: 4, make: (number) => get(`/nowhere/${number}`) },
    { percent: 4, make: search, disconnects: true },
  ];
}

function chooseKind(kinds: readonly RequestKind[], percent: number): RequestKind {
  let left = percent;
  return kinds.find((kind) => (left -= kind.percent) < 0) ?? kinds[0]!;
}
