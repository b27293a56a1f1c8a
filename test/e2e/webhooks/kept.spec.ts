import { jest } from '@jest/globals';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Resend } from 'resend';
import { eventually } from '../../support/gate.js';
import type { RunningServer } from '../../support/server.js';
import { temporaryFolder } from '../../support/server.js';
import { aheadBy } from '../../support/shifted-server.js';
import { waitFor } from '../../support/wait-for.js';
import { startWebhookReceiver, verifiedBy, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { answerOf, ask, deliver, mail, personal, rowsOf, serversOfTheTest } from '../cli/setup.js';

jest.setTimeout(300_000);

const dayMs = 86_400_000;
const everyone = { ...mail, to: 'delivered+bob@resend.dev', subject: 'For Bob' };

describe('webhooks over the life of an installation', () => {
  const start = serversOfTheTest();
  let root: string;
  let dataDir: string;
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    root = temporaryFolder();
    dataDir = join(root, 'data');
    mkdirSync(dataDir);
    receiver = await startWebhookReceiver();
  });
  afterEach(() => {
    receiver.close();
    rmSync(root, { recursive: true });
  });

  const env = { ALLOW_PRIVATE_FETCH: '1', POSTHORN_TEST_SEAL_EVERY_MS: '1000' };
  const api = (server: RunningServer): Resend['webhooks'] => new Resend(server.key, { baseUrl: server.url }).webhooks;
  async function register(server: RunningServer, path: string): Promise<{ id: string; secret: string }> {
    const asked = { endpoint: receiver.url(path), events: ['email.delivered' as const] };
    const { data, error } = await api(server).create(asked);
    if (data === null) throw new Error(error.message);
    return { id: data.id, secret: data.signing_secret };
  }
  /** What is shown of the endpoint's first message. */
  const shown = async (server: RunningServer, webhookId: string, eventId: string) => {
    const message = await api(server).events.get({ webhookId, eventId });
    const attempts = await api(server).events.attempts.list({ webhookId, eventId });
    return { text: JSON.stringify([message.data, attempts.data]), message: message.data, attempts: attempts.data };
  };
  const untilShown = (server: RunningServer, webhookId: string, eventId: string, status: string) =>
    waitFor(
      () => shown(server, webhookId, eventId),
      ({ message, attempts }) => (message?.status as string) === status && attempts !== null,
    );

  /** What is not sealed stays until the next round of the removal, and one is made at each start. */
  async function startWhereSealed(settings: Readonly<Record<string, string>>): Promise<RunningServer> {
    const server = await start(dataDir, settings);
    await eventually(() => rowsOf<{ n: number }>(dataDir, 'eventlog.sqlite', unsealedAttempts)[0]?.n === 0);
    await server.stop();
    return start(dataDir, settings);
  }

  it('an erased person is in no message, no answer, no rebuild and no restored backup', async () => {
    receiver.on('/echo', (response, { body }) => response.end(body));
    receiver.on('/later', (response) => response.writeHead(500).end('no'));
    const server = await start(dataDir, env);
    const echo = await register(server, '/echo');
    const later = await register(server, '/later');
    await deliver(server);
    const [sent] = await receiver.until('/echo', 1);
    const [failed] = await receiver.until('/later', 1);
    const before = await untilShown(server, echo.id, sent!.id, 'success');
    expect(before.text).toContain(`"to":["${personal.address}"]`);
    // The answer quotes the body; of the address it keeps the domain.
    expect(before.attempts?.data[0]).toMatchObject({ response: expect.stringContaining(personal.subject) });
    expect(JSON.stringify(before.attempts)).not.toContain('ada.lovelace');
    await untilShown(server, later.id, failed!.id, 'attempting');
    const backup = ['--log', join(root, 'log'), '--vault', join(root, 'vault')];
    await answerOf(dataDir, ['backup', ...backup]);

    await answerOf(dataDir, ['erase', '--yes', personal.address]);
    for (const [id, message] of [
      [echo.id, sent!.id],
      [later.id, failed!.id],
    ] as const) {
      const { text } = await shown(server, id, message);
      expect(text).toContain('"to":["[erased]"]');
      expect(text).not.toMatch(/ada\.lovelace|Quarterly/);
    }
    await api(server).events.replay({ webhookId: echo.id, eventId: sent!.id });
    const [, again] = await receiver.until('/echo', 2);
    expect(again?.id).toBe(sent!.id);
    expect(verifiedBy(echo.secret, again!)).toMatchObject({ data: { to: ['[erased]'], subject: '[erased]' } });
    await untilShown(server, echo.id, sent!.id, 'success');
    expect(await answerOf(dataDir, ['replay', '--compare'])).toMatchObject({ difference: null });
    await server.stop();
    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });

    await answerOf(dataDir, ['restore', ...backup, '--replace']);
    receiver.on('/later', (response) => response.end('ok'));
    const [echoes, tries] = [receiver.at('/echo').length, receiver.at('/later').length];
    const restored = await start(dataDir, env);
    await ask(restored, restored.key, '/emails', everyone);
    // Held, as deliveries are: what is due stays due, and what is new is not sent.
    await eventually(() => rowsOf(dataDir, 'eventlog.sqlite', sealedMail).length > 0);
    expect(receiver.at('/echo')).toHaveLength(echoes);
    expect((await untilShown(restored, later.id, failed!.id, 'attempting')).text).not.toContain('ada.lovelace');
    expect(receiver.at('/later')).toHaveLength(tries);
    await answerOf(dataDir, ['resume']);
    await receiver.until('/echo', echoes + 1);
    const retried = (await receiver.until('/later', tries + 2)).slice(tries);
    const about = retried.find(({ id }) => id === failed!.id);
    expect(verifiedBy(later.secret, about!)).toMatchObject({ data: { to: ['[erased]'] } });
    expect(retried.map(({ body }) => body).join()).not.toMatch(/ada\.lovelace|Quarterly/);
    expect(await restored.stop()).toBe(0);
    await answerOf(dataDir, ['replay']);
    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
  });

  it('attempts go with the logs of requests, and nothing is sent again for it', async () => {
    const settings = { ...env, REQUEST_LOG_DAYS: '2' };
    const first = await start(dataDir, settings);
    const { id } = await register(first, '/hook');
    await deliver(first, everyone);
    const [sent] = await receiver.until('/hook', 1);
    await untilShown(first, id, sent!.id, 'success');
    await first.stop();
    const attempts = () => rowsOf<{ stream: string }>(dataDir, 'eventlog.sqlite', streamsOfAttempts);
    const old = attempts()[0]!.stream;

    const second = await startWhereSealed({ ...settings, ...aheadBy(4 * dayMs) });
    await eventually(() => attempts().every(({ stream }) => stream !== old));
    await eventually(async () => (await api(second).events.list({ webhookId: id })).data?.data.length === 0);
    await deliver(second, everyone);
    const [, newer] = await receiver.until('/hook', 2);
    expect(newer?.id).not.toBe(sent!.id);
    await untilShown(second, id, newer!.id, 'success');
    expect(await answerOf(dataDir, ['replay', '--compare'])).toMatchObject({ difference: null });
    await second.stop();
    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
    await answerOf(dataDir, ['replay']);

    const third = await start(dataDir, { ...settings, ...aheadBy(4 * dayMs) });
    await deliver(third, everyone);
    const [, , last] = await receiver.until('/hook', 3);
    expect(new Set([sent!.id, newer!.id, last!.id]).size).toBe(3);
    expect(receiver.at('/hook')).toHaveLength(3);
  });

  it('a move to another place leaves nothing out, tries again what was due, and repeats nothing', async () => {
    receiver.on('/later', (response) => response.writeHead(500).end('no'));
    // The hours of attempts are removed there, so that every position is another one.
    const early = await start(dataDir, { ...env, REQUEST_LOG_DAYS: '1', ...aheadBy(-3 * dayMs) });
    const well = await register(early, '/well');
    await deliver(early, everyone);
    const [first] = await receiver.until('/well', 1);
    await untilShown(early, well.id, first!.id, 'success');
    await early.stop();
    const source = await startWhereSealed({ ...env, REQUEST_LOG_DAYS: '1' });
    const later = await register(source, '/later');
    await eventually(() => rowsOf(dataDir, 'eventlog.sqlite', removedHours).length > 0);
    await deliver(source, everyone);
    const [failed] = await receiver.until('/later', 1);
    await receiver.until('/well', 2);
    await untilShown(source, later.id, failed!.id, 'attempting');
    await source.stop();
    const [wells, tries] = [receiver.at('/well').length, receiver.at('/later').length];

    const to = join(root, 'to');
    await answerOf(root, ['migrate', '--yes', '--from', `embedded:${dataDir}`, '--to', `embedded:${to}`]);
    receiver.on('/later', (response) => response.end('ok'));
    const target = await start(to, env);
    await deliver(target, everyone);
    expect(new Set((await receiver.until('/later', tries + 2)).map(({ id }) => id)).size).toBe(2);
    await untilShown(target, later.id, failed!.id, 'success');
    await receiver.until('/well', wells + 1);
    expect(receiver.at('/well')).toHaveLength(wells + 1);
    expect(await answerOf(to, ['replay', '--compare'])).toMatchObject({ difference: null });
    await target.stop();
    expect(await answerOf(to, ['verify'])).toMatchObject({ ok: true });
  });
});

const streamsOfAttempts = "SELECT DISTINCT stream FROM events WHERE type = 'WebhookAttempted' ORDER BY position";
const unsealedAttempts =
  "SELECT count(*) AS n FROM events WHERE category = 'webhooklog' AND position > (SELECT max(position) FROM events WHERE type = 'LogSealed')";
const sealedMail =
  "SELECT 1 FROM events WHERE type = 'LogSealed' AND position > (SELECT max(position) FROM events WHERE type = 'EmailAccepted')";
const removedHours = "SELECT 1 FROM removed_streams WHERE stream LIKE 'webhooklog-%'";
