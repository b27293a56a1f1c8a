import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/server.js';
import { startCommand } from '../../support/command-line.js';
import { allCommands, operationCommands, posthorn } from './setup.js';

interface Case {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const root = temporaryFolder();
const empty = join(root, 'empty');
const dataDir = join(empty, 'data');
const nowhere = ['--destination', 'example.com', '--reason', 'a try'];
const copies = ['--log', join(empty, 'log'), '--vault', join(empty, 'vault')];

const cases: readonly Case[] = [
  { command: 'teams create', args: ['Looms'] },
  { command: 'teams list' },
  { command: 'teams show', args: ['x'] },
  { command: 'users create', args: ['ada@example.com'] },
  { command: 'users list' },
  { command: 'users reset', args: ['ada@example.com'] },
  { command: 'users sessions', args: ['ada@example.com', '--end'] },
  { command: 'users vouch', args: ['ada@example.com'] },
  { command: 'users disable', args: ['ada@example.com'] },
  { command: 'keys create' },
  { command: 'keys rotate-master', env: { MASTER_KEY: '01'.repeat(32), OTHER_MASTER_KEY: '02'.repeat(32) } },
  { command: 'dns zone', args: ['example.com'] },
  { command: 'dns check', args: ['example.com'] },
  { command: 'dkim rotate', args: ['example.com'] },
  { command: 'queue list' },
  { command: 'queue pause', args: nowhere },
  { command: 'queue resume', args: nowhere },
  { command: 'queue retry', args: nowhere },
  { command: 'queue drop', args: [...nowhere, '--yes'] },
  { command: 'webhooks list' },
  { command: 'webhooks attempts', args: ['x'] },
  { command: 'webhooks replay', args: ['x', '--message', 'msg_1'] },
  { command: 'metrics rejudge' },
  { command: 'suppressions rejudge' },
  { command: 'verify' },
  { command: 'audit', args: ['x'] },
  { command: 'audit contact', args: ['ada@example.com'] },
  { command: 'audit segment', args: ['x'] },
  { command: 'insights', args: ['x'] },
  { command: 'broadcasts cancel', args: ['x', '--yes'] },
  { command: 'broadcasts pause', args: ['x'] },
  { command: 'broadcasts resume', args: ['x'] },
  { command: 'imports cancel', args: ['x', '--yes'] },
  { command: 'segments show', args: ['x'] },
  { command: 'jobs stop', args: ['x', '--yes'] },
  { command: 'jobs list' },
  { command: 'activity' },
  { command: 'broadcasts verify', args: ['x'] },
  { command: 'broadcasts why', args: ['x', 'ada@example.com'] },
  { command: 'consent sheet', args: ['ada@example.com', '--json'] },
  { command: 'consent verify', args: ['sheet.html'] },
  { command: 'erase', args: ['ada@example.com', '--yes'] },
  { command: 'export', args: ['ada@example.com', '--json'] },
  { command: 'backup', args: copies },
  { command: 'hold' },
  { command: 'resume' },
  { command: 'replay' },
  {
    command: 'migrate',
    args: ['--from', `embedded:${dataDir}`, '--to', `embedded:${join(empty, 'elsewhere')}`, '--yes'],
  },
];

/** Their answers are about something else than an installation that is missing; they make nothing either. */
const others = { restore: copies, doctor: [], status: [], config: [], completion: ['bash'], man: [] } as const;

/** It makes an installation. */
const makers = ['serve'];

/** They ask a server, and know nothing of an installation. */
const ownClients = [
  { command: 'templates list', args: [] },
  { command: 'templates pull', args: [] },
  { command: 'templates push', args: [] },
  { command: 'templates diff', args: [] },
  { command: 'suppressions import', args: ['bounces.csv'] },
  { command: 'send', args: ['--test'] },
  { command: 'lookup', args: ['ada@example.com'] },
  { command: 'logs export', args: ['--out', 'requests.csv'] },
  { command: 'api', args: ['GET', '/emails'] },
];
const clients = [...ownClients, ...operationCommands];

const nothingHere = `There is no Posthorn installation in ${dataDir}`;

describe('in a folder without an installation', () => {
  beforeEach(() => mkdirSync(empty));
  afterEach(() => rmSync(empty, { recursive: true }));
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(cases)('$command says which folder holds none, and makes nothing', async ({ command, args = [], env }) => {
    const ran = await posthorn(dataDir, [...command.split(' '), ...args], env);
    expect(ran).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringContaining(nothingHere) });
    expect(readdirSync(empty)).toEqual([]);
  });

  it('restore looks for its backup first, and makes nothing', async () => {
    const ran = await posthorn(dataDir, ['restore', ...others.restore]);
    expect(ran).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringContaining('There is no whole backup in') });
    expect(readdirSync(empty)).toEqual([]);
  });

  it.each([[], ['--json'], ['--deep']])('doctor %s finds that, and nothing else', async (...options) => {
    const ran = await posthorn(dataDir, ['doctor', ...options]);
    expect(ran).toMatchObject({ exitCode: 1, stderr: '', stdout: expect.stringContaining(nothingHere) });
    expect(ran.stdout).toContain('no-installation');
    expect(ran.stdout).not.toContain('master-key-in-data-dir');
    expect(readdirSync(empty)).toEqual([]);
  });

  it('status finds it too, and says that no server runs', async () => {
    const ran = await posthorn(dataDir, ['status']);
    expect(ran).toMatchObject({ exitCode: 1, stderr: '', stdout: expect.stringContaining('no-installation') });
    expect(ran.stdout).toContain('stopped. Start it with posthorn serve.');
    expect(readdirSync(empty)).toEqual([]);
  });

  it('names the folder in full, what to do, and makes nothing where it was started', async () => {
    const ran = await startCommand(['keys', 'create'], {}, empty).ended;
    expect(ran).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `posthorn: ${nothingHere} (DATA_DIR). Run this in the folder that the server was started in, or set DATA_DIR to its data folder; the first start of the server makes one.\n`,
    });
    expect(readdirSync(empty)).toEqual([]);
  });

  it('a log that no start has written to is no installation either', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'eventlog.sqlite'), '');
    const ran = await posthorn(dataDir, ['keys', 'create']);
    expect(ran).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringContaining(nothingHere) });
    expect(readdirSync(dataDir)).not.toContain('master.key');
  });

  it.each(clients)('$command asks for the address of a server, and makes nothing', async ({ command, args }) => {
    const ran = await posthorn(dataDir, [...command.split(' '), ...args]);
    expect(ran).toEqual({ exitCode: 78, stdout: '', stderr: expect.stringContaining('No server is named.') });
    expect(readdirSync(empty)).toEqual([]);
  });

  it('no command is forgotten', () => {
    const known = [
      ...cases.map(({ command }) => command),
      ...Object.keys(others),
      ...ownClients.map(({ command }) => command),
      ...makers,
    ];
    expect(known.sort()).toEqual(allCommands());
  });
});
