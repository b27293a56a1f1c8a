import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-writer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Keeps 400 MB, and ends in order where it may. */
const greedy = `
  import { parentPort } from 'node:worker_threads';
  const kept = [];
  parentPort.once('message', () => { while (kept.length < 500) kept.push(new Array(100_000).fill(kept.length)); });
`;

/** What becomes of a write, and of the process. */
const program = `
  import { pathToFileURL } from 'node:url';
  import { startWriterThread } from ${JSON.stringify(join(root, 'dist/infrastructure/sqlite/write-client.js'))};
  import { keepRoomToMainThread } from ${JSON.stringify(join(root, 'dist/infrastructure/system/modest-worker.js'))};
  keepRoomToMainThread();
  const said = [];
  const gone = new Promise((resolve) => {
    const writer = startWriterThread(pathToFileURL(process.argv[2]), null, ({ code }) => resolve(code));
    writer.client.call('write', null).catch(({ code }) => said.push(code));
  });
  console.log(JSON.stringify([await gone, ...said]));
`;

it('answers no write as done where its thread needs more memory than the main thread may have', async () => {
  for (const [name, source] of Object.entries({ 'greedy.mjs': greedy, 'main.mjs': program }))
    writeFileSync(join(folder, name), source);
  const words = ['--max-old-space-size=48', join(folder, 'main.mjs'), join(folder, 'greedy.mjs')];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(JSON.parse(stdout)).toEqual(['ERR_WORKER_OUT_OF_MEMORY', 'writer-gone']);
});
