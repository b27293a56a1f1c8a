// @ts-check
/**
 * The stand-in as a process of its own: `node main.mjs --dir <dir> [--port <port>] [--live-buffer <events>]`.
 * Prints `{"port":…}` and a line end, and sends the same to a parent that forked it. Faults are messages from the
 * parent or lines on stdin, `{"fault":"slowAppends","value":200}`; `{"done":"slowAppends"}` answers each. Once the next
 * answer is lost, `{"fault":"loseNextAnswer","value":"die"}` kills the process, as SIGKILL would.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startEventStoreStandIn } from './index.mjs';

const { values } = parseArgs({
  options: { dir: { type: 'string' }, port: { type: 'string' }, 'live-buffer': { type: 'string' } },
});
if (values.dir === undefined) throw new Error('--dir is missing');

const standIn = await startEventStoreStandIn({
  dir: values.dir,
  port: Number(values.port ?? 0),
  ...(values['live-buffer'] !== undefined && { liveBufferEvents: Number(values['live-buffer']) }),
});

/** @param {Record<string, unknown>} message */
function report(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
  process.send?.(message);
}

/** @param {{ fault: keyof typeof standIn.faults, value?: unknown }} command */
async function run({ fault, value }) {
  const inflict = /** @type {(value: unknown) => void | Promise<void>} */ (standIn.faults[fault]);
  if (!inflict) return report({ unknown: fault });
  await inflict(value);
  if (fault === 'loseNextAnswer' && value === 'die') process.kill(process.pid, 'SIGKILL');
  report({ done: fault });
}

createInterface({ input: process.stdin }).on('line', (line) => void run(JSON.parse(line)));
process.on('message', (command) => void run(/** @type {Parameters<typeof run>[0]} */ (command)));
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => void standIn.stop().then(() => process.exit(0)));
report({ port: standIn.port });
