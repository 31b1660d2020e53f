import type { RunOptions, RunResult } from "../../../tests/temp_workspace.ts";
import type { Random } from "./random.ts";
import {
  type Checkout,
  makeWord,
  type SentCommit,
  type WrittenRepository,
} from "./written_repository.ts";

/** Maximum time between two commands of a writer or reader, in milliseconds: nodes need the processor, too. */
const MAX_PAUSE_MS = 4000;

/** Number of questions that readers choose from. */
const QUESTIONS = 12;

/** Error of the program in one sentence: action, rule, and the fix where there is one. */
const SENTENCE_REGEXP = /^dossier: Cannot [^\n]+ as [^\n]+$/;

/** Code of the note by which the program says that it began with the files, as the cluster could not be read. */
const FILES_CODE = "index-made-here";

/** Answer of a reader during a fault. */
export interface ReadAnswer {
  readonly repository: WrittenRepository;
  readonly commit: string;
  readonly question: string;
  /** JSON of the results. */
  readonly results: string;
}

/** Counts of one fault. */
export interface LoadFigures {
  acknowledged: number;
  refused: number;
  /** Answers from the cluster. */
  answered: number;
  /** Answers of machines that reported that they read the files instead. */
  fromFiles: number;
  refusedAnswers: number;
}

/** Writers and readers of a cluster. Each command is a separate process. */
export class Load {
  readonly answers: ReadAnswer[] = [];
  readonly failures: string[] = [];
  /** Final sentences of commands, with their counts. */
  readonly sentences: Map<string, number> = new Map();
  readonly figures: LoadFigures = {
    acknowledged: 0,
    refused: 0,
    answered: 0,
    fromFiles: 0,
    refusedAnswers: 0,
  };
  readonly #repositories: readonly WrittenRepository[];
  readonly #options: RunOptions;
  readonly #random: Random;
  #isStopped = false;
  #loops: readonly Promise<void>[] = [];

  constructor(
    repositories: readonly WrittenRepository[],
    { options, random }: { readonly options: RunOptions; readonly random: Random },
  ) {
    this.#repositories = repositories;
    this.#options = options;
    this.#random = random;
  }

  start(): void {
    this.#loops = [
      ...this.#repositories.map((repository) => this.#write(repository)),
      this.#readFresh(),
      this.#readWarm(),
    ];
  }

  /** Waits until all commands have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#loops);
  }

  async #write(repository: WrittenRepository): Promise<void> {
    while (!this.#isStopped) {
      const { isAcknowledged, stderr, commit } = await repository.send(this.#options);
      this.figures[isAcknowledged ? "acknowledged" : "refused"]++;
      if (!isAcknowledged) this.#note(stderr, `${repository.name} sends ${commit}`);
      await this.#pause();
    }
  }

  /** Queries as a machine without an index. */
  async #readFresh(): Promise<void> {
    while (!this.#isStopped) {
      const repository = this.#pick(this.#repositories);
      const sent = this.#pick(listRecent(repository));
      using checkout = repository.checkOut(sent.commit);
      await this.#ask(repository, checkout);
      await this.#pause();
    }
  }

  /** Queries as a machine that has fetched a part of a tree before. */
  async #readWarm(): Promise<void> {
    const [repository] = this.#repositories;
    using checkout = repository!.checkOut(repository!.sent.at(-1)!.commit);
    while (!this.#isStopped) {
      await this.#ask(repository!, checkout);
      await this.#pause();
    }
  }

  async #ask(repository: WrittenRepository, checkout: Checkout): Promise<void> {
    const question = makeQuestion(this.#random.below(QUESTIONS));
    const run = await checkout.run(["search", "--json", question], this.#options);
    const what = `${repository.name} asks "${question}" at ${checkout.commit}`;
    if (run.code !== 0) {
      this.figures.refusedAnswers++;
      this.#note(run.stderr, what);
      return;
    }
    const { results, isFromFiles, isStale } = parseAnswer(run);
    if (isStale) this.failures.push(`${what}: the answer is stale`);
    this.figures[isFromFiles ? "fromFiles" : "answered"]++;
    this.answers.push({ repository, commit: checkout.commit, question, results });
  }

  /** Records the end of a refused command. It may write only one sentence. */
  #note(stderr: string, what: string): void {
    const said = stderr.trim();
    if (!SENTENCE_REGEXP.test(said)) this.failures.push(`${what}: "${said}" is no sentence`);
    const plain = said.replaceAll(/127\.0\.0\.1:\d+/g, "NODE").replaceAll(/"[0-9a-f]{32}-/g, '"…-');
    this.sentences.set(plain, (this.sentences.get(plain) ?? 0) + 1);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.#random.below(MAX_PAUSE_MS)));
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)]!;
  }
}

/** Returns the commits of a repository that machines may have checked out. */
function listRecent({ sent }: WrittenRepository): readonly SentCommit[] {
  return sent.slice(-3);
}

/** Returns the results of an answer, and what it says of the index. */
export function parseAnswer({ stdout }: Pick<RunResult, "stdout">): {
  readonly results: string;
  readonly isFromFiles: boolean;
  readonly isStale: boolean;
} {
  const { results, notes, index: { stale } } = JSON.parse(stdout);
  return {
    results: JSON.stringify(results),
    isFromFiles: (notes as readonly { readonly code: string }[]).some(({ code }) =>
      code === FILES_CODE
    ),
    isStale: stale,
  };
}

/** Returns a question of four words. Equal numbers give equal questions. */
function makeQuestion(number: number): string {
  let state = number + 1;
  const random = { below: (end: number) => (state = (state * 48271) % 2147483647) % end };
  return Array.from({ length: 4 }, () => makeWord(random as Random)).join(" ");
}
