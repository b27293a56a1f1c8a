import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { workerUrl } from '../../src/infrastructure/system/worker-url.js';
import { opening, server, useStandIn } from './eventstoredb-outages-setup.js';

const source = new URL('../../src/infrastructure/event-store/eventstoredb/x.ts', import.meta.url);
const built = workerUrl(source.href, './eventstoredb-event-store.js').href;

/**
 * One process with two connections: an append on each, and once all answers are on their way a look at both streams.
 */
const script = (url: string): string => `import(${JSON.stringify(built)}).then(async ({ openEventStoreDb }) => {
  const lines = require('node:readline').createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const [kept, broken] = [0, 1].map(() => openEventStoreDb({ categories: new Set(['email']), url: ${JSON.stringify(url)}, timings: { appendDeadlineMs: 60_000 } }));
  const answer = kept.append(${JSON.stringify([opening()])});
  await lines.next();
  console.log((await broken.append(${JSON.stringify([opening()])})).result);
  await lines.next();
  // Behind the answer, on the same connection.
  await kept.head();
  console.log((await answer).result);
  await Promise.all([kept.close(), broken.close()]);
  process.stdin.destroy();
})`;

describe('a process whose stream of appends ends with an error', () => {
  useStandIn();

  it('lives on when an answer comes on another stream', async () => {
    const isKept = server.faults.keepNextAnswer();
    const child = spawn(process.execPath, ['-e', script(server.connectionString)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit');
    let errors = '';
    child.stderr.on('data', (text) => (errors += text));
    const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    await isKept;
    const failed = server.faults.failNextStream();
    child.stdin.write('\n');
    await failed;
    const first = await said.next();
    server.faults.giveKeptAnswer();
    child.stdin.write('\n');
    const second = await said.next();
    expect({ code: (await exited)[0], errors, said: [first.value, second.value] }).toEqual({
      code: 0,
      errors: '',
      said: [expect.stringMatching(/^(unknown|written)$/), 'written'],
    });
  });
});
