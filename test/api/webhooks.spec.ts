import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { addTeam } from '../support/second-team.js';
import { waitFor } from '../support/wait-for.js';
import {
  deletedWebhook,
  oneWebhook,
  oneWebhookMessage,
  webhookAttemptList,
  webhookRequest,
  webhookRequestList,
  webhookSecret,
} from '../support/answers.js';
import { dataOf, errorOf, small, useServer, useTeam } from './setup.js';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const suite = useServer({ env: { ALLOW_PRIVATE_FETCH: '1', NOTICE_TO: 'ops@example.com' } });
const { client, call } = suite;
const guarded = useTeam('strict');

let receiver: Server;
let origin: string;
let received: Received[];
/** What each path answers, request after request; then 200. */
let answers: Map<string, number[]>;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.statusCode = answers.get(path)?.shift() ?? 200;
      response.setHeader('x-receiver', 'spec');
      response.end('received');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = [];
  answers = new Map();
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const at = (path: string): readonly Received[] => received.filter((each) => each.path === path);
const until = (path: string, count: number) =>
  waitFor(
    async () => at(path),
    (found) => found.length >= count,
  );
const idOf = ({ headers }: Received): string => String(headers['svix-id']);
const typeOf = ({ body }: Received): string => (JSON.parse(body) as { type: string }).type;

function verified({ headers, body }: Received, webhookSecret: string): unknown {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`svix-${name}`]));
  return client().webhooks.verify({
    payload: body,
    headers: { id: id ?? '', timestamp: timestamp ?? '', signature: signature ?? '' },
    webhookSecret,
  });
}

async function register(path: string, events: ('email.sent' | 'email.delivered')[], key?: string) {
  const { webhooks } = client(key);
  return dataOf(await webhooks.create({ endpoint: `${origin}${path}`, events }), webhookSecret);
}

describe('an endpoint', () => {
  it('is registered, read, listed, changed and deleted with the official client', async () => {
    const { webhooks } = client();
    const { id, signing_secret } = await register('/managed', ['email.sent']);
    expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(dataOf(await webhooks.get(id), oneWebhook)).toMatchObject({
      id,
      endpoint: `${origin}/managed`,
      events: ['email.sent'],
      status: 'enabled',
      signing_secret,
    });
    expect(dataOf(await webhooks.list()).data.map((row) => row.id)).toContain(id);
    const endpoint = `${origin}/changed`;
    dataOf(await webhooks.update(id, { endpoint, events: ['email.bounced'], status: 'disabled' }));
    expect(dataOf(await webhooks.get(id))).toMatchObject({ endpoint, events: ['email.bounced'], status: 'disabled' });
    const rotated = dataOf(await webhooks.rotateSigningSecret(id), webhookSecret);
    expect(rotated.signing_secret).not.toBe(signing_secret);
    expect(dataOf(await webhooks.get(id)).signing_secret).toBe(rotated.signing_secret);
    expect(dataOf(await webhooks.remove(id), deletedWebhook)).toMatchObject({ id, deleted: true });
    expect(errorOf(await webhooks.get(id))).toMatchObject({ statusCode: 404, message: 'Webhook not found' });
    expect(errorOf(await webhooks.remove(id))).toMatchObject({ statusCode: 404 });
    expect(dataOf(await webhooks.list()).data.map((row) => row.id)).not.toContain(id);
  });

  it.each([
    ['no endpoint', { events: ['email.sent'] }, 'missing_required_field', 'endpoint'],
    ['no absolute URL', { endpoint: 'hooks', events: ['email.sent'] }, 'validation_error', 'endpoint'],
    ['another scheme', { endpoint: 'ftp://example.com/', events: ['email.sent'] }, 'validation_error', 'endpoint'],
    ['a password', { endpoint: 'https://a:b@example.com/', events: ['email.sent'] }, 'validation_error', 'endpoint'],
    [
      'a long URL',
      { endpoint: `https://example.com/${'a'.repeat(2_048)}`, events: ['email.sent'] },
      'validation_error',
      'endpoint',
    ],
    ['no events', { endpoint: 'https://example.com/' }, 'missing_required_field', 'events'],
    ['no event', { endpoint: 'https://example.com/', events: [] }, 'validation_error', 'events'],
    ['an unknown event', { endpoint: 'https://example.com/', events: ['email.lost'] }, 'validation_error', 'events'],
  ])('is refused with %s', async (_what, body, name, field) => {
    const answer = await call('POST', '/webhooks', { body });
    expect(answer).toMatchObject({ status: 422, body: { name, message: expect.stringContaining(`\`${field}\``) } });
  });

  it.each([
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://2130706433/',
    'https://localhost/',
  ])('%s is refused unless ALLOW_PRIVATE_FETCH is on', async (endpoint) => {
    const { webhooks } = guarded.client();
    const error = errorOf(await webhooks.create({ endpoint, events: ['email.sent'] }));
    expect(error).toMatchObject({ statusCode: 422, message: expect.stringContaining('`endpoint`') });
    const { id } = dataOf(await webhooks.create({ endpoint: 'https://hooks.example.com/', events: ['email.clicked'] }));
    expect(errorOf(await webhooks.update(id, { endpoint }))).toMatchObject({ statusCode: 422 });
    dataOf(await webhooks.remove(id));
    // The list is what endpoints are counted by.
    await waitFor(
      async () => dataOf(await webhooks.list()).data,
      (listed) => listed.length === 0,
    );
  });

  it('is refused once the team has as many as it may have', async () => {
    const { webhooks } = guarded.client();
    const endpoint = { endpoint: 'https://hooks.example.com/', events: ['email.clicked' as const] };
    const made = [dataOf(await webhooks.create(endpoint)).id, dataOf(await webhooks.create(endpoint)).id];
    await waitFor(
      async () => dataOf(await webhooks.list()).data,
      (listed) => listed.length === 2,
    );
    expect(errorOf(await webhooks.create(endpoint))).toMatchObject({
      statusCode: 403,
      message: 'This team has 2 webhooks, as many as a team may have.',
    });
    for (const id of made) dataOf(await webhooks.remove(id));
  });
});

describe('what happens', () => {
  it('is sent, signed, and shown with its attempts', async () => {
    const { signing_secret, id } = await register('/signed', ['email.sent', 'email.delivered']);
    const mail = dataOf(await client().emails.send(small));
    const messages = await until('/signed', 2);
    expect(messages.map(typeOf).sort()).toEqual(['email.delivered', 'email.sent']);
    for (const message of messages) {
      expect(verified(message, signing_secret)).toMatchObject({ data: { email_id: mail.id, to: [small.to] } });
      // The headers of Standard Webhooks are there too.
      const headers = Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]));
      expect(new Webhook(signing_secret).verify(message.body, headers)).toMatchObject({ data: { email_id: mail.id } });
      expect(() => verified({ ...message, body: `${message.body} ` }, signing_secret)).toThrow();
    }
    const { events } = client().webhooks;
    const listed = await waitFor(
      async () => dataOf(await events.list({ webhookId: id })).data,
      (found) => found.length === 2,
    );
    expect(new Set(listed.map((event) => event.id))).toEqual(new Set(messages.map(idOf)));
    const [first] = messages;
    const asked = { webhookId: id, eventId: first === undefined ? '' : idOf(first) };
    const shown = dataOf(await events.get(asked), oneWebhookMessage);
    expect(shown).toMatchObject({ status: 'success', next_attempt_at: null, payload: JSON.parse(first?.body ?? '') });
    const attempts = await waitFor(
      async () => dataOf(await events.attempts.list(asked), webhookAttemptList).data,
      (found) => found.length > 0,
    );
    expect(attempts).toMatchObject([{ http_status_code: 200, response: 'received' }]);
    dataOf(await events.replay(asked));
    const again = await until('/signed', 3);
    expect(again.map(idOf).filter((messageId) => messageId === asked.eventId)).toHaveLength(2);
  });

  it('is found again in the log of requests, by what it was and by the email', async () => {
    answers.set('/logged', [503]);
    const { id } = await register('/logged', ['email.sent', 'email.delivered']);
    const mail = dataOf(await client().emails.send(small));
    const list = async (query: string) => {
      const { status, body } = await call('GET', `/webhook-requests?webhook_id=${id}${query}`);
      expect(status).toBe(200);
      return webhookRequestList.parse(body).data;
    };
    // The first of the two is answered 503, and tried again.
    const all = await waitFor(
      () => list(''),
      (found) => found.length === 3,
    );
    expect(all.map((row) => row.id)).toEqual([...all.map((row) => row.id)].sort().reverse());
    expect(all.every((row) => row.webhook_id === id && row.email_id === mail.id && row.duration_ms > 0)).toBe(true);
    const [failed] = await list('&status=5xx');
    expect(failed).toMatchObject({ outcome: 'retrying', http_status_code: 503, error: 'status', attempt: 1 });
    const { event_id, type } = failed ?? all[0]!;
    expect((await list(`&event_id=${event_id}`)).map((row) => row.outcome)).toEqual(['delivered', 'retrying']);
    expect(await list(`&type=${type}&status=200`)).toMatchObject([{ event_id, attempt: 2 }]);
    expect(await list(`&email_id=${mail.id}&outcome=delivered`)).toHaveLength(2);
    expect(await list('&status=none')).toEqual([]);
    expect(await list(`&until=${new Date(Date.now() - 3_600_000).toISOString()}`)).toEqual([]);
    expect(await list(`&since=${new Date(Date.now() - 3_600_000).toISOString()}`)).toHaveLength(3);
    expect(await list(`&limit=1&after=${all[0]?.id}`)).toEqual([all[1]]);

    const one = await call('GET', `/webhook-requests/${failed?.id}`);
    expect(webhookRequest.parse(one.body)).toMatchObject({
      ...failed,
      response: 'received',
      response_headers: expect.arrayContaining([{ name: 'x-receiver', value: 'spec' }]),
    });
    const figures = await waitFor(
      async () => (await fetch(`${suite.server().url}/metrics`)).text(),
      (text) =>
        text.includes(`posthorn_webhook_attempts_total{webhook="${id}",outcome="delivered"} 2`) &&
        text.includes(`posthorn_webhook_waiting{webhook="${id}"} 0`),
    );
    expect(figures).toContain(`posthorn_webhook_attempts_total{webhook="${id}",outcome="retrying"} 1`);
    expect(figures).toContain(`posthorn_webhook_attempt_duration_seconds_count{webhook="${id}"} 3`);

    const stranger = await addTeam(suite.server(), 'Readers');
    expect(await call('GET', `/webhook-requests/${failed?.id}`, { key: stranger })).toMatchObject({ status: 404 });
    const theirs = await call('GET', `/webhook-requests?webhook_id=${id}`, { key: stranger });
    expect(theirs.body).toMatchObject({ data: [] });
  });

  it.each(['status=700', 'type=email.lost', 'outcome=won', 'webhook_id=1', 'event_id=1', 'since=soon'])(
    'is not looked for by %s',
    async (query) => {
      expect(await call('GET', `/webhook-requests?${query}`)).toMatchObject({ status: 422 });
    },
  );

  it('is reported to the operators by mail where it disables the endpoint', async () => {
    answers.set('/gone', [410]);
    const { id } = await register('/gone', ['email.sent']);
    dataOf(await client().emails.send(small));
    const subject = `Webhook endpoint at ${new URL(origin).host} is disabled`;
    const notice = await waitFor(
      async () => dataOf(await client().emails.list()).data.find((mail) => mail.subject === subject),
      (found) => found?.last_event === 'delivered',
    );
    expect(notice).toMatchObject({ to: ['ops@example.com'], from: 'Posthorn <posthorn@posthorn.test>' });
    const { text } = dataOf(await client().emails.get(notice?.id ?? ''));
    expect(text).toContain(id);
    expect(text).not.toContain('/gone');
    const { status } = dataOf(await client().webhooks.get(id));
    expect(status).toBe('disabled');
  });
});
