import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  bootstrapKey,
  makeInstallation,
  type RunningServer,
  startServer,
  temporaryFolder,
} from '../../support/server.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { posthorn as command } from '../cli/setup.js';
import { headerOf, posthornAt } from './setup.js';

const quiet = { LOG_LEVEL: 'warn' };
const hello = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hi' };

let dataDir: string;
const running = new Set<RunningServer>();

beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(async () => {
  for (const server of running) await server.kill();
  running.clear();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A server on this test's folder; one that still runs at the test's end is killed. */
async function start(env: Readonly<Record<string, string>> = {}, fresh = false): Promise<RunningServer> {
  const server = await startServer({ dataDir, env: { ...quiet, ...env }, fresh });
  running.add(server);
  return server;
}

async function stop(server: RunningServer): Promise<number | null> {
  running.delete(server);
  return server.stop();
}

async function kill(server: RunningServer): Promise<void> {
  running.delete(server);
  await server.kill();
}

/** What a start on this test's folder says, that is refused. */
async function refusal(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const outcome = await start(env).catch((error: unknown) => String(error));
  if (typeof outcome !== 'string') throw new Error('it started');
  expect(outcome).toContain('the server ended with 78');
  // What an operator can mend is a sentence, not a stack.
  expect(outcome).not.toMatch(/\n\s+at /);
  return outcome;
}

const toRelay = (sink: SmtpSink): Record<string, string> => ({
  DELIVERY_MODE: 'relay',
  RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
  PREVERIFIED_DOMAINS: 'mail.example.com',
  RETRY_SCHEDULE_STANDARD: '1',
});

describe('SIGTERM', () => {
  it('ends an idle server with 0, and the next start goes on with the same data', async () => {
    const first = await start();
    const id = await posthornAt(first).send(hello);
    await posthornAt(first).until(id, 'delivered');
    // Another start on its folder is refused, and it goes on undisturbed.
    expect(await refusal()).toContain(
      `Another process uses ${dataDir} (DATA_DIR, environment): stop the server first.`,
    );
    await posthornAt(first).until(await posthornAt(first).send(hello), 'delivered');
    expect(await stop(first)).toBe(0);
    // What Node warns of on stderr is a fault of ours.
    expect(first.output()).not.toContain('Warning: Possible');
    const server = await start();
    const second = posthornAt(server);
    expect(await second.email(id)).toMatchObject({ id, last_event: 'delivered' });
    await second.until(await second.send(hello), 'delivered');
    await expectNamedDamage(server, id);
  });

  it('ends while a receiver owes a reply; the mail is unknown, and sent again after the next start', async () => {
    let silent = true;
    const sink = await startSmtpSink({ dot: () => (silent ? 'silence' : '250 2.0.0 taken') });
    try {
      const first = await start({ ...toRelay(sink), SHUTDOWN_GRACE_MS: '500' });
      const id = await posthornAt(first).send({ ...hello, from: 'shop@mail.example.com', to: 'a@example.net' });
      await sink.until(() => sink.messages.length === 1);
      expect(await stop(first)).toBe(0);
      silent = false;
      const second = posthornAt(await start(toRelay(sink)));
      await second.until(id, 'delivered');
      const types = (await second.timeline(id)).map(({ type }) => type);
      expect(types.filter((type) => type === 'DeliveryOutcomeUnknown')).toHaveLength(1);
      expect(sink.messages.map(({ raw }) => headerOf(raw, 'Message-ID'))).toEqual([
        `<${id}@mail.example.com>`,
        `<${id}@mail.example.com>`,
      ]);
    } finally {
      await sink.close();
    }
  });
});

describe('SIGKILL', () => {
  it('a start on what it left needs no cleaning: the mail that hung at its dot is unknown, and sent again at once', async () => {
    let silent = true;
    const sink = await startSmtpSink({ dot: () => (silent ? 'silence' : '250 2.0.0 taken') });
    try {
      const first = await start(toRelay(sink));
      const id = await posthornAt(first).send({ ...hello, from: 'shop@mail.example.com', to: 'a@example.net' });
      await sink.until(() => sink.messages.length === 1);
      await kill(first);
      silent = false;
      // A schedule that would not come round within this test: the first unknown of a dead process does not wait for
      // it.
      const second = posthornAt(await start({ ...toRelay(sink), RETRY_SCHEDULE_STANDARD: '3600' }));
      await second.until(id, 'delivered');
      expect((await second.timeline(id)).map(({ type }) => type)).toEqual([
        'EmailAccepted',
        'DeliveryAttemptStarted',
        'DeliveryOutcomeUnknown',
        'DeliveryAttemptStarted',
        'EmailDelivered',
      ]);
      expect(sink.messages).toHaveLength(2);
    } finally {
      await sink.close();
    }
  });
});

describe('another delivery mode at the next start', () => {
  it('sandbox mail that was accepted in capture mode still never leaves the machine', async () => {
    const sink = await startSmtpSink();
    try {
      const first = await start({ POSTHORN_ROLES: 'api,projections' });
      const id = await posthornAt(first).send({ ...hello, to: 'someone@example.net' });
      expect((await posthornAt(first).call('GET', '/emails')).body).toMatchObject({
        data: [{ id, last_event: 'queued' }],
      });
      await stop(first);
      const second = posthornAt(await start(toRelay(sink)));
      await second.until(id, 'delivered');
      expect(await second.captured(id)).toMatchObject([{ recipients: ['someone@example.net'] }]);
      expect(sink.sessions).toEqual([]);
    } finally {
      await sink.close();
    }
  });
});

describe('a start refuses, and says why', () => {
  it('another master key than that of the installation, none, a missing vault, and another vault; put right, it starts', async () => {
    await stop(await start());
    expect(await refusal({ MASTER_KEY: '22'.repeat(32) })).toContain('MASTER_KEY');

    // Neither a start nor a command makes another one.
    const masterKey = join(dataDir, 'master.key');
    renameSync(masterKey, `${masterKey}.away`);
    const said = `The master key is missing: ${masterKey} does not exist`;
    expect(await refusal()).toContain(said);
    const ran = await command(dataDir, ['keys', 'create']);
    expect(ran).toMatchObject({ exitCode: 78, stdout: '', stderr: expect.stringContaining(said) });
    expect(ran.stderr).toMatch(/Restore your copy of the file, or set MASTER_KEY or MASTER_KEY_FILE\./);
    expect(existsSync(masterKey)).toBe(false);
    renameSync(`${masterKey}.away`, masterKey);

    const vault = ['vault.sqlite', 'vault.sqlite-wal', 'vault.sqlite-shm'].map((name) => join(dataDir, name));
    const present = vault.filter((path) => existsSync(path));
    for (const path of present) renameSync(path, `${path}.away`);
    expect(await refusal()).toContain('but this vault is missing');

    const other = temporaryFolder();
    try {
      await makeInstallation(other, { MASTER_KEY_FILE: masterKey });
      for (const path of vault) {
        rmSync(path, { force: true });
        if (existsSync(join(other, basename(path)))) renameSync(join(other, basename(path)), path);
      }
      expect(await refusal()).toMatch(/belongs to vault \S+, and this vault is/);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }

    for (const path of vault) rmSync(path, { force: true });
    for (const path of present) renameSync(`${path}.away`, path);
    const posthorn = posthornAt(await start());
    await posthorn.until(await posthorn.send(hello), 'delivered');
  });

  it('wrong values, each by its name and where it was set, and secrets without their value', async () => {
    const secrets = { BOOTSTRAP_API_KEY: 'secret', MASTER_KEY: 'short' };
    const message = await refusal({ ...secrets, PORT: 'http', DELIVERY_MODE: 'pigeon' });
    const named = ['BOOTSTRAP_API_KEY', 'MASTER_KEY', 'PORT=http', 'DELIVERY_MODE=pigeon'];
    for (const setting of named) expect(message).toContain(`${setting} (environment): expected`);
    for (const value of Object.values(secrets)) expect(message).not.toContain(value);
  });

  it('delivery to a relay without an address', async () => {
    expect(await refusal({ DELIVERY_MODE: 'relay' })).toContain('RELAY_URL');
  });
});

describe('BOOTSTRAP_API_KEY', () => {
  it('without one, the first start makes a key and prints it once; one that is set is added with a warning, once', async () => {
    const keysOf = async (server: RunningServer, key: string): Promise<number> => {
      const { body } = await posthornAt({ url: server.url, key }).call('GET', '/api-keys');
      return (body as { data: readonly unknown[] }).data.length;
    };
    const first = await start({ BOOTSTRAP_API_KEY: '' });
    const made = /API key {4}(re_[A-Za-z0-9_]{24,}) /.exec(first.output())?.[1] ?? '';
    const posthorn = posthornAt({ url: first.url, key: made });
    await posthorn.until(await posthorn.send(hello), 'delivered');
    expect(await keysOf(first, made)).toBe(1);
    await stop(first);

    const added = await start();
    expect(added.output()).toContain('Warning: BOOTSTRAP_API_KEY');
    expect(added.output()).not.toContain(made);
    expect([await keysOf(added, made), await keysOf(added, bootstrapKey)]).toEqual([2, 2]);
    await stop(added);

    const same = await start();
    expect(await keysOf(same, bootstrapKey)).toBe(2);
    expect(same.output()).not.toContain('BOOTSTRAP_API_KEY');
    await stop(same);

    const without = await start({ BOOTSTRAP_API_KEY: '' });
    expect(without.output()).not.toContain('API key  ');
    expect(await keysOf(without, bootstrapKey)).toBe(2);
  });

  it('is the key of the first start, which prints none', async () => {
    const first = await start({}, true);
    expect(first.output()).not.toContain(bootstrapKey);
    const { body } = await posthornAt(first).call('GET', '/api-keys');
    expect((body as { data: readonly unknown[] }).data).toHaveLength(1);
  });
});

/**
 * An event log that cannot be read any more is not answered with 404, for what is asked may be there; it ends the
 * server, which names the file.
 */
async function expectNamedDamage(server: RunningServer, id: string): Promise<void> {
  const posthorn = posthornAt(server);
  for (const name of ['eventlog.sqlite', 'eventlog.sqlite-wal']) {
    const path = join(dataDir, name);
    // No page of SQLite begins with such bytes: with random ones it may take one in a few hundred for an empty page.
    if (existsSync(path)) writeFileSync(path, Buffer.alloc(statSync(path).size, 0xff), { flag: 'r+' });
  }
  const statuses = new Set<number>();
  // SQLite keeps what it has read until the next commit.
  await waitFor(
    async () => {
      for (const [method, path, body] of [
        ['POST', '/emails', hello],
        ['GET', `/emails/${id}`, undefined],
      ] as const) {
        const answer = await posthorn.call(method, path, body).catch(() => undefined);
        if (answer !== undefined) statuses.add(answer.status);
      }
      return server.process.exitCode ?? server.process.signalCode;
    },
    (end) => end !== null,
  );
  expect(server.process.exitCode).toBe(70);
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  // What a process has written last may be read after its end.
  await waitFor(
    () => server.output(),
    (output) => /eventlog\.sqlite is damaged/.test(output),
  );
}
