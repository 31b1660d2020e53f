import { fileURLToPath } from "node:url";
import { LOCKED } from "../speed/cli_arguments.ts";
import { openListening } from "../../tests/runs/served_process.ts";
import { HttpConnection } from "./http_connection.ts";
import { type LoadOptions, measureLoad } from "./measure_load.ts";
import { preciseNow, runPace } from "./pacer.ts";

const FLOOR_SERVER = fileURLToPath(import.meta.resolve("./floor_server.ts"));
const CONFIG = fileURLToPath(import.meta.resolve("../../deno.json"));

/** Returns the delays of the generator alone, in milliseconds. */
export async function measurePace(rate: number, seconds: number): Promise<readonly number[]> {
  const pace = { start: preciseNow() + 500, intervalMs: 1000 / rate, count: rate * seconds };
  const late: number[] = [];
  await runPace(pace, (index) => late.push(preciseNow() - (pace.start + index * pace.intervalMs)));
  return late;
}

/**
 * Measures a load on a server that does nothing, whose responses are as long as the one to the
 * first request.
 */
export async function measureFloor(
  address: Pick<Deno.NetAddr, "hostname" | "port">,
  { target: _, ...load }: LoadOptions,
): Promise<string[]> {
  using connection = await HttpConnection.open(address);
  const { body } = await connection.send(load.requests[0]!);
  await using floor = await openListening([
    "run",
    ...LOCKED,
    `--config=${CONFIG}`,
    "--allow-net=127.0.0.1",
    FLOOR_SERVER,
    String(body.length),
  ]);
  return await measureLoad(floor, load);
}
