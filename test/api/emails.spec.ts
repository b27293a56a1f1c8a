import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

const { client, call } = useTeam();

describe('emails.send and emails.get', () => {
  it('the first example of the client library works as it stands', async () => {
    const resend = client();
    const sent = await resend.emails.send({
      from: 'onboarding@resend.dev',
      to: 'delivered@resend.dev',
      subject: 'Hello World',
      html: '<p>Congrats on sending your <strong>first email</strong>!</p>',
    });
    const { id } = dataOf(sent, answers.sentEmail);
    const email = await waitFor(
      async () => dataOf(await resend.emails.get(id), answers.email),
      ({ last_event }) => last_event === 'delivered',
    );
    expect(email).toMatchObject({
      object: 'email',
      id,
      from: 'onboarding@resend.dev',
      to: ['delivered@resend.dev'],
      subject: 'Hello World',
      html: '<p>Congrats on sending your <strong>first email</strong>!</p>',
      text: 'Congrats on sending your first email!',
      cc: [],
      bcc: [],
      reply_to: [],
      tags: [],
      scheduled_at: null,
    });
  });

  it('every field comes back as it was given', async () => {
    const resend = client();
    const sent = await resend.emails.send({
      from: 'Jürgen Ü. <shop@posthorn.test>',
      to: ['Anna <anna@example.com>', 'ben@example.com'],
      cc: ['c1@example.com', 'c2@example.com'],
      bcc: ['hidden@example.com'],
      replyTo: ['Help <help@posthorn.test>', 'more@posthorn.test'],
      subject: 'Grüße 你好 🦉',
      html: '<h1>Order</h1>',
      text: 'Order, in my own words',
      tags: [
        { name: 'category', value: 'confirm_email' },
        { name: 'order-id', value: '42' },
      ],
      headers: { 'X-Entity-Ref-ID': '123', 'List-Unsubscribe': '<https://example.com/u>' },
    });
    const { id } = dataOf(sent, answers.sentEmail);
    const email = dataOf(await resend.emails.get(id), answers.email);
    expect(email).toMatchObject({
      message_id: `<${id}@posthorn.test>`,
      from: 'Jürgen Ü. <shop@posthorn.test>',
      to: ['Anna <anna@example.com>', 'ben@example.com'],
      cc: ['c1@example.com', 'c2@example.com'],
      bcc: ['hidden@example.com'],
      reply_to: ['Help <help@posthorn.test>', 'more@posthorn.test'],
      subject: 'Grüße 你好 🦉',
      html: '<h1>Order</h1>',
      text: 'Order, in my own words',
      tags: [
        { name: 'category', value: 'confirm_email' },
        { name: 'order-id', value: '42' },
      ],
    });
    const captured = await waitFor(
      async () => (await call('GET', `/dashboard-api/emails/${id}/captured`)).body,
      (body) => answers.capturedList.parse(body).data.length > 0,
    );
    expect(answers.capturedList.parse(captured).data[0]?.headers).toEqual(
      expect.arrayContaining([
        { name: 'X-Entity-Ref-ID', value: '123' },
        { name: 'List-Unsubscribe', value: '<https://example.com/u>' },
      ]),
    );
  });

  it('one address as text is the same as a list of one, in each of the four fields', async () => {
    const resend = client();
    const fields = { to: 'a@example.com', cc: 'b@example.com', bcc: 'c@example.com', replyTo: 'd@example.com' };
    const { id } = dataOf(await resend.emails.send({ ...small, ...fields }));
    expect(dataOf(await resend.emails.get(id), answers.email)).toMatchObject({
      to: ['a@example.com'],
      cc: ['b@example.com'],
      bcc: ['c@example.com'],
      reply_to: ['d@example.com'],
    });
  });

  it('text is derived from html; an empty text opts out', async () => {
    const resend = client();
    const base = { from: small.from, to: small.to, subject: 'Hello' };
    const html = '<h1>Title</h1><p>See <a href="https://example.com/a">this</a>.</p>';
    const derived = dataOf(await resend.emails.send({ ...base, html }));
    const without = dataOf(await resend.emails.send({ ...base, html, text: '' }));
    const { text } = dataOf(await resend.emails.get(derived.id));
    expect(text?.toLowerCase()).toContain('title');
    expect(text).toContain('https://example.com/a');
    expect(text).not.toContain('<');
    const email = dataOf(await resend.emails.get(without.id), answers.email);
    expect(email).toMatchObject({ html });
    expect(email.text).toBeNull();
  });

  it('a mail is there at once after its answer', async () => {
    const resend = client();
    for (let i = 0; i < 20; i += 1) {
      const { id } = dataOf(await resend.emails.send({ ...small, subject: `at once ${i}` }));
      expect(dataOf(await resend.emails.get(id), answers.email).subject).toBe(`at once ${i}`);
    }
  });

  it.each(['/email', '/emails/sending', '/email/sending'])('the older path %s sends too', async (path) => {
    const answer = await call('POST', path, { body: small });
    expect(answer.status).toBe(200);
    answers.sentEmail.parse(answer.body);
  });

  it('fields that the server does not know are ignored', async () => {
    const answer = await call('POST', '/emails', { body: { ...small, brand_new: { a: 1 }, react: null } });
    expect(answer.status).toBe(200);
  });

  it('an unknown id is 404, a malformed one 422', async () => {
    const resend = client();
    expect(errorOf(await resend.emails.get('01a1fc74-2e88-7195-a39f-95afcf6e06a4'))).toEqual({
      statusCode: 404,
      name: 'not_found',
      message: 'Email not found',
    });
    expect(errorOf(await resend.emails.get('not-a-uuid'))).toMatchObject({
      statusCode: 422,
      name: 'invalid_parameter',
      message: expect.stringContaining('id'),
    });
  });
});

describe('emails.list', () => {
  it('shows the newest first, the mail just sent included', async () => {
    const resend = client();
    for (let i = 0; i < 5; i += 1) {
      const { id } = dataOf(await resend.emails.send({ ...small, subject: `newest ${i}` }));
      const list = dataOf(await resend.emails.list(), answers.emailList);
      expect(list.data[0]).toMatchObject({ id, subject: `newest ${i}` });
    }
  });

  it('pages with limit, after and before, without a gap or a repeat', async () => {
    const resend = client();
    const sent: string[] = [];
    for (let i = 0; i < 7; i += 1)
      sent.unshift(dataOf(await resend.emails.send({ ...small, subject: `page ${i}` })).id);
    const idsOf = (list: { readonly data: readonly { readonly id: string }[] }) => list.data.map(({ id }) => id);

    const first = dataOf(await resend.emails.list({ limit: 3 }), answers.emailList);
    expect(idsOf(first)).toEqual(sent.slice(0, 3));
    expect(first.has_more).toBe(true);
    const second = dataOf(await resend.emails.list({ limit: 3, after: sent[2]! }), answers.emailList);
    expect(idsOf(second)).toEqual(sent.slice(3, 6));
    const back = dataOf(await resend.emails.list({ limit: 2, before: sent[3]! }), answers.emailList);
    expect(idsOf(back)).toEqual(sent.slice(1, 3));
    expect(back.has_more).toBe(true);
    const newest = dataOf(await resend.emails.list({ limit: 5, before: sent[2]! }), answers.emailList);
    expect(idsOf(newest)).toEqual(sent.slice(0, 2));
    expect(newest.has_more).toBe(false);
  });

  it('has 20 rows unless it is asked for more, and 100 at most', async () => {
    const resend = client();
    dataOf(await resend.batch.send(Array.from({ length: 25 }, () => small)));
    expect(dataOf(await resend.emails.list(), answers.emailList).data).toHaveLength(20);
    expect(dataOf(await resend.emails.list({ limit: 25 }), answers.emailList).data).toHaveLength(25);
    for (const limit of [0, 101, 1.5]) {
      expect(errorOf(await resend.emails.list({ limit }))).toMatchObject({
        statusCode: 422,
        name: 'validation_error',
        message: expect.stringContaining('limit'),
      });
    }
  });

  it('refuses both cursors at once, and a cursor that is no mail', async () => {
    const id = '01a1fc74-2e88-7195-a39f-95afcf6e06a4';
    const both = await call('GET', `/emails?after=${id}&before=${id}`);
    expect(both).toMatchObject({ status: 422, body: { name: 'validation_error' } });
    const malformed = await call('GET', '/emails?after=19');
    expect(malformed).toMatchObject({
      status: 422,
      body: { name: 'validation_error', message: expect.stringContaining('after') },
    });
  });
});
