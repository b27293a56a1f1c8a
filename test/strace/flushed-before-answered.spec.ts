import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, temporaryFolder } from '../support/server.js';
import { readTrace, strace, straceRuns, type TracedCall } from './trace.js';

const traced = straceRuns();
if (!traced) process.stdout.write('skipped: strace is not installed, or may not trace here\n');

const oneByOne = 20;
const together = 200;
/** Longer than a request takes to arrive, on a busy machine too. */
const flushDelayMs = 100;

interface Traced {
  /** Ids of the mails in the order of the requests. */
  readonly sequential: readonly string[];
  readonly concurrent: readonly string[];
  readonly calls: readonly TracedCall[];
}

async function run(): Promise<Traced> {
  const folder = temporaryFolder();
  const file = join(folder, 'trace');
  // Without delivery: the only flushes of vault and log are those of the accepts.
  const env = { POSTHORN_ROLES: 'api,projections', LOG_LEVEL: 'warn' };
  const server = await startServer({ env, dataDir: join(folder, 'data'), under: strace(file, flushDelayMs) });
  try {
    const send = async (number: number): Promise<string> => {
      const answer = await fetch(`${server.url}/emails`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          from: 'shop@posthorn.test',
          to: 'delivered@posthorn.test',
          subject: `Order ${number}`,
          text: 'Hi',
        }),
      });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { id: string }).id;
    };
    const sequential: string[] = [];
    for (let i = 0; i < oneByOne; i += 1) sequential.push(await send(i));
    const concurrent = await Promise.all(Array.from({ length: together }, (_, i) => send(oneByOne + i)));
    expect(await server.stop()).toBe(0);
    return { sequential, concurrent, calls: await readTrace(file, server.process.pid ?? 0) };
  } finally {
    server.process.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

const isFlush = ({ name }: TracedCall): boolean => name === 'fsync' || name === 'fdatasync';
const isOf = (file: 'vault' | 'eventlog', call: TracedCall): boolean => call.file.endsWith(`/${file}.sqlite-wal`);

/** The write-ahead log's first write that holds this mail, then the first flush that began after it. */
function flushOf(calls: readonly TracedCall[], file: 'vault' | 'eventlog', id: string) {
  const own = calls.filter((call) => isOf(file, call));
  const write = own.find(({ name, text }) => name === 'pwrite64' && text.includes(`email-${id}`));
  const flush = own.find((call) => isFlush(call) && write !== undefined && call.begun > write.ended);
  if (write === undefined || flush === undefined) throw new Error(`${file} has not written and flushed ${id}`);
  return { write, flush };
}

function answerWith(calls: readonly TracedCall[], id: string): TracedCall {
  const answer = calls.find(({ text }) => text.includes('HTTP/1.1 200 OK') && text.includes(`{\\"id\\":\\"${id}\\"}`));
  if (answer === undefined) throw new Error(`no answer names ${id}`);
  return answer;
}

function expectFlushedBeforeAnswered(calls: readonly TracedCall[], id: string): void {
  const vault = flushOf(calls, 'vault', id);
  const log = flushOf(calls, 'eventlog', id);
  expect(vault.flush.ended).toBeLessThan(log.write.begun);
  expect(log.flush.ended).toBeLessThan(answerWith(calls, id).begun);
}

(traced ? describe : describe.skip)('under strace', () => {
  let result: Traced;
  beforeAll(async () => {
    result = await run();
  });

  it('one request after the other: the vault is flushed, then the log, then the answer is written', () => {
    expect(result.sequential).toHaveLength(oneByOne);
    for (const id of result.sequential) expectFlushedBeforeAnswered(result.calls, id);
  });

  it('many requests at once: the same for each of them', () => {
    expect(new Set(result.concurrent).size).toBe(together);
    for (const id of result.concurrent) expectFlushedBeforeAnswered(result.calls, id);
  });

  it('many requests at once share their flushes', () => {
    const { calls, concurrent } = result;
    const begin = Math.min(...concurrent.map((id) => flushOf(calls, 'vault', id).write.begun));
    const end = Math.max(...concurrent.map((id) => answerWith(calls, id).begun));
    const flushes = (file: 'vault' | 'eventlog'): number =>
      calls.filter((call) => isFlush(call) && isOf(file, call) && call.begun > begin && call.ended < end).length;
    const counted = { vault: flushes('vault'), log: flushes('eventlog') };
    process.stdout.write(
      `${together} requests at once: ${counted.vault} flushes of the vault, ${counted.log} of the log\n`,
    );
    expect(counted.vault).toBeGreaterThan(0);
    expect(counted.log).toBeGreaterThan(0);
    // Each on its own would be as many as there are requests; how far below depends on how fast they arrive.
    expect(counted.vault).toBeLessThan(together / 2);
    expect(counted.log).toBeLessThan(together / 2);
  });
});
