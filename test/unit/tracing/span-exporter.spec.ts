import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Span } from '../../../src/application/ports/tracer.js';
import { encodeSpans } from '../../../src/infrastructure/tracing/otlp-json.js';
import { SpanExporter } from '../../../src/infrastructure/tracing/span-exporter.js';
import { waitFor } from '../../support/wait-for.js';

const resource = { attributes: { 'service.name': 'posthorn' }, version: '1.2.3' };
const span = (number: number): Span => ({
  traceId: '0195523f1c007abc8def0123456789ab',
  spanId: number.toString(16).padStart(16, '0'),
  parentId: null,
  name: 'deliver email',
  kind: 'client',
  startMs: 1_772_359_200_000,
  endMs: 1_772_359_200_012.345,
  attributes: {},
  events: [],
  error: null,
});

it('encodes a span as the JSON of OTLP has it', () => {
  const full: Span = {
    ...span(1),
    parentId: '8def0123456789ab',
    attributes: { 'posthorn.smtp.code': 450, 'server.address': 'mx.example.com', isLate: true, share: 0.25 },
    events: [{ name: 'mail', atMs: 1_772_359_200_001.5 }],
    error: '450',
  };
  expect(JSON.parse(encodeSpans([full], resource))).toStrictEqual({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'posthorn' } }] },
        scopeSpans: [
          {
            scope: { name: 'posthorn', version: '1.2.3' },
            spans: [
              {
                traceId: '0195523f1c007abc8def0123456789ab',
                spanId: '0000000000000001',
                parentSpanId: '8def0123456789ab',
                name: 'deliver email',
                kind: 3,
                startTimeUnixNano: '1772359200000000000',
                endTimeUnixNano: '1772359200012345000',
                attributes: [
                  { key: 'posthorn.smtp.code', value: { intValue: '450' } },
                  { key: 'server.address', value: { stringValue: 'mx.example.com' } },
                  { key: 'isLate', value: { boolValue: true } },
                  { key: 'share', value: { doubleValue: 0.25 } },
                  { key: 'error.type', value: { stringValue: '450' } },
                ],
                events: [{ timeUnixNano: '1772359200001500000', name: 'mail' }],
                status: { code: 2 },
              },
            ],
          },
        ],
      },
    ],
  });
});

describe('sending spans to a collector', () => {
  let server: Server;
  let answers: number[];
  let batches: { readonly headers: IncomingHttpHeaders; readonly spans: number }[];
  let heard: string[];
  const counts = { sent: 0, dropped: 0 };

  beforeEach(async () => {
    [answers, batches, heard] = [[], [], []];
    Object.assign(counts, { sent: 0, dropped: 0 });
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        batches.push({ headers: request.headers, spans: text.split('"spanId"').length - 1 });
        response.writeHead(answers.shift() ?? 200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  function exporting(port = (server.address() as AddressInfo).port): SpanExporter {
    return new SpanExporter(
      { url: `http://127.0.0.1:${port}/v1/traces`, headers: [['api-key', 'secret']], timeoutMs: 5_000, resource },
      {
        onSpans: (outcome, spans) => {
          counts[outcome] += spans;
        },
        onFailing: (reason) => heard.push(reason),
        onTaken: (dropped) => heard.push(`taken, ${dropped} dropped`),
      },
    );
  }

  it('sends them in batches, the rest at the stop, with the headers', async () => {
    const exporter = exporting();
    for (let number = 1; number <= 600; number += 1) exporter.add(span(number));
    await exporter.stop();
    expect(batches.map(({ spans }) => spans)).toStrictEqual([512, 88]);
    expect(batches[0]?.headers).toMatchObject({ 'api-key': 'secret', 'content-type': 'application/json' });
    expect(counts).toStrictEqual({ sent: 600, dropped: 0 });
  });

  it('sends the same again where the collector is busy, and says so once when it begins and once when it ends', async () => {
    answers = [503, 429];
    const exporter = exporting();
    for (let number = 1; number <= 512; number += 1) exporter.add(span(number));
    await waitFor(
      () => counts.sent,
      (sent) => sent === 512,
    );
    expect(batches.map(({ spans }) => spans)).toStrictEqual([512, 512, 512]);
    expect(heard).toStrictEqual(['it answered 503', 'taken, 0 dropped']);
    await exporter.stop();
  });

  it('drops what the collector refuses, once', async () => {
    answers = [401];
    const exporter = exporting();
    for (let number = 1; number <= 512; number += 1) exporter.add(span(number));
    await waitFor(
      () => counts.dropped,
      (dropped) => dropped === 512,
    );
    expect(heard).toStrictEqual(['it answered 401']);
    await exporter.stop();
    expect(batches).toHaveLength(1);
  });

  it('holds no more than it may while the collector is away, and a stop does not wait for it', async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const exporter = exporting(port);
    for (let number = 1; number <= 20_000; number += 1) exporter.add(span(number));
    const began = performance.now();
    await exporter.stop();
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(counts).toStrictEqual({ sent: 0, dropped: 20_000 });
    expect(heard).toHaveLength(1);
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
});
