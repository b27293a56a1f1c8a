import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../support/command-line.js';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { allCommands, deliver, type Ran, spawned } from './setup.js';

interface Case {
  readonly command: string;
  readonly args?: readonly string[];
  readonly exitCode?: number;
  /** Part of what is printed; without it stderr says that the command cannot run. */
  readonly answer?: object;
  readonly said?: string;
}

const root = temporaryFolder();
const copies = ['--log', join(root, 'log'), '--vault', join(root, 'vault')];
const nowhere = ['--destination', 'example.com', '--reason', 'a try'];

const beside: readonly Case[] = [
  { command: 'teams create', args: ['Looms'], answer: { id: expect.any(String) } },
  { command: 'teams list', answer: { teams: [{ name: 'First team' }, { name: 'Looms' }] } },
  { command: 'teams show', args: ['x'], exitCode: 1, said: 'There is no team x' },
  { command: 'status', answer: { ok: true, server: { runs: true, health: { ok: true } }, mode: 'capture' } },
  {
    command: 'config',
    answer: {
      settings: expect.arrayContaining([{ name: 'DNS_SERVERS', value: '127.0.0.1:1', source: 'environment' }]),
    },
  },
  { command: 'api', args: ['GET', '/domains'], answer: { object: 'list' } },
  { command: 'send', args: ['--test'], answer: { last_event: 'delivered' } },
  { command: 'lookup', args: ['ada@example.com'], exitCode: 1, answer: { contact: null, emails: [] } },
  { command: 'logs export', args: ['--out', join(root, 'requests.csv'), '--format', 'csv'], answer: { format: 'csv' } },
  { command: 'users create', args: ['ada@example.com'], answer: { role: 'admin' } },
  { command: 'users list', answer: [{ email: 'ada@example.com' }] },
  { command: 'users reset', args: ['ada@example.com'], answer: { url: expect.stringContaining('/dashboard/reset') } },
  { command: 'users sessions', args: ['ada@example.com'], answer: { sessions: [] } },
  { command: 'users vouch', args: ['ada@example.com'], answer: { addressProven: true } },
  { command: 'users disable', args: ['ada@example.com'], answer: { status: 'disabled' } },
  { command: 'keys create', answer: { token: expect.stringMatching(/^re_/) } },
  { command: 'keys rotate-master', exitCode: 1, said: 'OTHER_MASTER_KEY' },
  { command: 'dns zone', args: ['mail.example.com'], answer: { zone: 'example.com' } },
  { command: 'dns check', args: ['mail.example.com'], exitCode: 1, answer: { verified: false } },
  { command: 'dkim rotate', args: ['resend.dev'], exitCode: 1, said: 'is a sandbox domain' },
  { command: 'suppressions rejudge', answer: { checked: 0, wrong: [], removed: [] } },
  { command: 'suppressions import', args: ['none.csv'], exitCode: 1, said: 'none.csv cannot be read' },
  { command: 'metrics rejudge', answer: { counts: [], unknown: 0, examples: [] } },
  { command: 'queue list', answer: { lines: [], pauses: [] } },
  { command: 'queue pause', args: nowhere, answer: { paused: true } },
  { command: 'queue resume', args: nowhere, answer: { paused: false } },
  { command: 'queue retry', args: nowhere, exitCode: 1, answer: { mails: 0 } },
  { command: 'queue drop', args: [...nowhere, '--yes'], exitCode: 1, answer: { mails: 0 } },
  { command: 'webhooks list', answer: { webhooks: [] } },
  { command: 'webhooks attempts', args: ['nobody'], exitCode: 1, said: 'There is no endpoint nobody' },
  { command: 'webhooks replay', args: ['nobody', '--message', 'msg_1'], exitCode: 1, said: 'There is no endpoint' },
  { command: 'verify', answer: { ok: true } },
  { command: 'audit', args: ['installation-main'], answer: { stream: 'installation-main' } },
  { command: 'audit contact', args: ['ada@example.com'], exitCode: 1, said: 'never had a contact' },
  { command: 'consent sheet', args: ['ada@example.com'], exitCode: 1, said: 'never had a contact' },
  { command: 'consent verify', args: ['no-sheet.html'], exitCode: 64, said: 'no-sheet.html cannot be read' },
  { command: 'audit segment', args: ['x'], exitCode: 1, said: 'There is no segment x' },
  { command: 'insights', args: ['x'], exitCode: 1, said: 'There is no email x' },
  { command: 'broadcasts verify', args: ['x'], exitCode: 1, said: 'There is no broadcast x' },
  { command: 'broadcasts why', args: ['x', 'ada@example.com'], exitCode: 1, said: 'no broadcast x' },
  { command: 'broadcasts cancel', args: ['x', '--yes'], exitCode: 1, said: 'There is no broadcast x' },
  { command: 'broadcasts pause', args: ['x'], exitCode: 1, said: 'There is no broadcast x' },
  { command: 'broadcasts resume', args: ['x'], exitCode: 1, said: 'There is no broadcast x' },
  { command: 'imports cancel', args: ['x', '--yes'], exitCode: 1, said: 'There is no import x' },
  { command: 'segments show', args: ['x'], exitCode: 1, said: 'There is no segment x' },
  { command: 'jobs stop', args: ['x', '--yes'], exitCode: 1, said: 'There is no job x' },
  { command: 'jobs list', answer: { jobs: [] } },
  { command: 'activity', args: ['--actor', 'cli'], answer: { activity: expect.any(Array) } },
  { command: 'doctor', answer: { ok: true } },
  { command: 'erase', args: ['ada.lovelace@example.com', '--yes'], answer: {} },
  { command: 'export', args: ['ada@example.com'], exitCode: 1, said: 'keeps nothing' },
  { command: 'backup', args: copies, answer: { events: expect.any(Number) } },
  { command: 'resume', answer: { resumed: false } },
  { command: 'serve', exitCode: 78, said: 'Another process uses' },
  { command: 'templates list', answer: { templates: [] } },
  { command: 'templates pull', args: [join(root, 'templates')], answer: { templates: 0 } },
  { command: 'templates push', args: [join(root, 'nothing')], exitCode: 64, said: 'nothing' },
  { command: 'templates diff', args: [join(root, 'nothing')], exitCode: 64, said: 'nothing' },
];

const afterwards: readonly Case[] = [
  { command: 'hold', answer: { held: true } },
  { command: 'replay', answer: { projections: expect.any(Array) } },
  { command: 'restore', args: [...copies, '--replace'], answer: { aside: expect.any(String) } },
  {
    command: 'migrate',
    args: ['--from', `embedded:${join(root, 'data')}`, '--to', `embedded:${join(root, 'elsewhere')}`, '--yes'],
    answer: { outcome: 'moved' },
  },
];

/** What they print is for a shell or a pager, and made from the commands: unit tests read it. */
const texts = [{ command: 'completion' }, { command: 'man' }];

/** The other suites run commands in their own process: here each is what an operator starts, and its process ends. */
describe('as a process of its own', () => {
  const dataDir = join(root, 'data');
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ dataDir, env: { PREVERIFIED_DOMAINS: 'mail.example.com' } });
    await deliver(server);
  });
  afterAll(async () => {
    await server.kill();
    rmSync(root, { recursive: true });
  });

  // The server answers nothing that could be JSON.
  const run = (command: string, args: readonly string[]): Promise<Ran> =>
    // No name server is there.
    spawned(dataDir, [...command.split(' '), ...args, ...(command === 'serve' ? [] : ['--json'])], {
      DNS_SERVERS: '127.0.0.1:1',
      POSTHORN_TEST_DNS_TIMEOUT_MS: '200',
    });
  const answers = async ({ command, args = [], exitCode = 0, answer, said }: Case): Promise<void> => {
    const ran = await run(command, args);
    expect(ran).toMatchObject({ exitCode, stderr: said === undefined ? '' : expect.stringContaining(said) });
    if (answer === undefined) expect(ran.stdout).toBe('');
    else expect(JSON.parse(ran.stdout)).toMatchObject(answer);
  };

  it.each(beside)('$command, beside a server', (one) => answers(one));

  it('replay, restore and migrate, when the server has stopped', async () => {
    expect(await server.stop()).toBe(0);
    for (const one of afterwards) await answers(one);
  });

  it('no command is forgotten', () => {
    expect([...beside, ...afterwards, ...texts].map(({ command }) => command).sort()).toEqual(allCommands());
  });
});

it('ends quietly where what reads it has read enough', async () => {
  const child = spawn(process.execPath, [join(bundle, 'cli.js'), '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  await once(child, 'close');
  expect({ exitCode: child.exitCode, said }).toEqual({ exitCode: 0, said: '' });
});
