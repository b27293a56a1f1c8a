import { eraseEmails } from '../../../src/application/erasure/erase-emails.js';
import { getEmail } from '../../../src/application/email/get-email.js';
import { resendEmail } from '../../../src/application/submission/resend-email.js';
import type { RequestContext } from '../../../src/application/shared/context.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { context, principal, teamId, useWorld, world } from '../../support/world.js';

describe('sending a mail again', () => {
  useWorld('example.com');
  const attachment = { filename: 'a.txt', contentType: 'text/plain', contentId: null };
  const mail = mailTo(['ada@one.test'], {
    bcc: [{ name: null, address: 'bob@one.test' }],
    html: '<p>Hello!</p>',
    headers: [['X-Order', '42']],
    tags: [{ name: 'category', value: 'invoice' }],
    attachments: [{ ...attachment, source: { content: Buffer.from('42') } }],
  });
  const resend = (emailId: string, key: string | null = null, by: RequestContext = context) =>
    resendEmail(accepting(world).dependencies as never, {
      context: by,
      principal,
      emailId,
      idempotencyKey: key,
      takeBytes: () => true,
    });
  const read = async (emailId: string) => {
    const found = await getEmail(world.process(), { teamId, emailId, takeBytes: () => true });
    if (found === undefined || 'refused' in found) throw new Error('it is not there');
    return found;
  };

  it('accepts a new one with the same content and recipients', async () => {
    const emailId = idOf(await accepting(world).send(mail));
    const again = idOf(await resend(emailId));
    expect(again).not.toBe(emailId);
    const [first, second] = [await read(emailId), await read(again)];
    expect(second.body).toEqual(first.body);
    const same = ({ email: { from, to, bcc, subject, tags, attachments } }: typeof first) => {
      return { from, to, bcc, subject, tags, files: attachments.map(({ filename, size }) => [filename, size]) };
    };
    expect(same(second)).toEqual(same(first));
    expect(second.email.messageId).not.toBe(first.email.messageId);
  });

  it('answers the same new mail to a repeat under its key', async () => {
    const emailId = idOf(await accepting(world).send(mail));
    const again = idOf(await resend(emailId, 'once'));
    expect(idOf(await resend(emailId, 'once'))).toBe(again);
    const other = idOf(await accepting(world).send(mail));
    expect(await resend(other, 'once')).toEqual({ refused: 'idempotency-conflict' });
  });

  it('says where there is nothing to send any more, and knows no mail of other teams', async () => {
    const emailId = idOf(await accepting(world).send(mail));
    const strangers = { ...context, teamId: '0195d6a0-0000-7000-8000-00000000000b' };
    expect(await resend(emailId, null, strangers)).toEqual({ refused: 'not-found' });
    await eraseEmails(world.process(), [emailId], context);
    expect(await resend(emailId)).toEqual({ refused: 'content-gone' });
  });
});
