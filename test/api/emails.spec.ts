import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

const { client } = useTeam();

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

  it('a mail is there at once after its answer', async () => {
    const resend = client();
    for (let i = 0; i < 20; i += 1) {
      const { id } = dataOf(await resend.emails.send({ ...small, subject: `at once ${i}` }));
      expect(dataOf(await resend.emails.get(id), answers.email).subject).toBe(`at once ${i}`);
    }
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
});
