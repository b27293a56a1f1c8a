import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import * as answers from '../support/answers.js';
import { addTeam } from '../support/second-team.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

const { client, call, server } = useTeam();
const guarded = useTeam('guarded');

const pdf = Buffer.from('%PDF-1.7 \u00ff\u0000 report', 'latin1');
const absent = '01a1fc74-2e88-7195-a39f-95afcf6e06a4';

async function attachmentsOf(emailId: string) {
  const answer = await call('GET', `/emails/${emailId}/attachments`);
  expect(answer.status).toBe(200);
  return answers.attachmentList.parse(answer.body);
}

async function contentOf(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function deliveredOf(emailId: string) {
  const captured = await waitFor(
    async () => answers.capturedList.parse((await call('GET', `/dashboard-api/emails/${emailId}/captured`)).body).data,
    (messages) => messages.length > 0,
  );
  return PostalMime.parse(captured[0]!.raw);
}

describe('attachments of a mail', () => {
  it('arrive: a buffer, base64, and an image that the html shows', async () => {
    const sent = await client().emails.send({
      ...small,
      html: '<img src="cid:logo">',
      attachments: [
        { filename: 'Bericht März.pdf', content: pdf },
        { filename: 'notes.txt', content: Buffer.from('Grüße').toString('base64') },
        { filename: 'logo.png', content: Buffer.from([1, 2, 3]), contentId: 'logo' },
      ],
    });
    const { id } = dataOf(sent, answers.sentEmail);
    const mail = await deliveredOf(id);
    expect(
      mail.attachments.map(({ filename, mimeType, disposition, contentId, content }) => ({
        filename,
        mimeType,
        disposition,
        contentId,
        content: Buffer.from(content as ArrayBuffer).toString('latin1'),
      })),
    ).toEqual([
      {
        filename: 'logo.png',
        mimeType: 'image/png',
        disposition: 'inline',
        contentId: '<logo>',
        content: '\u0001\u0002\u0003',
      },
      {
        filename: 'Bericht März.pdf',
        mimeType: 'application/pdf',
        disposition: 'attachment',
        content: pdf.toString('latin1'),
      },
      {
        filename: 'notes.txt',
        mimeType: 'text/plain',
        disposition: 'attachment',
        content: Buffer.from('Grüße').toString('latin1'),
      },
    ]);
    expect(mail.html).toContain('cid:logo');
  });

  it('are listed in the order given, page by page', async () => {
    const attachments = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ filename: `${name}.txt`, content: 'AA==' }));
    const { id } = dataOf(await client().emails.send({ ...small, attachments }));
    const all = (await attachmentsOf(id)).data;
    expect(all.map(({ filename }) => filename)).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']);
    const names = async (query: string) => {
      const { body } = await call('GET', `/emails/${id}/attachments?${query}`);
      const { data, has_more } = answers.attachmentList.parse(body);
      return `${data.map(({ filename }) => filename?.[0]).join('')} ${has_more}`;
    };
    expect(await names('limit=2')).toBe('ab true');
    expect(await names(`limit=2&after=${all[1]!.id}`)).toBe('cd true');
    expect(await names(`limit=2&after=${all[3]!.id}`)).toBe('e false');
    expect(await names(`limit=2&before=${all[3]!.id}`)).toBe('bc true');
    expect(await names(`limit=9&before=${all[3]!.id}`)).toBe('abc false');
    expect(await call('GET', `/emails/${id}/attachments?after=${absent}`)).toMatchObject({ status: 422 });
  });

  it('are shown one by one, with a link that needs no key', async () => {
    const attachments = [
      { filename: 'a"b;ü.html', content: Buffer.from('<script>alert(1)</script>') },
      { content: 'AAEC', contentId: 'pixel' },
    ];
    const { id } = dataOf(await client().emails.send({ ...small, attachments }));
    const [first, second] = (await attachmentsOf(id)).data;
    const answer = await call('GET', `/emails/${id}/attachments/${first!.id}`);
    const shown = answers.attachment.parse(answer.body);
    expect(shown).toMatchObject({
      object: 'attachment',
      id: first!.id,
      filename: 'a"b;ü.html',
      content_type: 'text/html',
      content_disposition: 'attachment',
      size: 25,
    });
    expect(shown).not.toHaveProperty('content_id');
    expect(second).toMatchObject({ filename: null, content_id: 'pixel', content_disposition: 'inline', size: 3 });
    const lifetimeMs = Date.parse(shown.expires_at) - Date.now();
    expect(lifetimeMs).toBeGreaterThan(3_500_000);
    expect(lifetimeMs).toBeLessThanOrEqual(3_600_000);

    expect(shown.download_url).toMatch(
      new RegExp(`^${server().url}/emails/${id}/attachments/${first!.id}/download\\?`),
    );
    const response = await fetch(shown.download_url);
    expect(await response.text()).toBe('<script>alert(1)</script>');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': `attachment; filename="a_b;_.html"; filename*=UTF-8''a%22b%3B%C3%BC.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-length': '25',
    });
  });

  it('are nobody else’s: not another team’s, not without the right signature, not after its time', async () => {
    const { id } = dataOf(
      await client().emails.send({ ...small, attachments: [{ filename: 'a.pdf', content: pdf }, { content: 'AA==' }] }),
    );
    const [first, second] = (await attachmentsOf(id)).data;
    const otherKey = await addTeam(server(), 'Curious');
    const options = { key: otherKey };
    expect(await call('GET', `/emails/${id}/attachments`, options)).toMatchObject({ status: 404 });
    expect(await call('GET', `/emails/${id}/attachments/${first!.id}`, options)).toMatchObject({ status: 404 });

    const url = new URL(first!.download_url);
    const changed = (change: (url: URL) => void): string => {
      const copy = new URL(url);
      change(copy);
      return copy.href;
    };
    for (const wrong of [
      changed(({ searchParams }) => searchParams.delete('signature')),
      changed(({ searchParams }) => searchParams.set('signature', '0'.repeat(64))),
      changed(({ searchParams }) => searchParams.set('expires', String(Number(searchParams.get('expires')) + 1))),
      changed(({ searchParams }) => searchParams.set('expires', '1')),
      changed((copy) => (copy.pathname = copy.pathname.replace(first!.id, second!.id))),
    ]) {
      const response = await fetch(wrong);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ name: 'invalid_access' });
    }
    expect((await contentOf(first!.download_url)).equals(pdf)).toBe(true);
  });

  it('an unknown mail or attachment is 404, a malformed id 422', async () => {
    const { id } = dataOf(await client().emails.send(small));
    expect((await attachmentsOf(id)).data).toEqual([]);
    expect(await call('GET', `/emails/${absent}/attachments`)).toMatchObject({ status: 404 });
    expect(await call('GET', `/emails/${id}/attachments/${absent}`)).toMatchObject({ status: 404 });
    expect(await call('GET', `/emails/${id}/attachments/7`)).toMatchObject({
      status: 422,
      body: { name: 'invalid_parameter' },
    });
  });
});

describe('attachments by URL', () => {
  let served: Buffer | undefined;
  let hits: number;
  const files = createServer((_request, response) => {
    hits += 1;
    if (served === undefined) response.writeHead(410).end('a secret page');
    else response.end(served);
  });
  let url: string;
  beforeAll(async () => {
    files.listen(0, '127.0.0.1');
    await once(files, 'listening');
    url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/files/report.pdf`;
  });
  beforeEach(() => {
    served = pdf;
    hits = 0;
  });
  afterAll(() => void files.close());

  it('are fetched before the answer', async () => {
    const { id } = dataOf(await client().emails.send({ ...small, attachments: [{ path: url }] }));
    served = undefined;
    const [attachment] = (await attachmentsOf(id)).data;
    expect(attachment).toMatchObject({ filename: 'report.pdf', content_type: 'application/pdf', size: pdf.length });
    expect((await contentOf(attachment!.download_url)).equals(pdf)).toBe(true);
  });

  it('refuse the mail where they cannot be had, with nothing of the page', async () => {
    served = undefined;
    const error = errorOf(await client().emails.send({ ...small, attachments: [{ path: url }] }));
    expect(error).toMatchObject({
      statusCode: 422,
      name: 'invalid_attachment',
      message: expect.stringContaining('410'),
    });
    expect(error.message).not.toContain('secret');
  });

  it('never come from this machine unless the operator says so', async () => {
    const error = errorOf(await guarded.client().emails.send({ ...small, attachments: [{ path: url }] }));
    expect(error).toMatchObject({ statusCode: 422, name: 'invalid_attachment' });
    expect(error.message).not.toContain('127.0.0.1');
    expect(hits).toBe(0);
  });
});
