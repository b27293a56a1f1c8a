import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

const { client, call } = useTeam();

const mail = (subject: string) => ({ ...small, subject });

/** Subjects of the newest mails, newest first. */
async function subjects(limit: number): Promise<string[]> {
  return dataOf(await client().emails.list({ limit }), answers.emailList).data.map(({ subject }) => subject);
}

describe('batch.send', () => {
  it('answers the ids in the order of the request', async () => {
    const resend = client();
    const sent = await resend.batch.send([mail('one'), mail('two'), mail('three')]);
    const { data } = dataOf(sent, answers.sentBatch);
    const found: string[] = [];
    for (const { id } of data) found.push(dataOf(await resend.emails.get(id), answers.email).subject);
    expect(found).toEqual(['one', 'two', 'three']);
  });

  it('takes 1 to 100 mails', async () => {
    const resend = client();
    const hundred = Array.from({ length: 100 }, (_, i) => mail(`of a hundred ${i}`));
    const { data } = dataOf(await resend.batch.send(hundred), answers.sentBatch);
    expect(new Set(data.map(({ id }) => id)).size).toBe(100);
    for (const wrong of [[], [...hundred, mail('too many')]]) {
      expect(errorOf(await resend.batch.send(wrong))).toMatchObject({ statusCode: 422, name: 'validation_error' });
    }
  });

  it('strict: one invalid mail refuses all, and the message says which', async () => {
    const resend = client();
    const marker = mail('before the strict batch');
    dataOf(await resend.emails.send(marker));
    // Behind a hundred mails a list may lag.
    await waitFor(
      () => subjects(1),
      ([newest]) => newest === marker.subject,
    );
    const error = errorOf(await resend.batch.send([mail('fine'), { ...mail('bad'), to: 'nobody' }, mail('fine too')]));
    expect(error).toMatchObject({ statusCode: 422, name: 'validation_error' });
    expect(error.message).toContain('index 1');
    expect(error.message).toContain('`to`');
    const unverified = errorOf(await resend.batch.send([mail('fine'), { ...mail('bad'), from: 'me@example.com' }]));
    expect(unverified).toMatchObject({ statusCode: 403, message: expect.stringContaining('index 1') });
    expect(unverified.message).toContain('example.com');
    expect(await subjects(1)).toEqual([marker.subject]);
  });

  it('permissive: the valid ones are sent, the others named by their place', async () => {
    const resend = client();
    const sent = await resend.batch.send(
      [
        mail('sent 0'),
        { ...mail('bad'), to: 'nobody' },
        { ...mail('bad'), from: 'me@example.com' },
        mail('sent 3'),
        { ...mail('bad'), subject: 'a\r\nBcc: victim@example.com' },
      ],
      { batchValidation: 'permissive' },
    );
    const { data, errors } = dataOf(sent, answers.sentBatch);
    expect(data).toHaveLength(2);
    expect(errors.map(({ index }) => index)).toEqual([1, 2, 4]);
    expect(errors[0]?.message).toContain('`to`');
    expect(errors[1]?.message).toContain('example.com');
    expect(errors[2]?.message).toContain('`subject`');
    expect((await subjects(2)).sort()).toEqual(['sent 0', 'sent 3']);
  });

  it('permissive: all fine has no errors, none fine sends nothing', async () => {
    const resend = client();
    const permissive = { batchValidation: 'permissive' } as const;
    const fine = dataOf(await resend.batch.send([mail('fine')], permissive), answers.sentBatch);
    expect(fine.errors).toEqual([]);
    const none = dataOf(await resend.batch.send([{ ...mail('bad'), to: 'nobody' }], permissive), answers.sentBatch);
    expect(none).toMatchObject({ data: [], errors: [{ index: 0 }] });
  });

  it('a body that is no list, and a mode that does not exist', async () => {
    expect(await call('POST', '/emails/batch', { body: small })).toMatchObject({
      status: 422,
      body: { name: 'validation_error', message: expect.stringContaining('array') },
    });
    const answer = await call('POST', '/emails/batch', { body: [small], headers: { 'x-batch-validation': 'lenient' } });
    expect(answer).toMatchObject({
      status: 422,
      body: { name: 'validation_error', message: expect.stringContaining('x-batch-validation') },
    });
  });
});
