import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeSmtpPorts, temporaryFolder } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';

const root = join(import.meta.dirname, '../..');
const main = join(root, 'dist/bundle/main.js');
/** What supervisors give a program to end. */
const endMs = 10_000;

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
}

let folder: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of ['dist', 'scripts']) symlinkSync(join(root, name), join(folder, name));
});
afterEach(() => {
  for (const { pid } of started.splice(0)) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // Nothing of it runs any more.
    }
  }
  rmSync(folder, { recursive: true });
});

/** In a process group of its own, as a supervisor starts it. Resolves once the server serves. */
async function start(program: string, ...args: readonly string[]): Promise<Started> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, PORT: '0', ...freeSmtpPorts },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const url = await waitFor(
    () => /^Posthorn serves (\S+)\n/m.exec(output)?.[1] ?? '',
    (found) => found !== '',
  );
  return { child, url, output: () => output };
}

const isLive = async (url: string): Promise<boolean> => (await fetch(`${url}/health/live`)).ok;

const mail = { from: 'a@resend.dev', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hi' };

function headersFor(output: string) {
  const key = /^ {2}API key {4}(\S+)/m.exec(output)?.[1];
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

function send({ url, output }: Pick<Started, 'url' | 'output'>, emails: readonly (typeof mail)[]): Promise<Response> {
  const headers = headersFor(output());
  return fetch(`${url}/emails/batch`, { method: 'POST', headers, body: JSON.stringify(emails) });
}

/** What nobody has set, as the first key of the installation hears of it. */
async function rateLimitOf({ url, output }: Started): Promise<string | null> {
  const key = /API key {4}(re_\w+) /.exec(output())?.[1] ?? '';
  const answer = await fetch(`${url}/emails`, { headers: { authorization: `Bearer ${key}` } });
  return answer.headers.get('ratelimit-policy');
}

describe('npm start', () => {
  it('ends its server orderly when npm gets SIGTERM, SIGINT or SIGKILL, and the next start works', async () => {
    let begun = await start('npm', 'start');
    expect(await rateLimitOf(begun)).toBe('10;w=1');
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
      const { child, output } = begun;
      // Once nobody holds its output any more: npm, a shell between, the server.
      const ended = once(child, 'close', { signal: AbortSignal.timeout(endMs) });
      child.kill(signal);
      await ended;
      expect([signal, output()]).toEqual([signal, expect.stringContaining('"msg":"stopping"')]);
      expect(output()).not.toContain('"level":"fatal"');
      begun = await start('npm', 'start');
      expect(await isLive(begun.url)).toBe(true);
    }
  });
});

describe('what npm start starts', () => {
  /** As the shell of `npm start` asks for it, and hands it to `env`. */
  const commandWith = (settings: NodeJS.ProcessEnv): string =>
    execFileSync(process.execPath, ['dist/bundle/node-command.js'], { cwd: folder, env: settings, encoding: 'utf8' });

  it('is Node with less room for objects where there is little memory', () => {
    expect(commandWith({ MEMORY_MEGABYTES: '4096' })).toBe('node --max-semi-space-size=16 --max-old-space-size=2048\n');
    const modest = /^(MALLOC_\w+=\d+ ){3}node --max-semi-space-size=8 --max-old-space-size=256\n$/;
    expect(commandWith({ MEMORY_MEGABYTES: '512' })).toMatch(modest);
    writeFileSync(join(folder, '.env'), 'MEMORY_MEGABYTES=512\n');
    expect(commandWith({})).toMatch(modest);
  });

  it('goes by the machine where the setting is wrong: the server says what is wrong with it', () => {
    expect(commandWith({ MEMORY_MEGABYTES: 'much' })).toBe(commandWith({}));
  });
});

describe('a server that was started without npm', () => {
  it('outlives the shell that it was started from', async () => {
    const { child, url, output } = await start('sh', '-c', `"${process.execPath}" "${main}" & wait`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const answer = await send({ url, output }, [mail]);
    const { data } = (await answer.json()) as { data: readonly [{ id: string }] };
    const headers = headersFor(output());
    await waitFor(
      async () => (await (await fetch(`${url}/emails/${data[0].id}`, { headers })).json()) as { last_event: string },
      ({ last_event: last }) => last === 'delivered',
    );
    expect(output()).not.toContain('"msg":"stopping"');
  });

  it('goes on, says so and stops in order while the reader of its log stands still', async () => {
    const { child, url, output } = await start(process.execPath, main);
    child.stdout?.pause();
    // More lines than the pipe and this process hold.
    for (let batch = 0; batch < 8; batch += 1)
      expect((await send({ url, output }, Array(100).fill(mail))).status).toBe(200);
    await waitFor(
      async () => (await fetch(`${url}/metrics`)).text(),
      (metrics) => metrics.includes('posthorn_server_trouble{kind="output-blocked",severity="warning"} 1\n'),
    );
    child.kill('SIGTERM');
    expect(await once(child, 'exit', { signal: AbortSignal.timeout(endMs) })).toEqual([0, null]);
  });
});
