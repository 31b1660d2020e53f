import { toPostgresError } from "./postgres_error.ts";
import { parsePostgresPlace } from "./postgres_place.ts";
import { connectionSettings } from "./connection_settings.ts";

/** Jobs that any machine of a team may do, each of them at least once. */
export interface Jobs extends AsyncDisposable {
  /** Puts a job into the queue of a name, and returns its id. */
  send(name: string, payload: object): Promise<string>;
  /** Does the jobs of a name, one at a time, from now on. One whose handler throws is tried again. */
  work(name: string, handler: (payload: object) => Promise<void>): Promise<void>;
}

/** Options of {@link openJobs}. */
export interface OpenJobsOptions {
  /** Is told what goes wrong while nobody waits for an answer, such as a server that is gone for a while. */
  readonly onError: (error: unknown) => void;
}

/** Connections of the jobs of a process at most. */
const MAX_CONNECTIONS = 2;

/**
 * Returns the jobs that are kept in a schema of a database, made when there is none.
 *
 * @param url Address of the database; see `parsePostgresPlace`.
 * @param schema Of its own, as the tables in it are those of the package `pg-boss`.
 * @throws {RetrievalError} `invalid-config` for what is no address, `state-unreachable`, `state-refused`.
 */
export async function openJobs(
  url: string,
  schema: string,
  { onError }: OpenJobsOptions,
): Promise<Jobs> {
  const place = parsePostgresPlace(url);
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    ...connectionSettings(place),
    schema,
    max: MAX_CONNECTIONS,
    // Nothing is done at times of day, and nobody asks which machines there are.
    schedule: false,
    registerInstance: false,
  });
  // Without a listener it would end the process.
  boss.on("error", (error) => onError(toPostgresError(error, place)));
  const named = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw toPostgresError(error, place);
    }
  };
  await named(() => boss.start());
  const queues = new Set<string>();
  const makeQueue = async (name: string) => {
    if (queues.has(name)) return;
    await boss.createQueue(name);
    queues.add(name);
  };
  return {
    send: (name, payload) =>
      named(async () => {
        await makeQueue(name);
        const id = await boss.send(name, payload);
        if (id === null) throw new Error(`Cannot send a job to "${name}": it was not taken`);
        return id;
      }),
    work: (name, handler) =>
      named(async () => {
        await makeQueue(name);
        await boss.work<object>(name, async ([job]) => {
          if (job !== undefined) await handler(job.data);
        });
      }),
    async [Symbol.asyncDispose]() {
      await boss.stop();
    },
  };
}
