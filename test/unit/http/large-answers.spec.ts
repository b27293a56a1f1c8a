import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonSlices } from '../../../src/infrastructure/http/edge/large-answers.js';
import { emailDocument, emailId } from '../../support/http-documents.js';
import { fullKey, type HttpServer, startHttpServer } from '../../support/http-server.js';
import fc from '../../support/properties.js';

async function written(value: unknown) {
  const slices: Buffer[] = [];
  for await (const slice of jsonSlices(value)) slices.push(slice);
  return { text: Buffer.concat(slices).toString(), slices };
}

describe('a large answer', () => {
  it('is written as JSON.stringify would write it', async () => {
    const long = fc
      .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 5_000 }))
      .map(([text, times]) => text.repeat(times));
    const value = fc.record({
      html: long,
      more: fc.array(fc.oneof(long, fc.jsonValue())),
      none: fc.constant(undefined),
    });
    await fc.assert(
      fc.asyncProperty(value, async (answer) => {
        expect((await written(answer)).text === JSON.stringify(answer)).toBe(true);
      }),
      { numRuns: 20 },
    );
    const half = `${'x'.repeat(262_143)}\ud83d\ude00${'\ud83d'.repeat(20_000)}`;
    expect((await written({ half })).text === JSON.stringify({ half })).toBe(true);
  });

  it('is written in slices, with turns for others between them', async () => {
    let turns = 0;
    let over = false;
    const count = (): void => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    const { slices } = await written({ html: '"<p>"\n'.repeat(5_000_000) });
    over = true;
    expect(Math.max(...slices.map(({ length }) => length))).toBeLessThan(2_000_000);
    expect(turns).toBeGreaterThan(50);
  });

  describe('over HTTP', () => {
    let server: HttpServer;
    beforeAll(async () => {
      server = await startHttpServer();
    });
    afterAll(() => server.close());
    const body = { html: '<p>"Grüße"</p>\n'.repeat(200_000), text: 'Grüße' };
    const request = {
      id: emailId,
      at: '2026-01-02T03:04:05.678Z',
      apiKeyId: emailId,
      method: 'POST',
      endpoint: '/emails',
      status: 200,
      durationMs: 1,
      emailIds: [emailId],
    };

    it('shows a mail and a logged request whole', async () => {
      server.application.getEmail = () => ({ email: emailDocument, body });
      const mail = await server.call('GET', `/emails/${emailId}`);
      expect(mail.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const { html, text } = mail.body as typeof body;
      expect([mail.status, html === body.html, text === body.text]).toEqual([200, true, true]);
      // What the log keeps of the answer is what it keeps of a small one.
      expect(server.requests.at(-1)?.detail.responseBody).toEqual({ object: 'email', id: emailId });
      const head = { method: 'HEAD', headers: { authorization: `Bearer ${fullKey}` } };
      expect((await fetch(`${server.url}/emails/${emailId}`, head)).status).toBe(200);

      server.application.getLog = () => ({ request, detail: undefined, emails: [{ email: emailDocument, body }] });
      const log = (await server.call('GET', `/logs/${emailId}`)).body as { request_body: typeof body };
      expect(log.request_body.html === body.html).toBe(true);
    });

    it('shows captured messages whole, in slices', async () => {
      const message = {
        number: 1,
        receivedAt: request.at,
        reversePath: '',
        recipients: [],
        sizeBytes: 1,
        isCut: true,
      };
      const raw = '"Grüße"\n'.repeat(40_000);
      server.application.captured = () => [{ ...message, raw, read: null }];
      const answer = await server.call('GET', `/dashboard-api/emails/${emailId}/captured`);
      expect([answer.status, answer.headers.get('transfer-encoding')]).toEqual([200, 'chunked']);
      expect((answer.body as { data: [{ raw: string }] }).data[0].raw === raw).toBe(true);
    });

    it('is refused where the memory for it cannot be had', async () => {
      server.application.getEmail = () => ({ refused: 'busy' });
      server.application.getShownEmail = () => ({ refused: 'busy' });
      server.application.getLog = () => ({ refused: 'busy' });
      for (const path of [`/emails/${emailId}`, `/logs/${emailId}`, `/dashboard-api/emails/${emailId}/preview`]) {
        const { status, headers, body: error } = await server.call('GET', path);
        expect([status, headers.get('retry-after')]).toEqual([503, '5']);
        expect(error).toMatchObject({ name: 'application_error' });
      }
    });

    it('takes its memory from the budget of all requests', async () => {
      const taken: boolean[] = [];
      server.application.getEmail = ({ takeBytes }) => {
        taken.push(takeBytes(4_000_000), takeBytes(4_000_000));
        return undefined;
      };
      await server.call('GET', `/emails/${emailId}`);
      // A team has half of the 10 MB.
      expect(taken).toEqual([true, false]);
    });
  });
});
