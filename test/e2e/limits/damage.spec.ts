import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, truncateWal } from '../../../src/infrastructure/sqlite/database.js';
import { eventually } from '../../support/wait-for.js';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { untilListed } from '../../support/until-listed.js';
import { waitFor } from '../../support/wait-for.js';
import { ask, deliver, mail, posthorn, servedFolder, serversOfTheTest } from '../cli/setup.js';

const pageBytes = 4096;

describe('files that a bad disk has damaged', () => {
  const start = serversOfTheTest();
  let template: string;
  let emailIds: string[];
  let dataDir: string;

  beforeAll(async () => {
    ({ dataDir: template, emailIds } = await servedFolder([mail, mail]));
  });
  afterAll(() => rmSync(template, { recursive: true }));
  beforeEach(() => {
    dataDir = temporaryFolder();
    cpSync(template, dataDir, { recursive: true });
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const zeroAllButTheFirstPage = (file: string): void => {
    const path = join(dataDir, file);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, pageBytes));
  };
  const halve = (file: string): void => {
    const path = join(dataDir, file);
    truncateSync(path, Math.floor(statSync(path).size / pageBytes / 2) * pageBytes);
  };
  const overwrite = (file: string): void =>
    writeFileSync(join(dataDir, file), 'this was a database once\n'.repeat(400));
  const refusalOf = async (): Promise<{ output: string; code: number }> => {
    const failed = await startServer({ dataDir }).then(
      async (server) => {
        await server.kill();
        throw new Error(`it started:\n${server.output()}`);
      },
      (error: unknown) => (error as Error).message,
    );
    return { output: failed, code: Number(/ended with (\d+)/.exec(failed)?.[1]) };
  };
  const doctorFinds = async (): Promise<{ file: string; severity: string }[]> => {
    const ran = await posthorn(dataDir, ['doctor', '--json']);
    expect(ran).toMatchObject({ exitCode: 1, stderr: '' });
    const { findings } = JSON.parse(ran.stdout) as {
      findings: { severity: string; code: string; problem: string }[];
    };
    return findings
      .filter(({ code }) => code === 'file-damaged')
      .map(({ problem, severity }) => ({ file: problem.split(' ')[0] ?? '', severity }));
  };
  const putAside = (): string[] =>
    readdirSync(dataDir, { recursive: true })
      .map(String)
      .filter((name) => name.startsWith('damaged-') && name.includes('/'));

  it('what can be made anew is put aside and said, each time: read.sqlite however it is damaged, and catcher.sqlite', async () => {
    const startAfter = async (...files: readonly string[]): Promise<RunningServer> => {
      if (files.length > 0) {
        expect(await doctorFinds()).toEqual(files.map((file) => ({ file, severity: 'warning' })));
      }
      const before = putAside();
      const server = await start(dataDir, { LOG_LEVEL: 'warn' });
      await untilListed(server.url);
      for (const id of emailIds) {
        expect(await ask(server, server.key, `/emails/${id}`)).toMatchObject({
          status: 200,
          body: { last_event: 'delivered' },
        });
      }
      await deliver(server);
      const said = server
        .output()
        .split('\n')
        .filter((line) => line.includes('is damaged'));
      const added = putAside().filter((name) => !before.includes(name));
      for (const file of files) {
        expect(said).toContainEqual(expect.stringContaining(file));
        expect(added).toContainEqual(expect.stringMatching(new RegExp(`^damaged-[^/]+/${file}$`)));
      }
      expect(said).toHaveLength(files.length);
      await server.stop();
      return server;
    };
    zeroAllButTheFirstPage('read.sqlite');
    await startAfter('read.sqlite');
    halve('read.sqlite');
    await startAfter('read.sqlite');
    overwrite('read.sqlite');
    overwrite('catcher.sqlite');
    await startAfter('read.sqlite', 'catcher.sqlite');
    expect((await startAfter()).output()).not.toContain('is damaged');
  });

  it('a write-ahead log of read.sqlite that holds anything is passed over', async () => {
    overwrite('read.sqlite-wal');
    const server = await start(dataDir);
    await untilListed(server.url);
    await deliver(server);
  });

  it('read models that turn out damaged while the server runs end it in words, and the next start makes them anew', async () => {
    const server = await start(dataDir, { LOG_LEVEL: 'warn' });
    const ended = waitFor(
      () => server.process.exitCode,
      (code) => code !== null,
    );
    zeroAllButTheFirstPage('read.sqlite');
    // Whatever is written next meets a page that is none; what is in the cache of a connection does not.
    await eventually(async () => {
      await ask(server, server.key, '/emails', mail).catch(() => undefined);
      return server.process.exitCode !== null;
    });
    expect(await ended).toBe(70);
    expect(server.output()).toMatch(/read\.sqlite is damaged .*The next start puts it aside/);
    const next = await start(dataDir, { LOG_LEVEL: 'warn' });
    await untilListed(next.url);
    await deliver(next);
  });

  it.each([
    ['eventlog.sqlite', zeroAllButTheFirstPage],
    ['eventlog.sqlite', halve],
    ['vault.sqlite', zeroAllButTheFirstPage],
    ['vault.sqlite', overwrite],
  ] as const)('%s is named and left as it is', async (file, damage) => {
    damage(file);
    const before = readFileSync(join(dataDir, file));
    expect(await doctorFinds()).toEqual([{ file, severity: 'error' }]);
    const { output, code } = await refusalOf();
    expect(code).toBe(78);
    expect(output).toContain(`${file} is damaged`);
    expect(output).toContain('docs/backup.md');
    expect(output).not.toMatch(/^ {4}at /m);
    expect(readFileSync(join(dataDir, file))).toEqual(before);
    expect(await posthorn(dataDir, ['teams', 'create', 'Second'])).toMatchObject({
      exitCode: 78,
      stderr: expect.stringContaining(file),
    });
  });

  it.each(['eventlog.sqlite', 'vault.sqlite', 'read.sqlite', 'catcher.sqlite'])(
    '%s of a newer version is refused in words',
    async (file) => {
      const database = openDatabase(join(dataDir, file));
      database.exec('PRAGMA user_version = 9');
      truncateWal(database);
      database.close();
      const before = readFileSync(join(dataDir, file));
      const { output, code } = await refusalOf();
      expect(code).toBe(78);
      expect(output).toMatch(
        /This data was written by a newer version of Posthorn \(.* has format 9, this one knows 1\): start that version/,
      );
      expect(readFileSync(join(dataDir, file))).toEqual(before);
      const ran = await posthorn(dataDir, ['doctor']);
      expect(ran).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(`${file} has format 9`) });
    },
  );

  it('a lock that is no database any more locks again', async () => {
    overwrite('lock.sqlite');
    expect(await doctorFinds()).toEqual([{ file: 'lock.sqlite', severity: 'warning' }]);
    const server = await start(dataDir, { LOG_LEVEL: 'warn' });
    expect(server.output()).toContain('lock.sqlite is damaged');
    const { output, code } = await refusalOf();
    expect(code).toBe(78);
    expect(output).toContain('Another process uses');
    expect(existsSync(join(dataDir, 'lock.sqlite'))).toBe(true);
  });
});
