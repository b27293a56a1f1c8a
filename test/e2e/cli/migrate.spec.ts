import { jest } from '@jest/globals';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { askOnceOverHttp } from '../../support/ask-over-http.js';
import { importedSegment } from '../../support/broadcast-client.js';
import { environmentWith, fillInstallation, sinkScript } from '../../support/migrating.js';
import { eventually } from '../../support/gate.js';
import { pausePoints, pausingAt, untilPaused } from '../../support/pause-points.js';
import { makeInstallation, temporaryFolder } from '../../support/server.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { posthornAt } from '../delivery/setup.js';
import { answerOf, ask, posthorn, rowsOf, serversOfTheTest, startPosthorn } from './setup.js';

jest.setTimeout(480_000);

interface Summary {
  readonly outcome: string;
  readonly events: number;
  readonly keyRows: number;
  readonly destroyedKeys: number;
  readonly bodies: number;
}

const count = (dataDir: string, file: string, table: string, where = 'true') =>
  rowsOf<{ n: number }>(dataDir, file, `SELECT count(*) AS n FROM ${table} WHERE ${where}`)[0]?.n ?? -1;

describe('migrate from folder to folder', () => {
  const start = serversOfTheTest();
  let root: string;
  let from: string;
  let to: string;
  let sink: SmtpSink;
  beforeEach(async () => {
    root = temporaryFolder();
    from = join(root, 'from');
    to = join(root, 'to');
    sink = await startSmtpSink(sinkScript);
  });
  afterEach(async () => {
    await sink.close();
    rmSync(root, { recursive: true });
  });

  const places = () => ['--from', `embedded:${from}`, '--to', `embedded:${to}`];
  const migrate = () => answerOf<Summary>(root, ['migrate', '--yes', ...places()]);
  const expectSameCounts = (summary: Summary) => {
    expect(summary.events).toBe(count(from, 'eventlog.sqlite', 'events'));
    expect(summary.keyRows).toBe(count(from, 'vault.sqlite', 'key_rows'));
    expect(summary.destroyedKeys).toBe(count(from, 'vault.sqlite', 'destroyed_keys'));
    expect(summary.bodies).toBe(count(from, 'vault.sqlite', 'blobs'));
    for (const table of ['key_rows', 'destroyed_keys', 'blobs']) {
      expect(count(to, 'vault.sqlite', table)).toBe(count(from, 'vault.sqlite', table));
    }
  };

  it('takes everything along, and the target answers as the source did', async () => {
    const filled = await fillInstallation((env) => start(from, env), from, environmentWith(sink));
    expect(count(from, 'eventlog.sqlite', 'removed_streams', "mode = 'soft'")).toBe(1);
    const source = await start(from, { ...filled.env, POSTHORN_ROLES: 'api,projections' });
    const before = await filled.answers(source);
    const logs = await filled.logged(source);
    expect(await posthorn(root, ['migrate', '--yes', ...places()])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('stop the server first'),
    });
    await source.stop();
    const sentBefore = sink.messages.length;

    const summary = await migrate();
    expect(summary).toMatchObject({ outcome: 'moved' });
    expectSameCounts(summary);
    expect(readFileSync(join(to, 'master.key'))).toEqual(readFileSync(join(from, 'master.key')));
    expect(await answerOf(to, ['verify'])).toMatchObject({ ok: true });
    expect(await migrate()).toMatchObject({ outcome: 'moved-before' });
    const refused = await start(from, filled.env).catch(String);
    expect(refused).toContain('ended with 78');
    expect(refused).toContain('was moved to other engines');

    const server = await start(to, filled.env);
    expect(await filled.answers(server)).toEqual(before);
    expect(await answerOf(to, ['replay', '--compare'])).toMatchObject({ difference: null });
    // Its own questions are among them too.
    const logsAfter = await filled.logged(server);
    expect(logs.slice(0, 50).filter((id) => !logsAfter.includes(id))).toEqual([]);
    expect(sink.messages.length).toBe(sentBefore);
    await server.stop();

    const later = await start(to, filled.laterEnv);
    await posthornAt(later).until(filled.scheduled, 'delivered');
    expect(sink.messages.length).toBe(sentBefore + 1);
    await later.stop();
    expect(await answerOf(to, ['verify'])).toMatchObject({ ok: true });
    expect(await answerOf(to, ['replay', '--compare'])).toMatchObject({ difference: null });
    expect(await posthorn(to, ['audit', filled.delivered])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('because of DeliveryAttemptStarted'),
    });
  });

  it('sends what was under way once, from where it moved to', async () => {
    let isAway = false;
    const rcpt = (address: string) => (address.startsWith('joins') && !isAway ? '451 4.2.0 come back' : '250 2.1.5 ok');
    const receiver = await startSmtpSink({ rcpt });
    const env = { ...environmentWith(receiver), RETRY_SCHEDULE_STANDARD: '2' };
    const source = await start(from, env);
    const askSource = askOnceOverHttp(source.url, source.key);
    const made = async (path: string, body: object) =>
      (await askSource<{ readonly id: string }>('POST', path, body)).id;
    const sender = 'a@mail.example.com';
    const readers = await importedSegment(askSource, 120, {});
    const link = '{{{RESEND_UNSUBSCRIBE_URL}}}';
    const draft = { segment_id: readers, from: sender, subject: 'News', html: `<a href="${link}">Leave</a>` };
    const broadcast = await made('/broadcasts', draft);
    await askSource('PATCH', `/dashboard-api/broadcasts/${broadcast}/policy`, { pace_per_hour: 18_000 });
    await made(`/broadcasts/${broadcast}/send`, {});
    await receiver.until(() => receiver.messages.length >= 50);
    const topics = [
      { topic_id: await made('/topics', { name: 'News', default_subscription: 'opt_out' }), double_opt_in: true },
    ];
    const form = await made('/dashboard-api/forms', { name: 'Footer', topics, origins: [], from: sender });
    const body = new URLSearchParams({ email: 'joins@example.com' });
    expect(await fetch(`${source.url}/subscribe/${form}`, { method: 'POST', body })).toMatchObject({ status: 200 });
    const soon = new Date(Date.now() + 12_000).toISOString();
    await made('/emails', {
      from: sender,
      to: 'later@example.com',
      subject: 'Later',
      text: 'Later',
      scheduled_at: soon,
    });
    const csv = new FormData();
    csv.set(
      'file',
      new Blob([['email', ...Array.from({ length: 5_000 }, (_, row) => `row${row}@example.com`)].join('\n')]),
    );
    const { id: imported } = await askSource<{ readonly id: string }>('POST', '/contacts/imports', csv);
    await source.stop();
    isAway = true;
    const sentBefore = receiver.messages.length;
    expect(sentBefore).toBeLessThan(120);
    expect(await migrate()).toMatchObject({ outcome: 'moved' });
    expect(await start(from, env).catch(String)).toContain('was moved to other engines');
    expect(receiver.messages).toHaveLength(sentBefore);

    const target = await start(to, env);
    const reached = () => receiver.messages.flatMap(({ recipients }) => recipients);
    await receiver.until(() => new Set(reached()).size >= 122);
    await eventually(async () => {
      const { body: one } = await ask(target, target.key, `/contacts/imports/${imported}`);
      return JSON.stringify(one).includes('"status":"completed"');
    });
    expect(await ask(target, target.key, `/contacts/imports/${imported}`)).toMatchObject({
      body: { counts: { total: 5_000, created: 5_000 } },
    });
    const expected = [
      'joins@example.com',
      'later@example.com',
      ...Array.from({ length: 120 }, (_, n) => `person${n}@example.com`),
    ];
    expect(reached().sort()).toEqual(expected.sort());
    await receiver.close();
  });

  it('goes on where it was killed, and never lets both be started', async () => {
    const env = { POSTHORN_ROLES: 'api,projections', PREVERIFIED_DOMAINS: 'mail.example.com' };
    const source = await start(from, env);
    const mails = Array.from({ length: 100 }, (_, index) => ({
      from: 'a@mail.example.com',
      to: `r${index}@example.com`,
      subject: 'One of many',
      text: 'x'.repeat(2_000),
    }));
    for (let batch = 0; batch < 5; batch += 1) {
      expect(await ask(source, source.key, '/emails/batch', mails)).toMatchObject({ status: 200 });
    }
    await source.stop();
    const events = count(from, 'eventlog.sqlite', 'events');

    const { migrateCopies, migrateCompares, migrateMarks, migrateFinishes } = pausePoints;
    for (const point of [migrateCopies, migrateCompares, migrateMarks, migrateFinishes]) {
      const run = startPosthorn(root, ['migrate', '--yes', ...places()], pausingAt(point));
      await untilPaused(run);
      // Before its first event the target is still an empty place.
      await eventually(() => count(to, 'eventlog.sqlite', 'events') > 0);
      run.kill();
      await run.ended;
      const opened = await Promise.all(
        [from, to].map(async (place) => posthorn(place, ['audit', 'installation-main'])),
      );
      const started = opened.filter((ran) => ran.exitCode === 0);
      expect(started.length).toBeLessThanOrEqual(1);
      expect(opened[1]).toMatchObject({
        exitCode: 78,
        stderr: expect.stringContaining('posthorn migrate` command again'),
      });
    }
    const outcome = await migrate();
    expect(outcome.outcome).toMatch(/^moved/);
    // The source has said that it left, and the target that it arrived.
    expect(count(from, 'eventlog.sqlite', 'events')).toBe(events + 1);
    expect(count(to, 'eventlog.sqlite', 'events', "type = 'InstallationMovedIn'")).toBe(1);
    for (const table of ['key_rows', 'destroyed_keys', 'blobs']) {
      expect(count(to, 'vault.sqlite', table)).toBe(count(from, 'vault.sqlite', table));
    }
    expect(await answerOf(to, ['verify'])).toMatchObject({ ok: true });
    const server = await start(to, env);
    await eventually(async () => {
      const { body } = await ask(server, server.key, '/emails?limit=1');
      return JSON.stringify(body).includes('One of many');
    });
    await server.stop();
  });

  it('takes no target that holds something else, and no other master key', async () => {
    await makeInstallation(from);
    await makeInstallation(to);
    const declined = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      posthorn(root, ['migrate', '--yes', ...args], env).then(({ exitCode, stderr }) => ({ exitCode, stderr }));
    const said = (text: string, exitCode = 1) => ({ exitCode, stderr: expect.stringContaining(text) });
    expect(await declined(places())).toMatchObject(said('is not the master key of the source'));
    rmSync(join(to, 'master.key'));
    expect(await declined(places())).toMatchObject(said('contains another installation'));
    rmSync(to, { recursive: true });
    expect(await declined(places(), { MASTER_KEY: '0b'.repeat(32) })).toMatchObject(
      said('encrypted with a different MASTER_KEY'),
    );
    expect(await declined(['--from', `embedded:${from}`, '--to', `embedded:${from}`])).toMatchObject(
      said('the same', 64),
    );
    expect(await declined(['--from', 'engines:', '--to', `embedded:${to}`])).toMatchObject(said('MONGODB_URL', 64));
    expect(await declined(['--from', `${from}`, '--to', `embedded:${to}`])).toMatchObject(
      said('embedded:<folder>', 64),
    );
    const nowhere = join(root, 'nowhere');
    expect(await declined(['--from', `embedded:${nowhere}`, '--to', `embedded:${to}`])).toMatchObject(
      said(`There is no Posthorn installation in ${nowhere}`),
    );
    expect(existsSync(nowhere)).toBe(false);
    expect(await posthorn(from, ['teams', 'create', 'Still here'])).toMatchObject({ exitCode: 0 });
  });
});
