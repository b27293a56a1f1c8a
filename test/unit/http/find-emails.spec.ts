import type { FindEmails } from '../../../src/application/email/find-emails.js';
import type { FastifyRequest } from 'fastify';
import { ReadPlaces, TooManyReads } from '../../../src/application/shared/read-places.js';
import { asSearch } from '../../../src/infrastructure/http/edge/long-reads.js';
import * as answers from '../../support/answers.js';
import { emailDocument, teamId } from '../../support/http-documents.js';
import { createGate } from '../../support/gate.js';
import { type HttpServer, startHttpServer } from '../../support/http-server.js';

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer();
});
afterAll(() => server.close());

const find = (query: string) => server.call('GET', `/dashboard-api/emails?${query}`);
const keyId = '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44';

describe('GET /dashboard-api/emails', () => {
  it('shows the row of the public list, with tags, key, domain and how many get it', async () => {
    server.application.findEmails = () => ({
      documents: [
        { email: emailDocument, apiKey: { id: keyId, name: 'Shop' } },
        { email: { ...emailDocument, erased: true, from: '[erased]' }, apiKey: null },
      ],
      hasMore: true,
    });
    const { data, has_more: hasMore } = answers.foundEmailList.parse((await find('')).body);
    expect(hasMore).toBe(true);
    expect(data[0]).toMatchObject({
      subject: 'Hello',
      tags: [{ name: 'kind', value: 'welcome' }],
      api_key: { id: keyId, name: 'Shop' },
      domain: 'posthorn.test',
      recipient_count: emailDocument.recipients.length,
      last_event_count: emailDocument.recipients.filter(({ status }) => status === emailDocument.lastEvent).length,
      attachment_count: emailDocument.attachments.length,
    });
    expect(data[1]).toMatchObject({ domain: null, api_key: null });
  });

  it('says how far back it has searched, and how to go on', async () => {
    const id = '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44';
    const time = '2026-05-03T10:00:00.000Z';
    server.application.findEmails = () => ({ documents: [], hasMore: true, walkedTo: { id, time } });
    const found = answers.foundEmailList.parse((await find('search=a')).body);
    expect(found).toEqual({ object: 'list', has_more: true, data: [], searched_to: time, next: id });
  });

  it('asks to come again where too many searches wait', async () => {
    server.application.findEmails = () => {
      throw new TooManyReads('the line is full');
    };
    const answer = await find('search=a');
    expect(answer).toMatchObject({ status: 429, body: { name: 'rate_limit_exceeded' } });
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('needs a place for a search, and none for a page of everything', async () => {
    const readPlaces = new ReadPlaces({ ofPerson: 1, ofOwner: 1, waitingOfPerson: 0, waitingOfOwner: 0 });
    const gate = createGate();
    const held = readPlaces.run('owner', 'ann', () => gate.pass());
    const caller = { owner: 'owner', context: { actor: { kind: 'user', id: 'ann' } } };
    // All that is read of a request.
    const request = { caller } as unknown as FastifyRequest;
    await expect(asSearch({ readPlaces }, request, { search: 'a' }, async () => 'found')).rejects.toThrow(TooManyReads);
    expect(await asSearch({ readPlaces }, request, {}, async () => 'listed')).toBe('listed');
    gate.open();
    await held;
    expect(await asSearch({ readPlaces }, request, { search: 'a' }, async () => 'found')).toBe('found');
  });

  it('reads every filter, and the one of the page before it', async () => {
    const asked: FindEmails[] = [];
    server.application.findEmails = (query) => {
      asked.push(query);
      return { documents: [], hasMore: false };
    };
    await find(
      `search=ann%20invoice&status=bounced&from=2026-03-02T10:00:00Z&to=2026-03-02T12:00:00%2B01:00&domain=M%C3%BCnchen.de&api_key=${keyId}&tag=kind:a&limit=5`,
    );
    await find('last_event=sent&tag=kind');
    expect(asked).toMatchObject([
      {
        teamId,
        page: { limit: 5 },
        filter: {
          search: 'ann invoice',
          lastEvent: 'bounced',
          fromMs: Date.parse('2026-03-02T10:00:00Z'),
          toMs: Date.parse('2026-03-02T11:00:00Z'),
          domain: 'xn--mnchen-3ya.de',
          apiKeyId: keyId,
          tag: { name: 'kind', value: 'a' },
        },
      },
      { page: { limit: 20 }, filter: { lastEvent: 'sent', tag: { name: 'kind' } } },
    ]);
  });

  it.each([
    ['search', `search=${'x'.repeat(257)}`],
    ['search', 'search=a&search=b'],
    ['status', 'status=gone'],
    ['from', 'from=yesterday'],
    ['to', 'to=2026-03-02'],
    ['api_key', 'api_key=1'],
    ['tag', 'tag=a:b:c'],
    ['limit', 'limit=0'],
  ])('names %s where it is wrong', async (parameter, query) => {
    const answer = await find(query);
    expect(answer).toMatchObject({ status: 422, body: { name: 'validation_error' } });
    expect(JSON.stringify(answer.body)).toContain(`\`${parameter}\``);
  });
});
