import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, temporaryFolder } from '../../support/server.js';
import { ask, deliver, mail, posthorn, serversOfTheTest, spawned } from './setup.js';

const start = serversOfTheTest();
let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('the master key is rotated beside the server, and then the former one opens nothing', async () => {
  const first = await start(dataDir);
  const before = await deliver(first);
  await first.stop();
  const [formerFile, nextFile] = [join(dataDir, 'master.key'), join(dataDir, 'next.key')];
  const nextKey = randomBytes(32).toString('hex');
  writeFileSync(nextFile, `${nextKey}\n`);
  const both = { MASTER_KEY_FILE: nextFile, OTHER_MASTER_KEY_FILE: formerFile };

  const during = await start(dataDir, both);
  const meanwhile = await deliver(during);
  const rotated = await spawned(dataDir, ['keys', 'rotate-master', '--json'], both);
  expect(rotated).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(rotated.stdout)).toMatchObject({ rewrapped: expect.any(Number), complete: true });
  for (const id of [before, meanwhile]) {
    expect((await ask(during, during.key, `/emails/${id}`)).body).toMatchObject({ text: mail.text });
  }
  await during.stop();

  const after = await start(dataDir, { MASTER_KEY_FILE: nextFile });
  for (const id of [before, meanwhile]) {
    expect((await ask(after, after.key, `/emails/${id}`)).body).toMatchObject({ text: mail.text });
  }
  const former = { MASTER_KEY: readFileSync(formerFile, 'utf8').trim() };
  expect(await posthorn(dataDir, ['keys', 'create'], former)).toMatchObject({ exitCode: 78 });
  expect(await posthorn(dataDir, ['keys', 'rotate-master'], { MASTER_KEY: nextKey })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('OTHER_MASTER_KEY'),
  });
});

it('the first key can be kept from standard output', async () => {
  const settings = { BOOTSTRAP_API_KEY: '', BOOTSTRAP_KEY_OUTPUT: 'file' };
  const server = await startServer({ dataDir, fresh: true, env: settings });
  try {
    const file = join(dataDir, 'bootstrap-api-key');
    expect(server.output()).toContain(file);
    expect(server.output()).not.toMatch(/\bre_[A-Za-z0-9]/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const token = readFileSync(file, 'utf8').trim();
    expect(await ask(server, token, '/emails')).toMatchObject({ status: 200 });
  } finally {
    await server.kill();
  }
});

it('a later start writes no key to a file', async () => {
  await start(dataDir, { BOOTSTRAP_KEY_OUTPUT: 'file' });
  expect(existsSync(join(dataDir, 'bootstrap-api-key'))).toBe(false);
});
