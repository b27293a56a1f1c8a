import { jest } from '@jest/globals';
import { auditResource } from '../../src/application/audit/audit-resource.js';
import { createSubmissionOpener } from '../../src/application/submission/submission-opener.js';
import { eraseEmails } from '../../src/application/erasure/erase-emails.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { accepting, idOf, keyed, mailTo } from '../support/accepting.js';
import { delivering, jobFor } from '../support/delivering.js';
import { notes } from '../support/process-managers.js';
import { context, correlationId, useWorld, world } from '../support/world.js';

describe('auditing a resource', () => {
  useWorld('example.com');
  const item = (address: string) => ({ request: mailTo([address]) });
  const now = () => new Date(world.clock.now()).toISOString();
  const audit = (id: string, at?: string) => auditResource(world.process(), id, at);
  const typesAt = async (id: string, at?: string) => (await audit(id, at))?.entries.map(({ type }) => type);

  describe('at a time', () => {
    it('shows what had happened by then, and the state at that time', async () => {
      const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
      const accepted = now();
      world.clock.advance(5_000);
      await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
      const before = new Date(Date.parse(accepted) - 1).toISOString();
      const between = new Date(Date.parse(accepted) + 4_999).toISOString();

      expect(await audit(emailId, before)).toMatchObject({ entries: [], state: null });
      expect(await typesAt(emailId, accepted)).toEqual(['EmailAccepted']);
      expect(await audit(emailId, between)).toMatchObject({ state: { lastEvent: 'queued', subject: 'Hello' } });
      expect(await typesAt(emailId, now())).toHaveLength(3);
      expect(await audit(emailId)).toMatchObject({ state: { lastEvent: 'delivered' } });
    });

    it('shows what was erased since as erased, and the erasure only from its own time on', async () => {
      const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
      const accepted = now();
      world.clock.advance(5_000);
      await eraseEmails(world.process(), [emailId], context);
      const then = await audit(emailId, accepted);
      expect(then).toMatchObject({ state: { subject: '[erased]', to: ['[erased]'], erased: true } });
      expect(JSON.stringify(then)).not.toContain('ada@one.test');
      expect(await typesAt(emailId, accepted)).toEqual(['EmailAccepted']);
      expect(await typesAt(emailId)).toEqual(expect.arrayContaining(['ErasureRequested', 'ErasureCompleted']));
    });

    it('knows domains', async () => {
      const [stream] = await world.streamsWith('DomainCreated');
      const id = stream?.slice('domain-'.length) ?? '';
      expect(await audit(id)).toMatchObject({ stream, state: { name: 'example.com', status: 'verified' } });
    });
  });

  it('takes of all erasures only those apart that name it', async () => {
    const [own, other] = [
      idOf(await accepting(world).send(mailTo(['ada@one.test']))),
      idOf(await accepting(world).send(mailTo(['bo@two.test']))),
    ];
    for (const emailId of [other, own]) await eraseEmails(world.process(), [emailId], context);
    const decode = jest.spyOn(world.codec, 'decode');
    expect(await typesAt(own)).toEqual(expect.arrayContaining(['ErasureRequested', 'ErasureCompleted']));
    const erasures = decode.mock.calls
      .flatMap(([stored]) => stored)
      .filter(({ stream }) => stream.startsWith('erasure-'));
    expect(erasures.map(({ type }) => type)).toEqual(['ErasureRequested', 'ErasureCompleted']);
  });

  describe('its causes', () => {
    it('lead from a mail to the submission that was appended with it, and to the request', async () => {
      const answer = await accepting(world).sendBatch([
        item('ada@one.test'),
        item('bo@two.test'),
        item('cy@three.test'),
      ]);
      const emailId = 'emailIds' in answer ? answer.emailIds[2] : undefined;
      const [submission] = await world.streamsWith('SubmissionAccepted');
      const found = await audit(emailId ?? '');
      expect(found?.entries[0]).toMatchObject({
        requestId: correlationId,
        because: [{ stream: submission, type: 'SubmissionAccepted', actor: { kind: 'api-key', id: 'key-1' } }],
      });
    });

    it('are found too when the mail was opened long after', async () => {
      world.store.plan('SubmissionAccepted', ['anchor-only']);
      const answer = await accepting(world).sendBatch([item('ada@one.test')]);
      const emailId = ('emailIds' in answer ? answer.emailIds[0] : undefined) ?? '';
      for (let index = 0; index < 60; index += 1) await accepting(world).send(mailTo([`x${index}@one.test`]));
      const opener = createSubmissionOpener(world.process());
      await notes(world, opener);
      world.clock.advance(15_000);
      await opener.act();
      expect((await audit(emailId))?.entries[0]).toMatchObject({
        requestId: correlationId,
        because: [{ type: 'SubmissionAccepted' }],
      });
    });

    it('are marked as missing where their stream was removed', async () => {
      const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test']), keyed('k-1')));
      const [submission] = await world.streamsWith('SubmissionAccepted');
      const [cause] = await world.events(submission!);
      await world.store.removeStream(submission!, 'soft', 0);
      expect((await audit(emailId))?.entries[0]?.because).toEqual([{ id: cause?.id, missing: true }]);
    });

    it('are none where an event began it all', async () => {
      const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
      expect((await audit(emailId))?.entries[0]).toMatchObject({ because: [], requestId: correlationId });
      const installed = await audit(streamName('domain', 'none'));
      expect(installed).toBeUndefined();
    });
  });
});
