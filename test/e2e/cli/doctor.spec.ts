import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/gate.js';
import { temporaryFolder } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import {
  ask,
  deliver,
  mail,
  personal,
  posthorn,
  rowsOf,
  servedFolder,
  serversOfTheTest,
  spawned,
  tamper,
} from './setup.js';

interface Report {
  readonly ok: boolean;
  readonly findings: readonly { readonly severity: string; readonly code: string; readonly problem: string }[];
  readonly facts: {
    readonly log: {
      readonly facts: {
        readonly events: number;
        readonly seal: object | null;
        readonly unsealed: { readonly events: number };
      };
    };
    readonly readModels: {
      readonly facts: {
        readonly pending: { readonly due: number; readonly later: number; readonly openClaims: number };
        readonly scheduled: number;
      };
    };
    readonly program: { readonly serverRuns: boolean };
  };
}

describe('doctor', () => {
  const start = serversOfTheTest();
  let template: string;
  let dataDir: string;

  beforeAll(async () => {
    ({ dataDir: template } = await servedFolder([mail, mail]));
  });
  afterAll(() => rmSync(template, { recursive: true }));
  beforeEach(() => {
    dataDir = temporaryFolder();
    cpSync(template, dataDir, { recursive: true });
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const examined = async (
    exitCode: number,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Report> => {
    const ran = await posthorn(dataDir, ['doctor', ...args, '--json'], env);
    expect(ran).toMatchObject({ exitCode, stderr: '' });
    return JSON.parse(ran.stdout) as Report;
  };
  const codesOf = ({ findings }: Report): string[] =>
    findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
  const contents = (): string[] =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => `${path} ${readFileSync(path).toString('base64')}`)
      // Readers of a file in WAL mode make an empty log where there is none.
      .filter((line) => !/-wal $/.test(line))
      .sort();

  it('finds nothing wrong in a folder that a server left in order, and changes no byte of it', async () => {
    const before = contents();
    const report = await examined(0, ['--deep']);
    expect(report).toMatchObject({ ok: true, facts: { program: { serverRuns: false } } });
    expect(report.facts.log.facts.seal).not.toBeNull();
    expect(contents()).toEqual(before);
  });

  it('looks at a server at work, counts what waits, and prints nothing personal', async () => {
    const server = await start(dataDir);
    await deliver(server);
    const later = { ...mail, scheduled_at: new Date(Date.now() + 3_600_000).toISOString() };
    expect(await ask(server, server.key, '/emails', later)).toMatchObject({ status: 200 });
    // Two read models, each in its own time.
    await eventually(async () => {
      const { pending, scheduled } = (await examined(0)).facts.readModels.facts;
      return scheduled === 1 && pending.later === 1;
    });
    const report = await examined(0);
    expect(report.facts).toMatchObject({
      program: { serverRuns: true },
      readModels: { facts: { pending: { due: 0, later: 1, openClaims: 0 }, scheduled: 1 } },
    });
    const told = await posthorn(dataDir, ['doctor']);
    expect(told).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('No problems found') });
    for (const secret of [personal.address, personal.subject, server.key]) {
      expect(told.stdout + JSON.stringify(report)).not.toContain(secret);
    }
    const masterKey = readFileSync(join(dataDir, 'master.key'), 'utf8').trim();
    expect(told.stdout + JSON.stringify(report)).not.toContain(masterKey);
  });

  it('does not keep a server from starting', async () => {
    const looking = [1, 2, 3].map(() => spawned(dataDir, ['doctor']));
    const server = await start(dataDir);
    expect(await server.stop()).toBe(0);
    for (const ran of await Promise.all(looking)) expect(ran.stderr).toBe('');
  });

  it('tells a killed server from one that runs, and what it left without a seal', async () => {
    const server = await start(dataDir);
    await deliver(server);
    // What waits is another read model than what is listed: it may still show the attempt.
    const running = await waitFor(
      () => examined(0),
      ({ facts }) => facts.readModels.facts.pending.openClaims + facts.readModels.facts.pending.due === 0,
    );
    expect(running.facts.program.serverRuns).toBe(true);
    await server.kill();
    const report = await examined(0);
    expect(report.facts.program.serverRuns).toBe(false);
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'server-stopped', severity: 'note' }));
    expect(report.facts.log.facts.unsealed.events).toBeGreaterThanOrEqual(3);
  });

  it('counts what a projection has not folded yet', async () => {
    tamper(
      dataDir,
      'read.sqlite',
      "UPDATE checkpoints SET position = '00000000000000000000' WHERE projection LIKE 'emails@%'",
    );
    const [{ events } = { events: 0 }] = rowsOf<{ events: number }>(
      dataDir,
      'eventlog.sqlite',
      "SELECT count(*) AS events FROM events WHERE category = 'email'",
    );
    expect(events).toBeGreaterThan(0);
    const { findings } = await examined(0);
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'projection-behind', problem: expect.stringContaining(`${events} events`) }),
    );
  });

  it('says that due mail waits for a server, and that a claim is past its deadline', async () => {
    const [{ name } = { name: '' }] = rowsOf<{ name: string }>(
      dataDir,
      'read.sqlite',
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'pending@%'",
    );
    const put = (id: string, document: object, fields: string): void =>
      tamper(
        dataDir,
        'read.sqlite',
        `INSERT INTO "${name}" (id, position, document, state, dueAt, claimed)
         VALUES ('${id}', '00000000000000000001', '${JSON.stringify({ id, ...document })}', ${fields})`,
      );
    const past = '2026-01-01T00:00:00.000Z';
    const attempts = { c: { recipients: [0], worker: 'w', deadline: past } };
    const held = { email: { attempts, recipients: [{ status: 'claimed', attemptId: 'c' }] } };
    put('a', { email: { attempts: {}, recipients: [] }, dueAt: past }, `'due', '${past}', 0`);
    put('b', { ...held, dueAt: '' }, "'claimed', '', 1");
    const report = await examined(1);
    expect(codesOf(report)).toEqual(['nothing-delivers', 'claims-past-deadline']);
    expect(report.facts.readModels.facts.pending).toMatchObject({ due: 1, later: 0, openClaims: 1 });
  });

  it('says that delivery is held after a restore, until it is resumed', async () => {
    const copies = temporaryFolder();
    const folders = ['--log', join(copies, 'log'), '--vault', join(copies, 'vault')];
    expect(await posthorn(dataDir, ['backup', ...folders])).toMatchObject({ exitCode: 0 });
    expect(await posthorn(dataDir, ['restore', ...folders, '--replace'])).toMatchObject({ exitCode: 0 });
    rmSync(copies, { recursive: true });
    expect(codesOf(await examined(1))).toEqual(['delivery-held']);
    expect(await posthorn(dataDir, ['resume'])).toMatchObject({ exitCode: 0 });
    expect(codesOf(await examined(0))).toEqual([]);
  });

  it('names a vault and a master key that do not belong to the log', async () => {
    expect(codesOf(await examined(1, [], { MASTER_KEY: 'ab'.repeat(32) }))).toEqual(['wrong-master-key']);
    renameSync(join(dataDir, 'master.key'), join(dataDir, 'elsewhere'));
    expect(codesOf(await examined(1))).toEqual(['master-key-missing']);
    // It made none in its place.
    expect(readdirSync(dataDir)).not.toContain('master.key');
    for (const file of readdirSync(dataDir)) if (file.startsWith('vault.sqlite')) rmSync(join(dataDir, file));
    expect(codesOf(await examined(1))).toEqual(['vault-missing']);
  });

  it('tells what was not applied of the destroyed keys, and what was lost of them', async () => {
    writeFileSync(join(dataDir, 'destroyed-keys.log'), '0196.0 2026-03-02T10:00:00.000Z\n');
    expect(codesOf(await examined(1))).toEqual(['destroyed-kids-not-applied']);
    tamper(dataDir, 'vault.sqlite', 'UPDATE vault SET destroyed_log_bytes = 1000');
    expect(codesOf(await examined(1))).toEqual(['destroyed-kids-cut']);
  });

  it('finds a damaged file with --deep, and one that cannot be opened at all', async () => {
    const path = join(dataDir, 'read.sqlite');
    const bytes = readFileSync(path);
    // Every page but the first: the schema is there, and what it names is not.
    bytes.fill(0x5a, 4096);
    writeFileSync(path, bytes);
    expect(codesOf(await examined(1, ['--deep']))).toContain('file-damaged');
    writeFileSync(join(dataDir, 'eventlog.sqlite'), 'no database at all, whatever its name says'.repeat(200));
    expect(codesOf(await examined(1))).toEqual(['file-damaged', 'file-damaged']);
  });

  it('sees an event from the future, and files that others can read', async () => {
    tamper(
      dataDir,
      'eventlog.sqlite',
      `UPDATE events SET metadata = json_set(metadata, '$.time', '2199-01-01T00:00:00.000Z')
       WHERE position = (SELECT max(position) FROM events)`,
    );
    chmodSync(dataDir, 0o755);
    chmodSync(join(dataDir, 'master.key'), 0o644);
    expect(codesOf(await examined(1))).toEqual(
      expect.arrayContaining(['clock-behind-log', 'files-readable-by-others']),
    );
  });

  it('checks the configuration before the first start, and makes nothing', async () => {
    rmSync(dataDir, { recursive: true });
    const env = {
      DELIVERY_MODE: 'relay',
      RELAY_URL: 'smtp://relay.example.com:25',
      HELO_NAME: 'localhost',
      HOST: '0.0.0.0',
      RETENTION_DAYS: '30',
      REQUEST_LOG_DAYS: '10',
    };
    expect(codesOf(await examined(1, [], env)).sort()).toEqual([
      'helo-name-not-qualified',
      'links-unreachable',
      'name-overruled',
      'no-installation',
      'public-url-unset',
      'relay-without-credentials',
      'relay-without-tls',
    ]);
    expect(() => readdirSync(dataDir)).toThrow('ENOENT');
  });
});
