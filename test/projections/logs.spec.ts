import type { AnsweredRequest, RequestsAnswered } from '../../src/domain/request-log/events.js';
import type { StreamRetired } from '../../src/domain/retention/events.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { type StreamName, streamName } from '../../src/domain/shared/stream-name.js';
import { logsProjection, routeOf } from '../../src/projections/logs/logs.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { apiKeyId, idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const streamOf = (hour: number): StreamName => streamName('requestlog', `${idAt(1)}-2026-01-01T0${hour}`);
const kid = kidOf(idAt(2), 0);

const request = (number: number, status = 200): AnsweredRequest => ({
  id: idAt(number),
  at: timeAt(number),
  apiKeyId,
  method: 'POST',
  endpoint: '/emails',
  status,
  durationMs: 1.5,
  emailIds: [],
});

const answered = (...requests: readonly AnsweredRequest[]): RequestsAnswered => ({
  type: 'RequestsAnswered',
  data: {
    requests,
    details: plain(
      kid,
      requests.map(({ id }) => ({ userAgent: `agent ${id}`, requestBody: { secret: 1 }, responseBody: null })),
    ),
  },
});

const retired = (stream: StreamName): StreamRetired => ({
  type: 'StreamRetired',
  data: { stream, lastRevision: 0, headDigest: 'f'.repeat(64), mode: 'tombstone' },
});

/** Requests in a few hours' streams, some told twice; then the oldest hours end. */
const histories = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 100, max: 130 })), { maxLength: 20 }),
    fc.integer({ min: 0, max: 3 }),
  )
  .map(([told, ended]) => {
    const log = new RecordedLog();
    // An hour's requests are written in that hour's stream alone.
    for (const [hour, number] of told)
      log.add(streamOf(hour), answered(request(number * 10 + hour), request(5000 + number * 10 + hour, 404)));
    for (let hour = 0; hour < ended; hour += 1)
      log.add(streamName('retention', 'requestlog-2026-02-01'), retired(streamOf(hour)));
    return log.all;
  });

describe('the logs projection', () => {
  it('shows who asked what, and says where the bodies are', () => {
    const log = new RecordedLog();
    log.add(streamOf(1), answered(request(100)));
    log.add(streamOf(1), answered(request(101), request(102, 422)));
    const documents = foldAll(logsProjection, log.all);
    expect([...documents.keys()]).toEqual([idAt(100), idAt(101), idAt(102)]);
    expect(JSON.parse(documents.get(idAt(102)) ?? '')).toEqual({
      id: idAt(102),
      teamId,
      at: timeAt(102),
      apiKeyId,
      method: 'POST',
      endpoint: '/emails',
      route: '/emails',
      status: 422,
      statusClass: 4,
      durationMs: 1.5,
      userAgent: `agent ${idAt(102)}`,
      stream: streamOf(1),
      revision: 1,
    });
  });

  it.each([
    ['/emails', '/emails'],
    [`/emails/${idAt(7)}/attachments/${idAt(8)}`, '/emails/{id}/attachments/{id}'],
    [`/webhooks/${idAt(7)}/events/:event_id`, '/webhooks/{id}/events/{id}'],
  ])('groups %s with others of the route %s', (path, route) => {
    expect(routeOf(path)).toBe(route);
  });

  it('says which link opened a mail, and of no other request', () => {
    const log = new RecordedLog();
    const answer = { object: 'email', id: idAt(7), share_id: idAt(8) };
    const requests = [{ ...request(100), method: 'GET', endpoint: `/share/${idAt(7)}`, apiKeyId: null }];
    const shared = { ...request(101), endpoint: `/emails/${idAt(7)}/share` };
    const detail = { userAgent: null, requestBody: null, responseBody: answer };
    log.add(streamOf(1), {
      type: 'RequestsAnswered',
      data: { requests: [...requests, shared], details: plain(kid, [detail, detail]) },
    });
    const documents = foldAll(logsProjection, log.all);
    expect(JSON.parse(documents.get(idAt(100)) ?? '')).toMatchObject({ route: '/share/{id}', shareId: idAt(8) });
    expect(JSON.parse(documents.get(idAt(101)) ?? '')).not.toHaveProperty('shareId');
  });

  it('has the name of the error that was answered, where the answer names one', () => {
    const log = new RecordedLog();
    const bodies = [{ name: 'validation_error', message: 'No.' }, { name: 'A <b>name</b>' }, { name: 'shop' }];
    log.add(streamOf(1), {
      type: 'RequestsAnswered',
      data: {
        requests: [request(100, 422), request(101, 422), request(102)],
        details: plain(
          kid,
          bodies.map((responseBody) => ({ userAgent: null, requestBody: null, responseBody })),
        ),
      },
    });
    const documents = foldAll(logsProjection, log.all);
    expect(JSON.parse(documents.get(idAt(100)) ?? '')).toMatchObject({ errorName: 'validation_error' });
    expect(JSON.parse(documents.get(idAt(101)) ?? '')).not.toHaveProperty('errorName');
    expect(JSON.parse(documents.get(idAt(102)) ?? '')).not.toHaveProperty('errorName');
  });

  it('leaves out the reads that are only counted', () => {
    const log = new RecordedLog();
    log.add(streamOf(1), answered(request(100), { ...request(101), reads: 30 }, request(102)));
    const documents = foldAll(logsProjection, log.all);
    expect([...documents.keys()]).toEqual([idAt(100), idAt(102)]);
    expect(JSON.parse(documents.get(idAt(102)) ?? '')).toMatchObject({ userAgent: `agent ${idAt(102)}` });
  });

  it('reads without the user agent once the key is destroyed', () => {
    const log = new RecordedLog();
    const { requests } = answered(request(100)).data;
    log.add(streamOf(1), {
      type: 'RequestsAnswered',
      data: { requests, details: { kid, erased: true } },
    });
    expect(JSON.parse(foldAll(logsProjection, log.all).get(idAt(100)) ?? '')).toMatchObject({ userAgent: null });
  });

  it('gives the same bytes in any batches and after any restart, ended streams included', async () => {
    await fc.assert(redeliveryProperty(logsProjection, histories));
  });
});
