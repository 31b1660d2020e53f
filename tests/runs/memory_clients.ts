import { type Outcome, OUTCOMES } from "../../features/memory/core/mod.ts";
import { seededRandom } from "./generated_tree.ts";

/** Pause of a client before it repeats a request, in milliseconds. */
const PAUSE_MS = 20;

/** Maximum time of an answer of the server. */
const ANSWER_MS = 15_000;

/** Number of observations that all sessions request. */
const ASKED_AGAIN = 4;

const SYLLABLES = ["ba", "re", "mi", "to", "ku", "sen", "dar", "pol", "vix", "gan", "lor", "zet"];

/** Text in the queue of a session. */
export interface AcknowledgedText {
  readonly session: string;
  readonly text: string;
  readonly delivery: string;
}

/** Options of {@link AskingClients}. */
export interface ClientOptions {
  /** File with the address of the server, which changes. */
  readonly address: string;
  /** Makes all that is random. */
  readonly seed: number;
  /** Sessions that receive texts. */
  readonly sessions: readonly string[];
}

/**
 * Clients of a server that is killed again and again: some send texts to sessions; one states
 * observations, requests them in its own sessions, and sends their outcomes. A request without an
 * answer is repeated, as it is unknown whether it was executed.
 */
export class AskingClients {
  /** Requests that the server has acknowledged. */
  readonly texts: AcknowledgedText[] = [];
  /** Contents of observations by their ids. */
  readonly observations = new Map<string, string>();
  /** Outcomes by their sessions. */
  readonly outcomes = new Map<string, Outcome>();
  /** Requested texts of each session, acknowledged or not. */
  readonly asked = new Map<string, Set<string>>();
  /** Wrong answers of the server. */
  readonly failures: string[] = [];
  readonly #address: string;
  readonly #random: () => number;
  readonly #done: Promise<unknown>;
  #isOver = false;

  /** Starts the requests. */
  constructor({ address, seed, sessions }: ClientOptions) {
    this.#address = address;
    this.#random = seededRandom(seed + 1);
    this.#done = Promise.all([...sessions.map((session) => this.#tell(session)), this.#learn()]);
  }

  /** Number of rows that were acknowledged so far. */
  get acknowledged(): number {
    return this.texts.length + this.observations.size + this.outcomes.size;
  }

  /** Stops the requests, after the pending ones are answered. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #tell(session: string): Promise<void> {
    const asked = new Set<string>();
    this.asked.set(session, asked);
    for (let number = 0; !this.#isOver; number++) {
      const text = `Text ${number} of ${session}: ${this.#sentence()}`;
      asked.add(text);
      const answer = await this.#ask(`sessions/${session}/injects`, { text });
      if (answer !== undefined) this.texts.push({ session, text, delivery: answer.delivery });
    }
  }

  async #learn(): Promise<void> {
    for (let number = 0; !this.#isOver; number++) {
      const content = this.#sentence();
      const stated = await this.#ask("memory", { content, paths: ["src/upload.py"] });
      if (stated !== undefined && stated.same !== "near") this.observations.set(stated.id, content);
      const session = `work ${number}`;
      // Some are requested again and again, so that their weights change much.
      const known = [...this.observations.values()].slice(0, ASKED_AGAIN);
      const query = known[Math.floor(this.#random() * known.length)] ?? content;
      await this.#ask(`sessions/${encodeURIComponent(session)}/claim`, { title: query });
      const outcome = OUTCOMES[Math.floor(this.#random() * OUTCOMES.length)]!;
      const path = `sessions/${encodeURIComponent(session)}/outcome`;
      if (await this.#ask(path, { outcome }) !== undefined) this.outcomes.set(session, outcome);
    }
  }

  /**
   * Repeats a request until it is answered, and returns the answer; undefined when the clients are
   * stopped, or for a refusal.
   */
  // deno-lint-ignore no-explicit-any -- what a server answers, of which tests read what they know
  async #ask(path: string, body: object): Promise<any> {
    while (!this.#isOver) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      try {
        const response = await fetch(`${Deno.readTextFileSync(this.#address)}/v1/${path}`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Accept: "application/json" },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(ANSWER_MS),
        });
        const answer = await response.json();
        if (response.ok) return answer;
        // The database was killed, or the server is about to end.
        if (response.status === 503) continue;
        this.failures.push(`${path} was answered ${response.status} ${JSON.stringify(answer)}`);
        return undefined;
      } catch {
        // The server was killed, or there is none.
      }
    }
  }

  /** Returns words that were not used before. */
  #sentence(): string {
    const pick = () => SYLLABLES[Math.floor(this.#random() * SYLLABLES.length)]!;
    return Array.from({ length: 12 }, () => pick() + pick() + pick()).join(" ");
  }
}
