import { HostedTree, type HostServer } from "./hosted_tree.ts";
import type { HostHome } from "./host_home.ts";
import { type CrowdFigures, measureCrowd } from "./measure_crowd.ts";
import { measureStart, type StartFigures } from "./measure_start.ts";
import { measureIdle, measureWarm, type WarmFigures } from "./measure_warm.ts";
import { isPromptAnswer } from "./read_reply.ts";

/** Figures of hooks of sessions in one repository. */
export interface TreeFigures {
  readonly files: number;
  readonly warm: WarmFigures;
  /** Figures with the MCP server of the host, and without it. */
  readonly served: StartFigures;
  readonly alone: StartFigures;
  /** Figures after a checkout of another branch; undefined without one. */
  readonly switched: SwitchFigures | undefined;
  /** Figures with a server, and without one, on a complete index. */
  readonly warmCrowd: CrowdFigures;
  readonly coldCrowd: CrowdFigures;
  /** Resident memory of a server that was started with a complete index and has had no request. */
  readonly reopenedMb: number;
}

/** Figures of a prompt right after a checkout. */
export interface SwitchFigures {
  readonly isAnswered: boolean;
  readonly milliseconds: number;
  /** Seconds from the checkout until a prompt was answered. */
  readonly answeredAfterS: number;
}

/** Number of prompts that are made for a repository without prompts. */
const MADE_PROMPTS = 20;

const OTHER_BRANCH = "other";
const PROMPT_EVERY_MS = 1000;
const GIVE_UP_MS = 60_000;

/**
 * Measures hooks in clones of a repository.
 *
 * @param options.prompts Prompts about it. Without any, they are made of the names of its files.
 * @param options.crowd Number of hooks that are started at once.
 */
export async function measureTree(
  repository: string,
  home: HostHome,
  { prompts, crowd, report }: {
    readonly prompts: readonly string[];
    readonly crowd: number;
    readonly report: (what: string) => void;
  },
): Promise<TreeFigures> {
  using tree = await HostedTree.clone(repository, home);
  const files = await tree.listFiles();
  const server = tree.startServer();
  const { switched, ...ofServer } = await useServer(server, async () => {
    report("warm");
    const usedPrompts = prompts.length > 0 ? prompts : makePrompts(files);
    const warm = await measureWarm(tree, server, usedPrompts);
    report("crowd, warm");
    const warmCrowd = await measureCrowd(tree, warm.answered, crowd);
    report("checkout");
    return { warm, warmCrowd, switched: await measureSwitch(tree, warm.answered) };
  });
  report("crowd, alone");
  const coldCrowd = await measureCrowd(tree, ofServer.warm.answered, crowd);
  report("server on an index that is there");
  const later = tree.startServer();
  const reopenedMb = await useServer(later, () => measureIdle(later));
  const prompt = ofServer.warm.answered[0]!;
  report("new clone with a server");
  const served = await measureStart(repository, home, { prompt, withServer: true });
  report("new clone alone");
  const alone = await measureStart(repository, home, { prompt, withServer: false });
  return { files: files.length, ...ofServer, switched, coldCrowd, reopenedMb, served, alone };
}

async function useServer<Result>(
  server: HostServer,
  work: () => Promise<Result>,
): Promise<Result> {
  await using used = server;
  void used;
  return await work();
}

/**
 * Checks out another branch, sends a prompt at once and then one every second, and returns to the
 * first branch.
 */
async function measureSwitch(
  tree: HostedTree,
  [prompt = ""]: readonly string[],
): Promise<SwitchFigures | undefined> {
  if (!await tree.hasBranch(OTHER_BRANCH)) return undefined;
  await tree.switchTo(OTHER_BRANCH);
  const started = performance.now();
  const first = await tree.prompt(prompt);
  let { text } = first;
  while (!isPromptAnswer(text) && performance.now() - started < GIVE_UP_MS) {
    await new Promise((resolve) => setTimeout(resolve, PROMPT_EVERY_MS));
    ({ text } = await tree.prompt(prompt));
  }
  const answeredAfterS = (performance.now() - started) / 1000;
  await tree.switchTo("-");
  await new Promise((resolve) => setTimeout(resolve, PROMPT_EVERY_MS));
  while (!isPromptAnswer((await tree.prompt(prompt)).text)) {
    await new Promise((resolve) => setTimeout(resolve, PROMPT_EVERY_MS));
  }
  return {
    isAnswered: isPromptAnswer(first.text),
    milliseconds: first.milliseconds,
    answeredAfterS,
  };
}

/** Returns prompts about files from all over a tree. */
function makePrompts(files: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.floor(files.length / MADE_PROMPTS));
  return files.filter((_, at) => at % step === 0)
    .map((path) => `${path} fails when its input is empty, find out why and fix it`);
}
