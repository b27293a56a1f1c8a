import * as answers from '../support/answers.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

const { client } = useTeam();

const pdf = Buffer.from('%PDF-1.7 report');
const inOneHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const inPostgresStyle = (iso: string): string => iso.replace('T', ' ').replace('Z', '000+00');

/** The ids of each page, walked from the newest to the oldest and back again. */
async function walk(
  list: (page: { limit: number; after: string } | { limit: number; before: string } | { limit: number }) => Promise<{
    readonly has_more: boolean;
    readonly data: readonly { readonly id: string }[];
  }>,
): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  let page = await list({ limit: 2 });
  for (;;) {
    pages.push(page.data.map(({ id }) => id));
    const last = page.data.at(-1);
    if (!page.has_more || last === undefined) break;
    page = await list({ limit: 2, after: last.id });
  }
  const oldest = pages.at(-1)?.at(-1);
  if (oldest === undefined) throw new Error('nothing is listed');
  const back = await list({ limit: 2, before: oldest });
  expect(back.data.map(({ id }) => id)).toEqual(pages.flat().slice(-3, -1));
  return pages;
}

describe('emails', () => {
  it.each(['send', 'create'] as const)('%s, get: every option of the client arrives', async (method) => {
    const scheduledAt = inOneHour();
    const sent = await client().emails[method]({
      from: 'Shop <onboarding@resend.dev>',
      to: ['delivered@resend.dev'],
      cc: 'delivered+cc@resend.dev',
      bcc: ['delivered+bcc@resend.dev'],
      replyTo: 'shop@example.com',
      subject: 'Every option',
      html: '<p>Hello <img src="cid:logo"></p>',
      text: 'Hello',
      headers: { 'X-Entity-Ref-ID': '42' },
      tags: [{ name: 'kind', value: 'receipt' }],
      attachments: [
        { filename: 'report.pdf', content: pdf },
        { filename: 'logo.png', content: 'AAEC', contentType: 'image/png', contentId: 'logo' },
      ],
      scheduledAt,
    });
    const { id } = dataOf(sent, answers.sentEmail);
    const email = dataOf(await client().emails.get(id), answers.email);
    expect(email).toMatchObject({
      object: 'email',
      id,
      from: 'Shop <onboarding@resend.dev>',
      to: ['delivered@resend.dev'],
      cc: ['delivered+cc@resend.dev'],
      bcc: ['delivered+bcc@resend.dev'],
      reply_to: ['shop@example.com'],
      subject: 'Every option',
      text: 'Hello',
      tags: [{ name: 'kind', value: 'receipt' }],
      last_event: 'scheduled',
      scheduled_at: inPostgresStyle(scheduledAt),
    });
    const { data: attachments } = dataOf(await client().emails.attachments.list({ emailId: id }));
    expect(attachments.map(({ filename, content_type, content_id }) => [filename, content_type, content_id])).toEqual([
      ['report.pdf', 'application/pdf', undefined],
      ['logo.png', 'image/png', 'logo'],
    ]);
  });

  it('update moves a scheduled mail, cancel ends it, and neither works on one that has left', async () => {
    const { emails } = client();
    const { id } = dataOf(await emails.send({ ...small, scheduledAt: 'in 1 hour' }));
    const scheduledAt = new Date(Date.now() + 7_200_000).toISOString();
    expect(dataOf(await emails.update({ id, scheduledAt }))).toEqual({ object: 'email', id });
    expect(dataOf(await emails.get(id), answers.email).scheduled_at).toBe(inPostgresStyle(scheduledAt));
    expect(dataOf(await emails.cancel(id))).toEqual({ object: 'email', id });
    expect(dataOf(await emails.get(id), answers.email).last_event).toBe('canceled');

    const { id: gone } = dataOf(await emails.send(small));
    const refused = { statusCode: 422, name: 'validation_error' };
    expect(errorOf(await emails.update({ id: gone, scheduledAt }))).toMatchObject(refused);
    expect(errorOf(await emails.cancel(gone))).toMatchObject(refused);
  });

  it('share makes a link that a browser without a key can open', async () => {
    const { id } = dataOf(await client().emails.send(small));
    const shared = dataOf(await client().emails.share(id, { expiresIn: '10m' }), answers.sharedEmail);
    expect((await fetch(shared.url)).status).toBe(200);
  });

  it('attachments.get gives a link to the content', async () => {
    const attachments = [{ filename: 'report.pdf', content: pdf }];
    const { id: emailId } = dataOf(await client().emails.send({ ...small, attachments }));
    const { data } = dataOf(await client().emails.attachments.list({ emailId }), answers.attachmentList);
    const [row] = data;
    if (row === undefined) throw new Error('no attachment');
    const attachment = dataOf(await client().emails.attachments.get({ emailId, id: row.id }), answers.attachment);
    expect(attachment).toMatchObject({ object: 'attachment', id: row.id, filename: 'report.pdf', size: pdf.length });
    const download = await fetch(attachment.download_url);
    expect(Buffer.from(await download.arrayBuffer())).toEqual(pdf);
  });

  it('list and attachments.list page in both directions', async () => {
    const attachments = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ filename: `${name}.txt`, content: 'AA==' }));
    const { id: emailId } = dataOf(await client().emails.send({ ...small, attachments }));
    const pages = await walk(async (page) => dataOf(await client().emails.attachments.list({ emailId, ...page })));
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    const mails = await walk(async (page) => dataOf(await client().emails.list(page), answers.emailList));
    expect(mails.flat()[0]).toBe(emailId);
    expect(new Set(mails.flat()).size).toBe(mails.flat().length);
  });
});

describe('batch', () => {
  it.each(['send', 'create'] as const)('%s: ids in order, permissive, and a repeat under one key', async (method) => {
    const { batch, emails } = client();
    const mails = ['one', 'two'].map((subject) => ({ ...small, subject }));
    const { data } = dataOf(await batch[method](mails), answers.sentBatch);
    for (const [place, { id }] of data.entries()) {
      expect(dataOf(await emails.get(id), answers.email).subject).toBe(mails[place]?.subject);
    }
    const mixed = [...mails, { ...small, to: 'nobody' }];
    const permissive = { batchValidation: 'permissive', idempotencyKey: `mixed/${method}` } as const;
    const sent = dataOf(await batch[method](mixed, permissive), answers.sentBatch);
    expect(sent.data).toHaveLength(2);
    expect(sent.errors).toEqual([{ index: 2, message: expect.stringContaining('`to`') }]);
    expect(dataOf(await batch[method](mixed, permissive))).toEqual(sent);
    expect(errorOf(await batch[method](mails, permissive)).name).toBe('invalid_idempotent_request');
  });
});

describe('apiKeys', () => {
  it('list pages in both directions', async () => {
    for (const name of ['a', 'b', 'c', 'd']) dataOf(await client().apiKeys.create({ name }));
    const pages = await walk(async (page) => dataOf(await client().apiKeys.list(page), answers.apiKeyList));
    expect(pages.flat()).toHaveLength(5);
  });
});

describe('logs', () => {
  it('list pages in both directions', async () => {
    const { token } = dataOf(await client().apiKeys.create({ name: 'Logged' }));
    for (let i = 0; i < 5; i += 1) dataOf(await client(token).emails.send(small));
    const pages = await walk(async (page) => dataOf(await client().logs.list(page), answers.logList));
    expect(pages.length).toBeGreaterThan(2);
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
  });
});
