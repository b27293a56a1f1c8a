import type { AttachmentFetcher, FetchProblem } from '../../../src/application/ports/attachment-fetcher.js';
import { createByteBudget } from '../../../src/application/shared/byte-budget.js';
import { eraseEmails } from '../../../src/application/erasure/erase-emails.js';
import type { RequestedAttachment } from '../../../src/application/submission/email-request.js';
import type { EmailAccepted } from '../../../src/domain/email/events.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, keyed, mailTo } from '../../support/accepting.js';
import { delivering, jobFor } from '../../support/delivering.js';
import { context, teamId, useWorld, world } from '../../support/world.js';

const report = (source: RequestedAttachment['source']): RequestedAttachment => ({
  filename: 'secret-report.pdf',
  contentType: 'application/pdf',
  contentId: null,
  source,
});
const content = Buffer.from('a confidential report');
const given = report({ content });
const url = 'https://files.example.com/report.pdf';
const linked = report({ url });

/** Answers one URL, in pieces of ten bytes, and counts. */
class FakeFetcher implements AttachmentFetcher {
  asked: string[] = [];
  answer: Buffer | FetchProblem = content;

  async fetch(asked: string, { take }: Parameters<AttachmentFetcher['fetch']>[1]) {
    this.asked.push(asked);
    if (!Buffer.isBuffer(this.answer)) return this.answer;
    for (let at = 0; at < this.answer.length; at += 10) {
      if (!take(Math.min(10, this.answer.length - at))) return { problem: 'refused' } as const;
    }
    return { content: this.answer };
  }
}

describe('a mail with attachments', () => {
  useWorld();
  let fetcher: FakeFetcher;
  beforeEach(async () => {
    fetcher = new FakeFetcher();
    await world.addDomain('example.com');
  });
  const mail = (...attachments: readonly RequestedAttachment[]) => mailTo(['ada@one.test'], { attachments });

  async function acceptedOf(emailId: string): Promise<EmailAccepted['data']> {
    const [opened] = await world.events(streamName('email', emailId));
    return (opened?.event as EmailAccepted).data;
  }

  it('keeps each content under the mail’s own key, in a blob of its own, and its name nowhere in the open', async () => {
    const emailId = idOf(await accepting(world).send(mail(given, { ...given, filename: null, contentId: 'logo' })));
    const { attachments, body } = await acceptedOf(emailId);
    expect(attachments).toMatchObject([
      {
        contentBytes: 21,
        detail: { value: { filename: 'secret-report.pdf', contentType: 'application/pdf', contentId: null } },
      },
      { contentBytes: 21, detail: { value: { filename: null, contentId: 'logo' } } },
    ]);
    expect(
      new Set([body, ...attachments.map((attachment) => attachment.content)].map(({ blobId }) => blobId)).size,
    ).toBe(3);
    expect(attachments.every((attachment) => attachment.content.kid === body.kid)).toBe(true);
    for (const { bytes, anchor } of world.blobs.stored) {
      expect(bytes.includes('confidential')).toBe(false);
      expect(anchor).toBe(`email-${emailId}`);
    }
    expect(JSON.stringify(await world.store.readAll({ limit: 100 }))).not.toContain('secret-report');
  });

  it('is composed from what was stored', async () => {
    const emailId = idOf(await accepting(world).send(mail(given)));
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(worker.composed[0]?.attachments).toEqual([
      { filename: 'secret-report.pdf', contentType: 'application/pdf', contentId: null, content },
    ]);
  });

  it('is held, not sent in part, where a content has gone', async () => {
    const emailId = idOf(await accepting(world).send(mail(given)));
    const { attachments } = await acceptedOf(emailId);
    await world.blobs.delete([attachments[0]!.content.blobId]);
    const worker = delivering(world);
    await expect(worker.attempt(await jobFor(world, emailId, 'one.test'))).rejects.toThrow(
      'an attachment is not in the vault',
    );
    expect(worker.composed).toEqual([]);
  });

  it('has nothing left of them after it was erased', async () => {
    const emailId = idOf(await accepting(world).send(mail(given, given)));
    const { attachments } = await acceptedOf(emailId);
    await eraseEmails(world.process(), [emailId], context);
    for (const attachment of attachments) expect(await world.blobs.get(attachment.content.blobId)).toBeUndefined();
    expect((await acceptedOf(emailId)).attachments).toMatchObject([
      { detail: { erased: true } },
      { detail: { erased: true } },
    ]);
  });

  it('is listed by its submission, with the same ciphertext', async () => {
    const emailId = idOf(await accepting(world).send(mail(given), keyed('k')));
    const [stream] = await world.streamsWith('SubmissionAccepted');
    const [submission] = await world.events(stream!);
    expect(submission?.event.data).toMatchObject({ emails: [{ accepted: await acceptedOf(emailId) }] });
  });

  it('is not accepted where the vault does not take a content', async () => {
    world.blobs.broken = true;
    expect(await accepting(world).send(mail(given))).toMatchObject({ refused: 'unavailable' });
    expect(await world.streamsWith('EmailAccepted')).toEqual([]);
  });

  describe('fetched by URL', () => {
    it('is stored like one that was given', async () => {
      const emailId = idOf(await accepting(world, { fetcher }).send(mail(linked)));
      const worker = delivering(world);
      await worker.attempt(await jobFor(world, emailId, 'one.test'));
      expect(worker.composed[0]?.attachments).toMatchObject([{ filename: 'secret-report.pdf', content }]);
    });

    it('is fetched once for all who share it', async () => {
      const items = [{ request: mail(linked, linked) }, { request: mail(linked) }];
      expect(await accepting(world, { fetcher }).sendBatch(items)).toMatchObject({ emailIds: [{}, {}] });
      expect(fetcher.asked).toEqual([url]);
    });

    it('is not fetched for a sender that is not allowed', async () => {
      const from = { name: null, address: 'a@wrong.example.com' };
      const answer = await accepting(world, { fetcher }).send({ ...mail(linked), from });
      expect(answer).toMatchObject({ refused: 'domain-not-verified' });
      expect(fetcher.asked).toEqual([]);
    });

    it('is not fetched again for a repeat, which gets its answer though the file has gone', async () => {
      const first = await accepting(world, { fetcher }).send(mail(linked), keyed('k'));
      fetcher.answer = { problem: 'status', status: 404 };
      expect(await accepting(world, { fetcher }).send(mail(linked), keyed('k'))).toEqual(first);
      expect(fetcher.asked).toEqual([url]);
    });

    it('is refused, and nothing remembered, where it cannot be had', async () => {
      fetcher.answer = { problem: 'unreachable' };
      const process = accepting(world, { fetcher });
      const refusal = { refused: 'attachment-not-fetched', attachment: 1, why: { problem: 'unreachable' } };
      expect(await process.send(mail(given, linked), keyed('k'))).toEqual(refusal);
      fetcher.answer = content;
      idOf(await process.send(mail(given, linked), keyed('k')));
    });

    it('refuses its own item of a permissive batch, and the whole of a strict one', async () => {
      fetcher.answer = { problem: 'timeout' };
      const process = accepting(world, { fetcher });
      const items = [{ request: mail(given) }, { request: mail(linked) }];
      expect(await process.sendBatch(items)).toMatchObject({ refused: 'attachment-not-fetched', index: 1 });
      expect(await process.sendBatch(items, 'permissive')).toMatchObject({
        emailIds: [expect.any(String)],
        errors: [{ index: 1, message: 'not allowed: attachment-not-fetched' }],
      });
    });

    it('is too large where it does not fit beside what the request holds already', async () => {
      const tooLarge = { refused: 'attachment-not-fetched', why: { problem: 'too-large' } };
      fetcher.answer = Buffer.alloc(300);
      // 400 bytes as base64, and the 6 of the text.
      expect(await accepting(world, { fetcher, maxContentBytes: 400 }).send(mail(linked))).toMatchObject(tooLarge);
      idOf(await accepting(world, { fetcher, maxContentBytes: 460 }).send(mail(linked)));
      const twice = accepting(world, { fetcher, maxContentBytes: 460 }).send(mail(linked, linked));
      expect(await twice).toMatchObject({ ...tooLarge, attachment: 1 });
    });

    it('is put off where the process holds too much already, and gives back what it held', async () => {
      const budget = createByteBudget(20);
      const process = accepting(world, { fetcher, budget });
      expect(await process.send(mail(linked))).toMatchObject({ refused: 'unavailable', retryAfterSeconds: 5 });
      expect(budget.take(20)).toBe(true);
    });

    it('is put off where the team holds half of the memory, which others may still have', async () => {
      fetcher.answer = Buffer.alloc(40);
      const budget = createByteBudget(100);
      expect(budget.take(20, teamId)).toBe(true);
      const process = accepting(world, { fetcher, budget });
      expect(await process.send(mail(linked))).toMatchObject({ refused: 'unavailable' });
      budget.release(20, teamId);
      idOf(await process.send(mail(linked)));
      expect([budget.take(50, teamId), budget.take(50, 'another')]).toEqual([true, true]);
    });
  });
});
