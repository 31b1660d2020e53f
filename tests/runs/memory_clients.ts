import { type Outcome, OUTCOMES } from "../../features/memory/core/mod.ts";
import { seededRandom } from "./generated_tree.ts";

/** How long a client waits before it asks again, in milliseconds. */
const PAUSE_MS = 20;

/** How long the server may take to answer. */
const ANSWER_MS = 15_000;

/** Observations that are asked for in all sessions. */
const ASKED_AGAIN = 4;

const SYLLABLES = ["ba", "re", "mi", "to", "ku", "sen", "dar", "pol", "vix", "gan", "lor", "zet"];

/** A text that was put into the queue of a session. */
export interface AcknowledgedText {
  readonly session: string;
  readonly text: string;
  readonly delivery: string;
}

/** Options of {@link AskingClients}. */
export interface ClientOptions {
  /** A file with the address of the server, which changes. */
  readonly address: string;
  /** Makes all that is random. */
  readonly seed: number;
  /** Sessions that are told something. */
  readonly sessions: readonly string[];
}

/**
 * Clients of a server that is killed again and again: some tell sessions something, one states observations and asks for
 * them in sessions of its own, whose outcomes it tells. What has no answer is asked again, as nobody knows whether it
 * was done.
 */
export class AskingClients {
  /** What the server has acknowledged. */
  readonly texts: AcknowledgedText[] = [];
  /** Contents of observations by their ids. */
  readonly observations = new Map<string, string>();
  /** Outcomes by their sessions. */
  readonly outcomes = new Map<string, Outcome>();
  /** Texts of each session that were asked for, acknowledged or not. */
  readonly asked = new Map<string, Set<string>>();
  /** What the server should not have answered. */
  readonly failures: string[] = [];
  readonly #address: string;
  readonly #random: () => number;
  readonly #done: Promise<unknown>;
  #isOver = false;

  /** Begins to ask. */
  constructor({ address, seed, sessions }: ClientOptions) {
    this.#address = address;
    this.#random = seededRandom(seed + 1);
    this.#done = Promise.all([...sessions.map((session) => this.#tell(session)), this.#learn()]);
  }

  /** How many rows were acknowledged so far. */
  get acknowledged(): number {
    return this.texts.length + this.observations.size + this.outcomes.size;
  }

  /** Stops asking, once what was begun is answered. */
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
      // Some are asked for again and again, so that their weights move far.
      const known = [...this.observations.values()].slice(0, ASKED_AGAIN);
      const query = known[Math.floor(this.#random() * known.length)] ?? content;
      await this.#ask(`sessions/${encodeURIComponent(session)}/claim`, { title: query });
      const outcome = OUTCOMES[Math.floor(this.#random() * OUTCOMES.length)]!;
      const path = `sessions/${encodeURIComponent(session)}/outcome`;
      if (await this.#ask(path, { outcome }) !== undefined) this.outcomes.set(session, outcome);
    }
  }

  /** Asks until there is an answer, and returns it; undefined when the clients are stopped, or for one that refuses. */
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

  /** Returns words that nobody has said before. */
  #sentence(): string {
    const pick = () => SYLLABLES[Math.floor(this.#random() * SYLLABLES.length)]!;
    return Array.from({ length: 12 }, () => pick() + pick() + pick()).join(" ");
  }
}
