import { findHookHost } from "@dossier/hosts/core/host";
import { TempWorkspace } from "../temp_workspace.ts";
import type { HostProgram } from "./host_program.ts";
import {
  formatBadExit,
  holdsText,
  type HostAnswer,
  type HostFigures,
  type HostFinding,
  HostTrial,
} from "./host_trial.ts";
import { listModelTexts, ModelStub } from "./model_stub.ts";
import {
  areOverlapping,
  formatBlocks,
  formatFirstReceived,
  formatWrongCount,
  listLastBlocks,
  listShownLines,
  MAP,
  type ReceivedBlock,
  type ReceivedPart,
  subtractBlocks,
} from "./received_blocks.ts";
import { promptUntilAnswered, TreeClone, type TrialContext, type TrialTree } from "./tree_clone.ts";
import { findPromptPath } from "./tree_prompts.ts";

const IDLE = "Thanks, that fixed it.";
/** Prompt of a subagent. */
const AGENT_TASK = "Look around in the repository, and say what there is.";
/** Beginning of the line for the user: without a terminal it is shown as output of the hook. */
const NOTICE = "dossier sent to the agent: ";
/** Instruction to an agent for requesting more. */
const HOW_TO_ASK = 'The dossier tool "context"';
/** Function that exists only on a branch. */
const BRANCH_FILE = "tools/kestrelGate.ts";
const BRANCH_TEXT = "/** Opens the gate of the kestrels, once. */\n" +
  "export function openKestrelGate(wings: number): boolean {\n  return wings === 2;\n}\n";
const BRANCH_PROMPT = "Why does openKestrelGate give up after the first failure? Fix it.";
/** Branch with many different files, which trees may have. */
const OTHER_BRANCH = "other";
/** Seconds after the start of a first session at which a second one should know the tree. */
const SECOND_RUN_SECONDS = 10;
/** Seconds within which a subagent sends a request to the model. */
const AGENT_SECONDS = 3;

/** Runs a program in clones of trees against a stub of its model, and returns its findings. */
export async function checkHostInTrees(
  program: HostProgram,
  { binaries, trees }: Pick<TrialContext, "binaries"> & { readonly trees: readonly TrialTree[] },
): Promise<HostFigures> {
  await using model = new ModelStub();
  using workspace = new TempWorkspace({ "../home/.keep": "" });
  const context = { program, model, binaries, home: workspace.path("../home") };
  const trial = new HostTrial(program, { ...context, workspace });
  const version = await trial.prepare();
  const findings = [
    finding("install-host enters its parts", await trial.install()),
    finding("the program finds nothing wrong with the hooks", await trial.trust()),
  ];
  for (const tree of trees) {
    using checks = new TreeChecks(tree, context);
    for (const { rule, ...rest } of await checks.run()) {
      findings.push({ rule: `${tree.name}: ${rule}`, ...rest });
    }
    findings.push(...await checkWindows([tree, tree], context));
  }
  if (trees.length > 1) findings.push(...await checkWindows(trees.slice(0, 2), context));
  return { host: program.host, version, findings };
}

/**
 * Checks of a program in one tree, in an order in which each uses the result of the previous one.
 */
class TreeChecks implements Disposable {
  readonly #context: TrialContext;
  readonly #clone: TreeClone;
  /** Blocks that the last session has received so far. */
  #told: readonly ReceivedBlock[] = [];

  constructor(tree: TrialTree, context: TrialContext) {
    this.#context = context;
    this.#clone = new TreeClone(tree, context);
  }

  async run(): Promise<readonly HostFinding[]> {
    return [
      ...await this.#checkNewClone(),
      ...await this.#checkResumed(),
      ...await this.#checkBranch(),
      ...await this.#checkCompaction(),
      ...await this.#checkTool(),
      ...await this.#checkSubagent(),
      logFinding("nothing stood in the way of hooks", [this.#clone]),
    ];
  }

  [Symbol.dispose](): void {
    this.#clone[Symbol.dispose]();
  }

  /** Without an index: the first session, and another one after some time. */
  async #checkNewClone(): Promise<HostFinding[]> {
    const { program: { host } } = this.#context;
    const { trial, prompts: [prompt = ""] } = this.#clone;
    const ask = () => promptUntilAnswered(this.#context, prompt, () => trial.ask(prompt));
    const first = await ask();
    const leftMs = SECOND_RUN_SECONDS * 1000 - (Date.now() - first.startedAt);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, leftMs)));
    const second = await ask();
    this.#told = listLastBlocks(second);
    const showsNotice = findHookHost(host)?.noticeKey !== undefined;
    const isShown = second.result.stdout.includes(NOTICE);
    return [
      finding("the first session in a new clone comes to its end", formatBadExit(first.result)),
      receivedFinding("the first session is given the map", [first], "map"),
      receivedFinding("the first session is given what its prompt calls for", [first], "prompt"),
      receivedFinding("a second session is given the map", [second], "map"),
      receivedFinding("a second session is given what its prompt calls for", [second], "prompt"),
      ...showsNotice
        ? [finding("the program takes the line for its user", isShown ? undefined : "nothing")]
        : [],
    ];
  }

  /** The last session continues with prompts that need no context. */
  async #checkResumed(): Promise<HostFinding[]> {
    const { trial, prompts: [prompt = ""] } = this.#clone;
    const idle = await trial.ask(IDLE, true);
    const idleNews = this.#takeNews(idle);
    const again = await trial.ask(prompt, true);
    return [
      finding("a session that is resumed comes to its end", formatBadExit(idle.result)),
      finding("an idle prompt is given nothing", formatBlocks(idleNews)),
      finding("the same prompt again is given nothing", formatBlocks(this.#takeNews(again))),
    ];
  }

  /** The last session continues in another branch. */
  async #checkBranch(): Promise<HostFinding[]> {
    const { workspace, trial } = this.#clone;
    const hasOther = workspace.git("branch", "--remotes").includes(`origin/${OTHER_BRANCH}\n`);
    const from = hasOther ? [`origin/${OTHER_BRANCH}`, "--no-track"] : [];
    workspace.git("switch", "--quiet", "--create", "kestrels", ...from);
    workspace.write(BRANCH_FILE, BRANCH_TEXT);
    workspace.commit();
    this.#context.model.plan(BRANCH_PROMPT, [this.#context.program.calls!.wait(1)]);
    const news = this.#takeNews(await trial.ask(BRANCH_PROMPT, true));
    const isAnswered = news.some(({ text }) => text.includes(BRANCH_FILE));
    const ids = this.#told.map(({ id }) => id);
    const isTwice = new Set(ids).size < ids.length;
    return [
      finding(
        "after a switch of the branch a prompt about it is answered",
        isAnswered ? undefined : formatBlocks(news) ?? "no block",
      ),
      {
        ...finding(
          "a session that is resumed is told nothing twice",
          isTwice ? formatBlocks(this.#told) : undefined,
        ),
        measured: `new: ${news.map(({ moment }) => moment).join(", ")}`,
      },
    ];
  }

  async #checkCompaction(): Promise<HostFinding[]> {
    const { program } = this.#context;
    const { trial, prompts: [, prompt = ""] } = this.#clone;
    const answers = [];
    for (const args of program.compact?.(prompt) ?? []) {
      answers.push(
        await promptUntilAnswered(this.#context, prompt, () => trial.askWith(args, prompt)),
      );
    }
    const answer = answers.at(-1)!;
    const blocks = listLastBlocks(answer);
    const { role, prompt: { role: promptRole } } = program;
    return [
      finding("a compaction comes to its end", formatBadExit(answer.result)),
      finding(
        "a compacted session is told again, once, in its role",
        formatWrongCount(blocks, "map", role),
      ),
      finding("its next prompt is answered", formatWrongCount(blocks, "prompt", promptRole)),
    ];
  }

  /** The model asks the server the question of its prompt, whose passages it has. */
  async #checkTool(): Promise<HostFinding[]> {
    const { program: { calls }, model } = this.#context;
    const { trial, prompts: [, , prompt = ""] } = this.#clone;
    model.plan(prompt, [calls!.wait(1), calls!.wait(1), calls!.askContext(prompt)]);
    const answer = await trial.ask(prompt);
    const last = answer.requests.at(-1);
    const texts = last === undefined ? [] : listModelTexts(last).map(({ text }) => text)
      .filter((text) => text.includes("# Context\n") && !text.includes("<dossier-context"));
    const given = listLastBlocks(answer).flatMap(({ text }) => listShownLines(text));
    const asked = texts.flatMap(listShownLines);
    const twice = asked.filter((one) => given.some((other) => areOverlapping(one, other)));
    return [
      finding(
        "the tool answers in Markdown",
        texts.length === 1 ? undefined : JSON.stringify(last?.body ?? "").slice(-800),
      ),
      {
        ...finding(
          "the tool does not repeat what the prompt was given",
          twice.length === 0 ? undefined : twice.map(({ path }) => path).join(", "),
        ),
        measured: `${given.length} passages, then ${asked.length}`,
      },
    ];
  }

  async #checkSubagent(): Promise<HostFinding[]> {
    const { program: { calls }, model } = this.#context;
    const { trial, prompts: [, , , prompt = ""] } = this.#clone;
    model.plan(prompt, [calls!.startAgent(AGENT_TASK), calls!.wait(AGENT_SECONDS)]);
    const count = model.requests.length;
    const { result } = await trial.ask(prompt);
    const first = model.requests.slice(count)
      .find((request) => holdsText(request, AGENT_TASK) && !holdsText(request, prompt));
    const missing = [MAP, HOW_TO_ASK].filter((text) => !(first && holdsText(first, text)));
    return [
      finding("a session with a subagent comes to its end", formatBadExit(result)),
      finding(
        "the first request of a subagent holds the map and how to ask",
        missing.length === 0 ? undefined : first ? missing.join(", ") : "no request came",
      ),
    ];
  }

  /** Returns the new blocks of a continued session. */
  #takeNews(answer: HostAnswer): readonly ReceivedBlock[] {
    const before = this.#told;
    this.#told = listLastBlocks(answer);
    return subtractBlocks(this.#told, before);
  }
}

/** Runs two programs at the same time in new clones, in one clone when they use the same tree. */
async function checkWindows(
  trees: readonly TrialTree[],
  context: TrialContext,
): Promise<readonly HostFinding[]> {
  using stack = new DisposableStack();
  const names = [...new Set(trees.map(({ name }) => name))];
  const clones = [...new Set(trees)].map((tree) => stack.use(new TreeClone(tree, context)));
  const asked = trees.map((_, at) => {
    const clone = clones[at] ?? clones[0]!;
    return { clone, prompt: clone.prompts[at]! };
  });
  const answers = await Promise.all(
    asked.map(({ clone, prompt }) =>
      promptUntilAnswered(context, prompt, () => clone.trial.ask(prompt))
    ),
  );
  const wrong = answers.map((answer, at) => {
    const path = findPromptPath(asked[at]!.prompt);
    const blocks = listLastBlocks(answer);
    return blocks.some(({ text }) => text.includes(path))
      ? undefined
      : `${path}: ${formatBlocks(blocks) ?? "no block"}`;
  });
  const indexes = await Promise.all(
    clones.map(({ workspace }) => workspace.run(["status", "--json"])),
  );
  const badIndex = indexes.find(({ code, stdout }) =>
    code !== 0 || JSON.parse(stdout).documents === 0
  );
  const where = `${names.join(" and ")}: two windows`;
  return [
    finding(
      `${where} come to their ends`,
      answers.map((one) => formatBadExit(one.result)).find(Boolean),
    ),
    receivedFinding(`${where} are given the map`, answers, "map"),
    receivedFinding(`${where} are given what their prompts call for`, answers, "prompt"),
    finding(`${where} are given each its own`, wrong.find(Boolean)),
    finding(`${where} leave one index of a tree`, badIndex?.stderr),
    logFinding(`${where} have nothing in the way of hooks`, clones),
  ];
}

/** Returns a finding that hooks in some clones had no problem, with the number of timeouts. */
function logFinding(rule: string, clones: readonly TreeClone[]): HostFinding {
  const logs = clones.map((clone) => clone.readLog());
  const late = logs.reduce((sum, log) => sum + log.late, 0);
  const measured = late === 0 ? undefined : `${late} times too little time`;
  return { rule, failure: logs.map(({ problem }) => problem).find(Boolean), measured };
}

function finding(rule: string, failure: string | undefined): HostFinding {
  return { rule, failure };
}

/** Returns a finding that each of some answers received a part, with the times. */
function receivedFinding(
  rule: string,
  answers: readonly HostAnswer[],
  part: ReceivedPart,
): HostFinding {
  const when = answers.map((answer) => formatFirstReceived(answer, part));
  const failure = when.includes(undefined) ? "it is in no request" : undefined;
  return { rule, failure, measured: when.map((one) => one ?? "never").join("; ") };
}
