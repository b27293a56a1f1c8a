import { rmSync } from 'node:fs';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import type { Facts } from '../../src/application/doctor/facts.js';
import { emailsProjection } from '../../src/projections/emails/emails.projection.js';
import { projections } from '../../src/programs/resources/resources.js';
import { answerOf, ask, deliver, mail, personal, type Ran, spawned as posthorn } from '../e2e/cli/setup.js';
import { startEventStoreProcess } from '../support/eventstore-process.js';
import { eventually } from '../support/gate.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/server.js';
import { startWebhookReceiver } from '../support/webhook-receiver.js';
import { describeOverEngines } from './cli-setup.js';

const emails = `emails@${emailsProjection.version}`;

describeOverEngines('the command line on shared engines', (engines) => {
  // Data folder of the machine that the commands run on, which serves nothing.
  const dataDir = temporaryFolder();
  let server: RunningServer;
  let emailIds: string[];
  beforeAll(async () => {
    expect(await run(['audit', 'installation-main'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('There is no Posthorn installation'),
    });
    server = await startServer({
      env: { ...engines().env, PREVERIFIED_DOMAINS: 'example.com', ALLOW_PRIVATE_FETCH: '1' },
    });
    emailIds = [await deliver(server), await deliver(server, { ...mail, to: 'delivered+second@resend.dev' })];
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });

  function run(args: readonly string[]): Promise<Ran> {
    return posthorn(dataDir, args, engines().env);
  }

  /** In this process, which loads the engines' clients once. */
  function answer<Result>(args: readonly string[], exitCode = 0): Promise<Result> {
    return answerOf(dataDir, args, exitCode, engines().env);
  }

  it('makes teams and keys that work at a running server', async () => {
    const team = await answer<{ id: string }>(['teams', 'create', 'Second']);
    const key = await answer<{ token: string; teamId: string }>(['keys', 'create', '--team', team.id]);
    expect(key.teamId).toBe(team.id);
    await eventually(async () => (await ask(server, key.token, '/emails')).status === 200);
  });

  it('prints the records of a domain', async () => {
    const { records } = await answer<{ records: { key: string }[] }>(['dns', 'zone', 'example.com']);
    expect(records.map(({ key }) => key)).toEqual(expect.arrayContaining(['return-path-mx', 'return-path-spf']));
  });

  it('tells the story of a mail and verifies the log', async () => {
    const told = await run(['audit', emailIds[0]!]);
    expect(told).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('EmailDelivered') });
    expect(told.stdout).toContain(personal.subject);
    expect(await answer(['verify'])).toMatchObject({ ok: true, events: expect.any(Number), recorded: true });
    const looked = JSON.parse((await run(['doctor', '--json'])).stdout) as object;
    expect(looked).toMatchObject({ facts: { log: { facts: { lastVerified: { broken: null } } } } });
  });

  it('rebuilds read models beside a running server, which goes on with them', async () => {
    const client = await MongoClient.connect(engines().env['MONGODB_URL']!);
    try {
      const rows = client.db().collection<{ _id: string }>(`read.${emails}`);
      expect(await rows.deleteOne({ _id: emailIds[1]! })).toMatchObject({ deletedCount: 1 });
    } finally {
      await client.close();
    }
    expect(await answer(['replay', '--compare', 'emails'], 1)).toEqual({
      difference: { projection: emails, id: emailIds[1], kind: 'missing' },
    });
    const { projections: rebuilt } = await answer<{ projections: { projection: string; documents: number }[] }>([
      'replay',
      'emails',
    ]);
    expect(rebuilt).toMatchObject([{ projection: emails, documents: 2 }]);
    expect(await answer(['replay', '--compare', 'emails'])).toMatchObject({ difference: null });
    await deliver(server, { ...mail, to: 'delivered+third@resend.dev' });
  });

  it('rebuilds all of them where no server runs', async () => {
    await server.stop();
    const { projections: rebuilt } = await answer<{ projections: { projection: string }[] }>(['replay']);
    expect(rebuilt.map(({ projection }) => projection)).toEqual(
      projections.map(({ name, version }) => `${name}@${version}`),
    );
    expect(await answer(['replay', '--compare'])).toMatchObject({ difference: null });
    server = await startServer({ env: { ...engines().env, ALLOW_PRIVATE_FETCH: '1' } });
    await deliver(server, { ...mail, to: 'delivered+fourth@resend.dev' });
  });

  it('finds nothing wrong with engines, leases and read models', async () => {
    await eventually(async () => (await run(['doctor'])).exitCode === 0);
    const { ok, facts } = await answer<{ ok: boolean; facts: Facts }>(['doctor']);
    expect(ok).toBe(true);
    expect(facts.shared?.engines).toEqual(
      ['EVENTSTOREDB_URL', 'MONGODB_URL', 'REDIS_URL'].map((name) => ({
        name,
        roundTripMs: expect.any(Number),
        failure: null,
        hasSpareRights: null,
      })),
    );
    expect(facts.shared?.leases).toEqual(
      expect.arrayContaining(
        projections.map(({ name, version }) => ({
          name: `projection:${name}@${version}`,
          holder: expect.any(String),
          fence: expect.any(Number),
          moves: true,
        })),
      ),
    );
    expect(facts.log).toMatchObject({ state: 'read', facts: { events: expect.any(Number) } });
    expect(facts.readModels).toMatchObject({ state: 'read', facts: { pending: { unsettled: 0 } } });
    expect(facts.vault).toMatchObject({ state: 'read', facts: { masterKey: 'fits' } });
  });

  it('shows what webhooks were sent, sends it again, and finds an endpoint that fails', async () => {
    const receiver = await startWebhookReceiver((response) => void response.writeHead(503).end('busy'));
    try {
      const registration = { endpoint: receiver.url('/hook'), events: ['email.sent'] };
      const { id } = (await ask(server, server.key, '/webhooks', registration)).body as { id: string };
      const emailId = await deliver(server, { ...mail, to: 'delivered+hook@resend.dev' });
      type Attempts = { attempts: readonly { messageId: string; emailId: string; status: number }[] };
      const attempts = () => answer<Attempts>(['webhooks', 'attempts', id]);
      await eventually(async () => (await attempts()).attempts.length > 0);
      const [failed] = (await attempts()).attempts;
      expect(failed).toMatchObject({ emailId, status: 503 });
      const listed = () => answer<{ webhooks: readonly object[] }>(['webhooks', 'list']);
      await eventually(async () => JSON.stringify(await listed()).includes('"failingSince":"'));
      expect(await listed()).toMatchObject({ webhooks: [{ id, status: 'enabled', retrying: 1 }] });
      // A finding comes of it after an hour.
      const { facts } = JSON.parse((await run(['doctor', '--json'])).stdout) as { facts: Facts };
      expect(facts.readModels).toMatchObject({ facts: { webhooks: { enabled: 1, troubled: [{ id, retrying: 1 }] } } });
      receiver.on('/hook', (response) => response.end('ok'));
      await answer(['webhooks', 'replay', id, '--message', failed!.messageId]);
      await eventually(async () => (await attempts()).attempts.some(({ status }) => status === 200));
      const gone = await fetch(`${server.url}/webhooks/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${server.key}` },
      });
      expect(gone.status).toBe(200);
    } finally {
      receiver.close();
    }
  });

  it('finds an engine that is away, and prints no address of it', async () => {
    const away = { ...engines().env, REDIS_URL: 'redis://:secret@127.0.0.1:9' };
    const told = await posthorn(dataDir, ['doctor'], away);
    expect(told).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('REDIS_URL cannot be used: no server listens at 127.0.0.1:9.'),
    });
    expect(told.stdout).not.toContain('secret');
  });

  it('erases a person and whole mails', async () => {
    await answer(['erase', '--yes', '--email', emailIds[1]!]);
    await answer(['erase', '--yes', personal.address]);
    for (const [index, erased] of [personal.address, 'delivered+second@resend.dev'].entries()) {
      const told = await run(['audit', emailIds[index]!]);
      expect(told.stdout).toContain('[erased]');
      expect(told.stdout).not.toContain(erased);
      await eventually(async () => {
        const { body } = await ask(server, server.key, `/emails/${emailIds[index]!}`);
        return !JSON.stringify(body).includes(erased);
      });
    }
    expect(await run(['verify'])).toMatchObject({ exitCode: 0 });
  });

  it('resumes nothing where nothing is held, and leaves backups to the engines', async () => {
    expect(await answer(['resume'])).toMatchObject({ resumed: false });
    const folders = ['--log', `${dataDir}/log`, '--vault', `${dataDir}/vault`];
    for (const command of ['backup', 'restore']) {
      expect(await run([command, ...folders])).toEqual({
        exitCode: 1,
        stdout: '',
        stderr: expect.stringContaining('docs/operations.md'),
      });
    }
  });

  it('names the engine that cannot be reached', async () => {
    const nowhere = { ...engines().env, EVENTSTOREDB_URL: 'esdb://127.0.0.1:9?tls=false' };
    const refused = await posthorn(dataDir, ['verify'], nowhere);
    expect(refused).toMatchObject({
      exitCode: 69,
      stderr: expect.stringContaining('no server listens at 127.0.0.1:9'),
    });
    expect(refused.stderr).toContain('EVENTSTOREDB_URL');
  });

  it('counts what other programs write to the log, and is not disturbed', async () => {
    const other = EventStoreDBClient.connectionString(engines().eventStore.connectionString);
    await other.appendToStream('orders', [jsonEvent({ type: 'OrderPlaced', data: {} })]);
    await other.dispose();
    const foreign = { events: 1, streams: 1, names: ['orders'] };
    expect(await answer(['verify'])).toMatchObject({ ok: true, foreign });
    const told = await run(['doctor', '--json']);
    expect(JSON.parse(told.stdout)).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ code: 'log-not-its-own' })]),
      facts: { log: { facts: { foreign } } },
    });
    await deliver(server, { ...mail, to: 'delivered+fifth@resend.dev' });
  });

  it('refuses the read models of another log by name, until they are made anew', async () => {
    await server.stop();
    const client = await MongoClient.connect(engines().env['MONGODB_URL']!);
    try {
      const installations = client.db().collection<{ _id: string }>('installation');
      const another = { $set: { installationId: 'another' } };
      expect(await installations.updateOne({ _id: 'main' }, another)).toMatchObject({ matchedCount: 1 });
    } finally {
      await client.close();
    }
    await expect(startServer({ env: engines().env })).rejects.toThrow(/installation another.*posthorn replay/);
    expect((await run(['doctor'])).stdout).toContain('read-models-of-other-log');
    await answer(['replay']);
    server = await startServer({ env: engines().env });
    await deliver(server, { ...mail, to: 'delivered+sixth@resend.dev' });
  });

  it('refuses an empty log under read models, and writes nothing into it', async () => {
    const dir = temporaryFolder();
    const empty = await startEventStoreProcess({ dir });
    try {
      const env = {
        ...engines().env,
        EVENTSTOREDB_URL: empty.connectionString,
      };
      await expect(startServer({ env })).rejects.toThrow(/the event log is empty/);
      const looked = await posthorn(dataDir, ['verify'], env);
      expect(looked.stderr).toContain('There is no Posthorn installation');
    } finally {
      await empty.kill();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
