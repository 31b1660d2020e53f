/**
 * Waits until the messages that this thread has been sent are taken: whoever aborts is heard only then. A
 * message to itself comes behind them, and takes a tenth of the time of the shortest timer.
 */
export async function takeMessages(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const taken = new Promise((resolve) => port1.onmessage = resolve);
  port2.postMessage(undefined);
  await taken;
  // Each keeps 5 KB for as long as it is open, also when nobody can reach it any more.
  port1.close();
  port2.close();
}
