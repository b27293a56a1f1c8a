import { safeHtml } from '../../../src/infrastructure/html/safe/safe-html.js';
import { shownRecords } from '../../../src/application/sending-domain/shown-records.js';
import { recordSettings } from '../../support/domain-facts.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventLogUnavailable } from '../../../src/application/ports/event-store.js';
import { ReadStoreUnavailable } from '../../../src/application/ports/read-store.js';
import type { PageRequest } from '../../../src/application/shared/page.js';
import {
  apiKeyList,
  capturedList,
  domain,
  domainList,
  email,
  emailList,
  emailHistory,
  timeline,
} from '../../support/answers.js';
import {
  absentId,
  apiKeyDocument,
  apiKeyId,
  domainDocument,
  domainId,
  emailDocument,
  emailId,
  teamId,
  timelineEntry,
} from '../../support/http-documents.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { type HttpServer, startHttpServer } from '../../support/http-server.js';

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer();
});
afterAll(() => server.close());

const row = {
  id: emailId,
  message_id: '<0198c0de@posthorn.test>',
  to: ['delivered@posthorn.test'],
  from: 'Sender <sender@posthorn.test>',
  created_at: '2026-01-02 03:04:05.678000+00',
  subject: 'Hello',
  bcc: ['hidden@posthorn.test'],
  cc: [],
  reply_to: [],
  last_event: 'delivered',
  scheduled_at: null,
};

describe('GET /emails/{id}', () => {
  it('shows the mail, its body and each recipient', async () => {
    server.application.getEmail = () => ({ email: emailDocument, body: { html: '<p>Hi</p>', text: 'Hi' } });
    const answer = await server.call('GET', `/emails/${emailId.toUpperCase()}`);
    expect(answer.status).toBe(200);
    expect(email.parse(answer.body)).toEqual({
      object: 'email',
      ...row,
      topic_id: null,
      html: '<p>Hi</p>',
      text: 'Hi',
      tags: [{ name: 'kind', value: 'welcome' }],
      recipients: [
        {
          address: 'delivered@posthorn.test',
          role: 'to',
          status: 'delivered',
          reply: { code: 250, enhanced_code: '2.0.0', text: '2.0.0 Ok' },
          at: '2026-01-02 03:04:06.000000+00',
        },
        {
          address: 'hidden@posthorn.test',
          role: 'bcc',
          status: 'queued',
          reply: null,
          at: '2026-01-02 03:04:05.678000+00',
        },
      ],
    });
  });

  it('says null for what is not there', async () => {
    for (const body of [{}, undefined]) {
      server.application.getEmail = () => ({ email: emailDocument, body });
      const answer = await server.call('GET', `/emails/${emailId}`);
      expect(answer.body).toMatchObject({ html: null, text: null });
    }
  });

  it('answers 503 while the read store is away', async () => {
    server.application.listEmails = () => {
      throw new ReadStoreUnavailable('no primary');
    };
    const answer = await server.call('GET', '/emails');
    expect(answer).toMatchObject({ status: 503, body: { statusCode: 503, name: 'application_error' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('answers 503 while the event log cannot be read', async () => {
    server.application.getEmail = () => {
      throw new EventLogUnavailable('disk I/O error');
    };
    const answer = await server.call('GET', `/emails/${emailId}`);
    expect(answer).toMatchObject({ status: 503, body: { statusCode: 503, name: 'application_error' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('takes the JSON body that some clients send with every GET', async () => {
    server.application.getEmail = () => ({ email: emailDocument, body: {} });
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const options = {
        method: 'GET',
        headers: {
          authorization: 'Bearer re_full_access_key_for_tests',
          'content-type': 'application/json',
          'content-length': 2,
        },
      };
      request(`${server.url}/emails/${emailId}`, options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end('{}');
    });
    expect(status).toBe(200);
  });
});

describe.each([
  ['GET', '/emails', 'Email not found'],
  ['GET', '/domains', 'Domain not found'],
  ['PATCH', '/domains', 'Domain not found'],
  ['DELETE', '/domains', 'Domain not found'],
  ['PATCH', '/api-keys', 'API key not found'],
  ['DELETE', '/api-keys', 'API key not found'],
] as const)('%s %s/{id}', (method, path, message) => {
  const body = method === 'PATCH' ? { name: 'New' } : undefined;
  beforeEach(() => {
    server.application.getEmail = () => undefined;
    server.application.getDomain = () => undefined;
  });

  it('an id that is not a UUID is 422, an unknown one 404', async () => {
    for (const id of [
      '1',
      'batch',
      `${absentId}0`,
      `${absentId.slice(0, -1)}g`,
      '%00',
      'x'.repeat(999),
      'x'.repeat(1_100),
    ]) {
      const answer = await server.call(method, `${path}/${id}`, { body });
      expect(answer).toMatchObject({ status: 422, body: { statusCode: 422, name: 'invalid_parameter' } });
    }
    expect(await server.call(method, `${path}/${absentId}`, { body })).toMatchObject({
      status: 404,
      body: { statusCode: 404, name: 'not_found', message },
    });
  });
});

describe('lists', () => {
  const pages: Partial<PageRequest>[] = [];
  const teams: string[] = [];
  const remember = (query: { teamId: string; page: Partial<PageRequest> }) => {
    pages.push(query.page);
    teams.push(query.teamId);
  };

  beforeAll(() => {
    server.application.listEmails = (query) => {
      remember(query);
      return { documents: [emailDocument], hasMore: true };
    };
    server.application.listApiKeys = (query) => {
      remember(query);
      return {
        documents: [apiKeyDocument, { ...apiKeyDocument, lastUsedAt: '2026-01-03T00:00:00.000Z' }],
        hasMore: false,
      };
    };
    server.application.listDomains = (query) => {
      remember(query);
      return { documents: [domainDocument], hasMore: false };
    };
  });
  beforeEach(() => {
    pages.length = 0;
  });

  it('of emails are rows without html, text and tags, 20 at a time', async () => {
    const answer = await server.call('GET', '/emails');
    expect(emailList.parse(answer.body)).toEqual({ object: 'list', has_more: true, data: [row] });
    expect(pages).toEqual([{ limit: 20 }]);
    expect(new Set(teams)).toEqual(new Set([teamId]));
  });

  it('of API keys and domains are whole without a limit', async () => {
    const keys = await server.call('GET', '/api-keys');
    const domains = await server.call('GET', '/domains');
    expect(pages).toEqual([{}, {}]);
    expect(apiKeyList.parse(keys.body)).toEqual({
      object: 'list',
      has_more: false,
      data: [
        {
          id: apiKeyId,
          name: 'Production',
          created_at: '2026-01-02 03:04:05.678000+00',
          last_used_at: null,
          permission: 'full_access',
          domain_id: null,
          expires_at: null,
        },
        expect.objectContaining({ last_used_at: '2026-01-03 00:00:00.000000+00' }),
      ],
    });
    expect(domainList.parse(domains.body).data).toEqual([
      {
        id: domainId,
        name: 'example.com',
        status: 'verified',
        created_at: '2026-01-02 03:04:05.678000+00',
        region: 'us-east-1',
        open_tracking: false,
        click_tracking: false,
        capabilities: { sending: 'enabled', receiving: 'disabled' },
      },
    ]);
  });

  it.each(['/emails', '/api-keys', '/domains'])('%s: limit, after and before', async (path) => {
    await server.call('GET', `${path}?limit=1`);
    await server.call('GET', `${path}?limit=100&after=${absentId.toUpperCase()}`);
    await server.call('GET', `${path}?limit=7&before=${absentId}&after=`);
    expect(pages).toEqual([{ limit: 1 }, { limit: 100, after: absentId }, { limit: 7, before: absentId }]);
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=1.5',
      'limit=ten',
      'limit=1&limit=2',
      'limit=1e1',
      'after=x',
      `after=${absentId}&after=${absentId}`,
      `after=${absentId}&before=${absentId}`,
    ]) {
      const answer = await server.call('GET', `${path}?${query}`);
      expect(answer).toMatchObject({ status: 422, body: { statusCode: 422, name: 'validation_error' } });
    }
    expect(pages).toHaveLength(3);
  });

  it('an unknown cursor is 422', async () => {
    const { listEmails, listApiKeys, listDomains } = server.application;
    const unknown = () => ({ refused: 'unknown-cursor' }) as const;
    Object.assign(server.application, { listEmails: unknown, listApiKeys: unknown, listDomains: unknown });
    for (const path of ['/emails', '/api-keys', '/domains']) {
      const answer = await server.call('GET', `${path}?after=${absentId}`);
      expect(answer).toMatchObject({ status: 422, body: { name: 'validation_error' } });
    }
    Object.assign(server.application, { listEmails, listApiKeys, listDomains });
  });
});

describe('GET /domains/{id}', () => {
  it.each([
    ['example.com', ''],
    ['updates.example.com', '.updates'],
  ])('shows the records of %s by their names in the zone', async (name, within) => {
    const document = { ...domainDocument, name };
    server.application.getDomain = () => ({ document, records: shownRecords(document, recordSettings), former: [] });
    const answer = await server.call('GET', `/domains/${domainId}`);
    expect(domain.parse(answer.body)).toMatchObject({
      object: 'domain',
      name,
      status: 'verified',
      records: [
        {
          record: 'SPF',
          name: `send${within}`,
          type: 'MX',
          ttl: 'Auto',
          status: 'verified',
          value: 'mail.posthorn.test',
          priority: 10,
        },
        {
          record: 'SPF',
          name: `send${within}`,
          type: 'TXT',
          ttl: 'Auto',
          status: 'verified',
          value: 'v=spf1 a:mail.posthorn.test ~all',
        },
        {
          record: 'DKIM',
          name: `ph1._domainkey${within}`,
          type: 'TXT',
          ttl: 'Auto',
          status: 'verified',
          value: 'p=MIIB',
        },
      ],
    });
  });
});

describe('what the dashboard asks', () => {
  it('the timeline of a mail', async () => {
    const accepted = { ...timelineEntry, actor: { kind: 'api-key', id: apiKeyId } as const, reply: null };
    server.application.timeline = () => [accepted, timelineEntry];
    const answer = await server.call('GET', `/dashboard-api/emails/${emailId}/timeline`);
    expect(timeline.parse(answer.body).data).toEqual([
      expect.objectContaining({ actor: `api-key ${apiKeyId}`, reply: null }),
      {
        id: timelineEntry.id,
        type: 'EmailDelivered',
        created_at: '2026-01-02T03:04:06.000Z',
        actor: 'system',
        recipients: [0],
        summary: 'Delivered to recipient 0: 250 2.0.0 Ok',
        reply: {
          step: 'dot',
          code: 250,
          enhanced_code: '2.0.0',
          text: '2.0.0 Ok',
          host: 'mx.posthorn.test',
          conversation: null,
        },
      },
    ]);
  });

  it('the history of a mail, as it was at a time', async () => {
    const actor = { kind: 'api-key', id: apiKeyId } as const;
    const { id, position } = timelineEntry;
    const entry = { id, position, actor, summary: 'Accepted', type: 'EmailAccepted', revision: 0 };
    const cause = { id, actor, type: 'SubmissionAccepted', stream: streamName('submission', 'x') };
    const at: (string | undefined)[] = [];
    server.application.history = (query) => {
      at.push(query.at);
      return {
        stream: streamName('email', emailId),
        state: emailDocument,
        entries: [
          {
            ...entry,
            stream: streamName('email', emailId),
            time: '2026-01-02T03:04:06.000Z',
            teamId,
            correlationId: absentId,
            requestId: absentId,
            conversation: null,
            because: [
              { ...cause, time: '2026-01-02T03:04:05.000Z', correlationId: absentId },
              { id: absentId, missing: true },
            ],
          },
        ],
      };
    };
    const path = `/dashboard-api/emails/${emailId}/history`;
    const answer = await server.call('GET', `${path}?at=${encodeURIComponent('2026-01-02T04:04:06+01:00')}`);
    expect(emailHistory.parse(answer.body)).toMatchObject({
      at: '2026-01-02T03:04:06.000Z',
      state: { id: emailId },
      data: [
        {
          id,
          actor,
          created_at: '2026-01-02T03:04:06.000Z',
          request_id: absentId,
          because: [
            { id, type: 'SubmissionAccepted', created_at: '2026-01-02T03:04:05.000Z', actor },
            { id: absentId, type: null, created_at: null, actor: null },
          ],
        },
      ],
    });
    emailHistory.parse((await server.call('GET', path)).body);
    expect(at).toEqual(['2026-01-02T03:04:06.000Z', undefined]);
  });

  it.each(['yesterday', '2026-01-02', '2026-01-02T03:04:05', '2026-02-30T03:04:05Z', '1767322800'])(
    'no history at %s: it has to be a whole time with its zone',
    async (at) => {
      const answer = await server.call('GET', `/dashboard-api/emails/${emailId}/history?at=${at}`);
      expect(answer).toMatchObject({
        status: 422,
        body: { name: 'validation_error', message: expect.stringContaining('ISO 8601') },
      });
    },
  );

  it('what the catcher received, read like a mail', async () => {
    const shown = {
      number: 7,
      receivedAt: '2026-01-02T03:04:06.000Z',
      reversePath: 'bounces@posthorn.test',
      recipients: ['delivered@posthorn.test'],
      sizeBytes: 300_000,
      raw: 'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      isCut: true,
    };
    const headers = [{ name: 'From', value: 'Sender <sender@posthorn.test>' }];
    const read = { subject: 'Grüße', html: '<p>Grüße</p>', text: null, headers };
    server.application.captured = () => [
      { ...shown, read },
      { ...shown, read: null },
    ];
    const answer = await server.call('GET', `/dashboard-api/emails/${emailId}/captured`);
    const common = {
      number: 7,
      received_at: '2026-01-02T03:04:06.000Z',
      reverse_path: 'bounces@posthorn.test',
      recipients: ['delivered@posthorn.test'],
      size: 300_000,
      cut: true,
      raw: shown.raw,
    };
    expect(capturedList.parse(answer.body).data).toEqual([
      { ...common, ...read, html: safeHtml('<p>Grüße</p>') },
      { ...common, subject: '', html: null, text: null, headers: [] },
    ]);
  });

  it('all of one message that the catcher received, as a file', async () => {
    const asked: unknown[] = [];
    server.application.capturedMessage = ({ number, ...query }) => {
      asked.push([query.emailId, number]);
      return number === 7 ? Buffer.from('Subject: x') : number === 8 ? 'busy' : undefined;
    };
    const at = (number: string) => server.call('GET', `/dashboard-api/emails/${emailId}/captured/${number}`);
    const answer = await at('7');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('message/rfc822');
    expect(answer.headers.get('content-disposition')).toContain(`attachment; filename="${emailId}.eml"`);
    expect(await at('8')).toMatchObject({ status: 503, body: { name: 'application_error' } });
    expect(await at('9')).toMatchObject({ status: 404, body: { name: 'not_found' } });
    expect(asked).toEqual([7, 8, 9].map((number) => [emailId, number]));
  });

  it('404 for a mail that is not there', async () => {
    server.application.timeline = () => undefined;
    server.application.history = () => undefined;
    server.application.captured = () => undefined;
    server.application.capturedMessage = () => undefined;
    for (const what of ['timeline', 'history', 'captured', 'captured/1']) {
      const answer = await server.call('GET', `/dashboard-api/emails/${absentId}/${what}`);
      expect(answer).toMatchObject({ status: 404, body: { name: 'not_found', message: 'Email not found' } });
    }
  });
});
