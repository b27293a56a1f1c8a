import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type RunningServer, startServer } from '../support/server.js';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js';
import { waitFor } from '../support/wait-for.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { posthornAt } from './delivery/setup.js';

/** OTLP 1.x as its schema and the JSON mapping of protobuf have it, with nothing beside it. */
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ doubleValue: z.number() }),
]);
const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value }))
  .transform((list) => Object.fromEntries(list.map((each) => [each.key, Object.values(each.value)[0]])));
const nanoseconds = z.string().regex(/^\d{19}$/);
const spanId = z.string().regex(/^(?!0{16})[0-9a-f]{16}$/);
const span = z.strictObject({
  traceId: z.string().regex(/^(?!0{32})[0-9a-f]{32}$/),
  spanId,
  parentSpanId: spanId.optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  events: z.array(z.strictObject({ timeUnixNano: nanoseconds, name: z.string() })),
  status: z.strictObject({ code: z.literal(2) }).optional(),
});
const exported = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string(), version: z.string() }), spans: z.array(span) }),
      ),
    }),
  ),
});
type ExportedSpan = z.output<typeof span>;

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpan = 'b7ad6b7169203331';

/** Collector and webhook endpoint are on this machine; the relay is busy at first. */
describe('a trace', () => {
  let outside: WebhookReceiver;
  let sink: SmtpSink;
  let isBusy = true;
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-traces-'));
  let server: RunningServer;

  const start = () =>
    startServer({
      dataDir,
      env: {
        DELIVERY_MODE: 'relay',
        RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
        PREVERIFIED_DOMAINS: 'mail.example.com',
        ALLOW_PRIVATE_FETCH: '1',
        RETRY_SCHEDULE_STANDARD: '1,1,1,1,1',
        LOG_LEVEL: 'warn',
        OTEL_EXPORTER_OTLP_ENDPOINT: outside.url(''),
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20c2VjcmV0',
        OTEL_SERVICE_NAME: 'mail',
      },
    });

  beforeAll(async () => {
    outside = await startWebhookReceiver();
    sink = await startSmtpSink({ mail: () => (isBusy ? '450 4.3.2 later' : '250 2.1.0 ok') });
    server = await start();
  });
  afterAll(async () => {
    await server.stop();
    await sink.close();
    outside.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const spans = (): readonly ExportedSpan[] =>
    outside
      .at('/v1/traces')
      .flatMap(({ body }) => exported.parse(JSON.parse(body)).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const untilSpans = (isThere: (found: readonly ExportedSpan[]) => boolean) => waitFor(spans, isThere);

  it('leads from the program over request, deliveries and a restart to the webhook', async () => {
    const hook = await posthornAt(server).call('POST', '/webhooks', {
      endpoint: outside.url('/hook'),
      events: ['email.delivered'],
    });
    expect(hook.status).toBe(201);
    const answer = await fetch(`${server.url}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.key}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${callerSpan}-01`,
      },
      body: JSON.stringify({
        from: 'Shop <shop@mail.example.com>',
        to: 'ada@ada.example',
        subject: 'A secret subject',
        text: 'A secret body',
      }),
    });
    const { id } = z.object({ id: z.string() }).parse(await answer.json());
    await untilSpans((found) => found.some(({ attributes: { 'posthorn.smtp.code': code } }) => code === '450'));
    await server.stop();
    isBusy = false;
    server = await start();
    const received = await outside.until('/hook', 1);
    const found = await untilSpans((all) => all.some(({ name }) => name === 'send webhook email.delivered'));

    const own = found.filter((each) => each.traceId === traceId);
    const [request, accepted, delivered, webhook] = [
      'POST /emails',
      'accept email',
      'deliver email',
      'send webhook email.delivered',
    ].map((name) => own.filter((each) => each.name === name).at(-1));
    expect(own.map(({ name }) => name)).toStrictEqual(
      expect.arrayContaining(['POST /emails', 'accept email', 'deliver email', 'send webhook email.delivered']),
    );
    expect(request).toMatchObject({
      kind: 2,
      parentSpanId: callerSpan,
      attributes: { 'http.route': '/emails', 'http.response.status_code': '200' },
    });
    expect(accepted).toMatchObject({ kind: 4, parentSpanId: request?.spanId });
    expect(accepted?.attributes['messaging.message.id']).toBe(id);
    expect(own.filter(({ name }) => name === 'deliver email').length).toBeGreaterThan(1);
    expect(delivered).toMatchObject({
      kind: 3,
      parentSpanId: accepted?.spanId,
      attributes: { 'posthorn.smtp.code': '250', 'posthorn.recipients.delivered': '1' },
    });
    expect(delivered?.status).toBeUndefined();
    expect(delivered?.events.map(({ name }) => name)).toStrictEqual(
      expect.arrayContaining(['ehlo', 'mail', 'rcpt', 'data', 'dot', 'reply']),
    );
    expect(webhook).toMatchObject({ kind: 3, parentSpanId: accepted?.spanId });
    expect(received[0]?.headers['traceparent']).toBe(`00-${traceId}-${webhook?.spanId}-01`);
    expect(new Set(own.map(({ spanId: each }) => each)).size).toBe(own.length);
  });

  it('has no address, subject or body, and is sent with the headers of the collector', () => {
    const sent = outside.at('/v1/traces');
    expect(sent.length).toBeGreaterThan(0);
    for (const { headers, body } of sent) {
      expect(headers['authorization']).toBe('Basic c2VjcmV0');
      expect(body).not.toMatch(/ada@|ada\.example|secret|shop@/i);
      expect(body).toContain('{"key":"service.name","value":{"stringValue":"mail"}}');
    }
  });

  it('begins with the request where the program has none, and each email of it follows', async () => {
    const { status, body } = await posthornAt(server).call(
      'POST',
      '/emails/batch',
      ['one', 'two'].map((name) => ({
        from: 'shop@mail.example.com',
        to: `${name}@example.net`,
        subject: 'Hello',
        text: 'Hi',
      })),
    );
    expect(status).toBe(200);
    const ids = z
      .object({ data: z.array(z.object({ id: z.string() })) })
      .parse(body)
      .data.map((each) => each.id);
    const ofEmail = (found: readonly ExportedSpan[], id: string) =>
      found.find(({ name, attributes: said }) => name === 'deliver email' && said['messaging.message.id'] === id);
    const found = await untilSpans((all) => ids.every((id) => ofEmail(all, id) !== undefined));
    const [first, second] = ids.map((id) => ofEmail(found, id));
    const request = found.find(({ name }) => name === 'POST /emails/batch');
    expect(request?.parentSpanId).toBeUndefined();
    expect([first?.traceId, second?.traceId]).toStrictEqual([request?.traceId, request?.traceId]);
  });
});
