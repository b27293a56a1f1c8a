import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pausePoints, pausingAt, untilPaused } from '../../support/pause-points.js';
import { type AudienceAnswers, fillAudience } from '../../support/audience-story.js';
import { untilListed } from '../../support/until-listed.js';
import { makeInstallation, type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import {
  answerOf,
  ask,
  deliver,
  filesWith,
  mail,
  personal,
  posthorn,
  serversOfTheTest,
  startPosthorn,
} from './setup.js';

jest.setTimeout(240_000);

const large = { ...mail, text: `${personal.subject} ${'x'.repeat(300_000)}` };
const others = { ...mail, to: 'delivered+bob@resend.dev', subject: 'For Bob' };
const secrets = [personal.address, personal.subject, 'ada.lovelace'];

/** A folder as a server left it, with two mails and an audience, and its backup: made once, each test has a copy. */
interface BackedUp {
  readonly root: string;
  readonly erased: string;
  readonly kept: string;
  readonly audience: AudienceAnswers;
  readonly answers: Awaited<ReturnType<AudienceAnswers>>;
}

const backupIn = (root: string) => ['--log', join(root, 'log'), '--vault', join(root, 'vault')];

async function makeBackedUp(): Promise<BackedUp> {
  const root = temporaryFolder();
  const dataDir = join(root, 'data');
  const server = await startServer({ dataDir });
  const erased = await deliver(server, large);
  const kept = await deliver(server, others);
  const audience = await fillAudience(server, mail.from);
  await untilListed(server.url);
  const answers = await audience(server);
  await answerOf(dataDir, ['backup', ...backupIn(root)]);
  expect(await server.stop()).toBe(0);
  return { root, erased, kept, audience, answers };
}

/** By the path of each file, a digest of it; what SQLite says to the processes that have a file open is none. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map(({ parentPath, name }) => join(parentPath, name));
  const digestOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
  return Object.fromEntries(paths.map((path) => [path, digestOf(path)]));
}

describe('restore, in detail', () => {
  const start = serversOfTheTest();
  let backedUp: BackedUp;
  let root: string;
  let dataDir: string;
  let options: readonly string[];
  beforeAll(async () => {
    backedUp = await makeBackedUp();
  });
  afterAll(() => rmSync(backedUp.root, { recursive: true }));
  beforeEach(() => {
    root = temporaryFolder();
    dataDir = join(root, 'data');
    options = backupIn(root);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const haveBackedUp = () => cpSync(backedUp.root, root, { recursive: true, filter: (file) => !file.endsWith('-shm') });
  const read = (server: RunningServer, id: string) => ask(server, server.key, `/emails/${id}`);

  it('brings the audience and the templates back as they were', async () => {
    haveBackedUp();
    // All that is left is the master key.
    const masterKey = readFileSync(join(dataDir, 'master.key'));
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'master.key'), masterKey);
    await answerOf(dataDir, ['restore', ...options]);
    const server = await start(dataDir);
    expect(await backedUp.audience(server)).toEqual(backedUp.answers);
    expect(await server.stop()).toBe(0);
    expect(await answerOf(dataDir, ['replay', '--compare'])).toMatchObject({ difference: null });
    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
  });

  it('brings nothing back that was erased since the backup', async () => {
    haveBackedUp();
    const { erased, kept } = backedUp;
    await answerOf(dataDir, ['erase', '--yes', personal.address]);
    const bodies = () => readdirSync(join(dataDir, 'blobs'), { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(bodies()).toHaveLength(0);

    expect(await answerOf(dataDir, ['restore', ...options, '--replace'])).toMatchObject({ erasedMails: 1 });
    expect(bodies()).toHaveLength(0);
    const restored = await start(dataDir);
    expect(await read(restored, erased)).toMatchObject({ body: { to: ['[erased]'], subject: '[erased]' } });
    expect(await read(restored, kept)).toMatchObject({ body: { subject: 'For Bob', text: mail.text } });
    expect(filesWith(dataDir, secrets)).toEqual([]);
    await restored.stop();

    // On another machine, with the master key and the newest copy of the destroyed keys.
    const elsewhere = join(root, 'elsewhere');
    mkdirSync(elsewhere);
    expect(await posthorn(elsewhere, ['restore', ...options])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('MASTER_KEY'),
    });
    copyFileSync(join(dataDir, 'master.key'), join(elsewhere, 'master.key'));
    const destroyed = ['--destroyed', join(dataDir, 'destroyed-keys.log')];
    expect(await answerOf(elsewhere, ['restore', ...options, ...destroyed])).toMatchObject({
      erasedMails: 1,
      aside: null,
    });
    const moved = await start(elsewhere);
    expect(await read(moved, erased)).toMatchObject({ body: { to: ['[erased]'], subject: '[erased]' } });
    expect(filesWith(elsewhere, secrets)).toEqual([]);
    await moved.stop();
  });

  it('keeps erased what the file of destroyed keys names under its former name, in the folder and in a backup', async () => {
    haveBackedUp();
    await answerOf(dataDir, ['erase', '--yes', personal.address]);
    const lines = readFileSync(join(dataDir, 'destroyed-keys.log'));
    renameSync(join(dataDir, 'destroyed-keys.log'), join(dataDir, 'destroyed-kids.log'));
    expect(await answerOf(dataDir, ['restore', ...options, '--replace'])).toMatchObject({ erasedMails: 1 });
    const restored = await start(dataDir);
    expect(await read(restored, backedUp.erased)).toMatchObject({ body: { subject: '[erased]' } });
    expect(readdirSync(dataDir)).not.toContain('destroyed-kids.log');
    await restored.stop();

    // As an older version has written it.
    const vault = join(root, 'vault');
    const manifest = JSON.parse(readFileSync(join(vault, 'manifest.json'), 'utf8')) as { files: { name: string }[] };
    const sha256 = createHash('sha256').update(lines).digest('hex');
    const files = [
      ...manifest.files.filter(({ name }) => !name.startsWith('destroyed')),
      { name: 'destroyed-kids.log', bytes: lines.length, sha256 },
    ];
    rmSync(join(vault, 'destroyed-keys.log'), { force: true });
    writeFileSync(join(vault, 'destroyed-kids.log'), lines);
    writeFileSync(join(vault, 'manifest.json'), JSON.stringify({ ...manifest, files }));
    const elsewhere = join(root, 'elsewhere');
    mkdirSync(elsewhere);
    copyFileSync(join(dataDir, 'master.key'), join(elsewhere, 'master.key'));
    expect(await answerOf(elsewhere, ['restore', ...options])).toMatchObject({ erasedMails: 1 });
    expect(readdirSync(elsewhere)).toContain('destroyed-keys.log');
  });

  it('refuses what does not fit, and leaves the folder as it was', async () => {
    haveBackedUp();
    const refused = async (folder: string, args: readonly string[], why: string, env = {}, exitCode = 1) =>
      expect(await posthorn(folder, ['restore', ...args], env)).toMatchObject({
        exitCode,
        stdout: '',
        stderr: expect.stringContaining(why),
      });
    const before = filesOf(dataDir);
    await refused(dataDir, options, '--replace');
    await refused(dataDir, ['--log', join(root, 'vault'), '--vault', join(root, 'log')], 'holds the vault');
    await refused(dataDir, [...options, '--replace'], 'MASTER_KEY', { MASTER_KEY: '00'.repeat(32) }, 78);
    const foreign = join(root, 'foreign');
    await makeInstallation(foreign);
    await refused(foreign, [...options, '--replace'], 'restore it elsewhere');

    const path = join(root, 'vault', 'vault.sqlite');
    const bytes = readFileSync(path);
    bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    await refused(dataDir, [...options, '--replace'], 'is not what was backed up');
    expect(filesOf(dataDir)).toEqual(before);
  });

  it('killed in the middle, can be run again; until then no start takes the half for the whole', async () => {
    haveBackedUp();
    const command = startPosthorn(dataDir, ['restore', ...options, '--replace'], pausingAt(pausePoints.restoreOfABody));
    await untilPaused(command);
    command.kill();
    await command.ended;
    // As a crash leaves it that came while the files were put in place.
    mkdirSync(join(dataDir, 'restoring'), { recursive: true });
    await expect(startServer({ dataDir })).rejects.toThrow('Run posthorn restore again');
    await answerOf(dataDir, ['restore', ...options, '--replace']);
    expect(existsSync(join(dataDir, 'restore-staging'))).toBe(false);
    const restored = await start(dataDir);
    expect(await read(restored, backedUp.kept)).toMatchObject({
      body: { subject: 'For Bob', last_event: 'delivered' },
    });
    await restored.stop();
  });
});
