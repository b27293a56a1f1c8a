import type { InTurn } from '../../src/application/shared/fair-semaphore.js';
import { getCapturedMail, getCapturedMessage } from '../../src/application/email/get-captured-mail.js';
import { getEmailHistory, getEmailTimeline } from '../../src/application/email/email-history.js';
import { getEmail, getEmails } from '../../src/application/email/get-email.js';
import { getEmailOverview } from '../../src/application/email/get-email-overview.js';
import { getEmailSource } from '../../src/application/email/email-source.js';
import { createMailComposer } from '../../src/infrastructure/mail-composer/mail-composer.js';
import { getShownEmail } from '../../src/application/email/get-shown-email.js';
import { getSharedEmail, shareEmail } from '../../src/application/email/share-email.js';
import { listEmails } from '../../src/application/email/list-emails.js';
import { eraseEmails } from '../../src/application/erasure/erase-emails.js';
import { emailsProjection } from '../../src/projections/emails/emails.projection.js';
import { accepting, idOf, mailTo } from '../support/accepting.js';
import { delivering, jobFor } from '../support/delivering.js';
import { readModel } from '../support/read-model.js';
import { context, teamId, useWorld, world } from '../support/world.js';

const otherTeamId = '0195d6a0-0000-7000-8000-00000000000b';

describe('asking for mails', () => {
  useWorld();
  let waitedFor: string[];
  beforeEach(async () => {
    waitedFor = [];
    await world.addDomain('example.com');
  });
  const send = async () => idOf(await accepting(world).send(mailTo(['ada@one.test'])));

  /** What a process asks, whose read model ends here. */
  async function process() {
    return {
      ...world.process(),
      readStore: await readModel(world, emailsProjection),
      ownWrites: {
        note: () => undefined,
        settled: async (team: string, projection: string) => void waitedFor.push(`${team} ${projection}`),
      },
      captured: {
        forEmail: async (_teamId: string, emailId: string) => [capturedOf(emailId)],
        whole: async (emailId: string, number: number) => Buffer.from(`${emailId} ${number}`),
      },
    };
  }
  const capturedOf = (emailId: string) => ({
    number: 7,
    receivedAt: '2026-03-02T10:00:01.000Z',
    reversePath: 'news@example.com',
    recipients: ['ada@one.test'],
    sizeBytes: 14,
    raw: `Message-ID: ${emailId}`,
    read: null,
    isCut: false,
  });

  it('shows one with its body as soon as it was accepted', async () => {
    const early = await process();
    const emailId = await send();
    const found = await getEmail(early, { teamId, emailId, takeBytes: () => true });
    expect(found).toMatchObject({ email: { id: emailId, subject: 'Hello' }, body: { text: 'Hello!' } });
  });

  it('reads a large body only where the memory for it can be had', async () => {
    const text = 'x'.repeat(100_000);
    const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'], { text })));
    const ports = await process();
    const asked: number[] = [];
    const refused = (bytes: number) => asked.push(bytes) < 0;
    expect(await getEmail(ports, { teamId, emailId, takeBytes: refused })).toEqual({ refused: 'busy' });
    const made = await shareEmail(ports, { context, emailId, lifeMs: 60_000 });
    if ('refused' in made) throw new Error(made.refused);
    const shared = {
      emailId,
      shareId: made.shareId,
      link: made.link,
      takeBytes: refused,
      count: async () => undefined,
    };
    expect(await getSharedEmail(ports, shared)).toEqual({ refused: 'busy' });
    const shown = { teamId, emailId, takeBytes: refused };
    expect(await getShownEmail(ports, shown)).toEqual({ refused: 'busy' });
    // As it is stored, decrypted, and as text.
    expect(asked.map((bytes) => bytes > 3 * text.length)).toEqual([true, true, true]);
    const beginning = { body: { text }, isCut: false };
    expect(await getSharedEmail(ports, { ...shared, takeBytes: () => true })).toMatchObject({ beginning });
    expect(await getShownEmail(ports, { ...shown, takeBytes: () => true })).toMatchObject({ beginning });
    expect(await getEmail(ports, { teamId, emailId: await send(), takeBytes: refused })).toMatchObject({
      body: { text: 'Hello!' },
    });
  });

  it('shows the beginning of a very large body, and takes little more memory than it is stored in', async () => {
    const text = 'x'.repeat(12_000_000);
    const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'], { text })));
    const taken: number[] = [];
    const query = { teamId, emailId, takeBytes: (bytes: number) => taken.push(bytes) > 0 };
    const found = await getShownEmail(await process(), query);
    if (found === undefined || 'refused' in found) throw new Error('it is not shown');
    expect([found.beginning?.isCut, found.beginning?.body.text?.length]).toEqual([true, 2 * 1024 * 1024]);
    expect(taken[0]).toBeLessThan(2.1 * text.length);
  });

  it('tells the story of a mail without its content, with what a page makes sentences of', async () => {
    const scheduledAt = new Date(world.clock.now() + 3_600_000).toISOString();
    const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'], { scheduledAt })));
    const overview = await getEmailOverview(await process(), { teamId, emailId });
    expect(overview).toMatchObject({
      email: { id: emailId, subject: 'Hello' },
      acceptedBy: context.actor,
      requestId: context.correlationId,
      timeline: [{ type: 'EmailAccepted', facts: { until: scheduledAt, tls: null } }],
    });
    expect(await getEmailOverview(await process(), { teamId: otherTeamId, emailId })).toBeUndefined();
  });

  it('gives the message that is sent, and shows the pictures that lie in it', async () => {
    const picture = {
      filename: 'logo.png',
      contentType: 'image/png',
      contentId: 'logo',
      source: { content: Buffer.from('PNG') },
    };
    const other = { ...picture, contentType: 'text/html', contentId: 'page' };
    const mail = mailTo(['ada@one.test'], { html: '<img src="cid:logo">', attachments: [picture, other] });
    const emailId = idOf(await accepting(world).send(mail));
    const ports = { ...(await process()), composer: createMailComposer({ sign: async (message) => message }) };
    const source = await getEmailSource(ports, { teamId, emailId, takeBytes: () => true });
    expect(String(source)).toMatch(/^Date: .*\r\nFrom: news@example.com\r\nTo: ada@one.test\r\n/);
    expect(String(source)).toContain(Buffer.from('PNG').toString('base64'));
    const asShown = { teamId, emailId, takeBytes: () => true };
    const pictures = [{ contentId: 'logo', contentType: 'image/png', content: Buffer.from('PNG') }];
    expect(await getShownEmail(ports, asShown)).toMatchObject({ pictures });
    expect(await getEmailSource(ports, { teamId, emailId, takeBytes: () => false })).toBe('busy');
    expect(await getEmailSource(ports, { teamId: otherTeamId, emailId, takeBytes: () => true })).toBeUndefined();
    await eraseEmails(ports, [emailId], context);
    expect(await getEmailSource(ports, { teamId, emailId, takeBytes: () => true })).toBeUndefined();
  });

  it('reads the large mails of one request one after the other', async () => {
    const text = 'x'.repeat(600_000);
    const emailIds = [];
    for (let sent = 0; sent < 5; sent += 1) {
      emailIds.push(idOf(await accepting(world).send(mailTo(['ada@one.test'], { text }))));
    }
    const ports = await process();
    let [atOnce, mostAtOnce] = [0, 0];
    const get = async (id: string) => {
      mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
      const bytes = await ports.blobs.get(id);
      atOnce -= 1;
      return bytes;
    };
    const counted = { ...ports, blobs: { ...ports.blobs, get } };
    const asked = { teamId, emailIds: [...emailIds, 'unknown'], takeBytes: () => true };
    const found = await getEmails(counted, asked);
    if ('refused' in found) throw new Error(found.refused);
    expect(found.map((mail) => mail?.body?.text?.length)).toEqual([...emailIds.map(() => text.length), undefined]);
    expect(mostAtOnce).toBe(1);
    expect(await getEmails(ports, { ...asked, takeBytes: () => false })).toEqual({ refused: 'busy' });
    const together = await Promise.all(Array.from({ length: 5 }, () => getEmails(ports, asked)));
    expect(together.filter((answer) => 'refused' in answer)).toHaveLength(2);
  });

  it('shows a mail to no other team', async () => {
    const emailId = await send();
    const ports = await process();
    expect(await getEmailHistory(ports, { teamId: otherTeamId, emailId })).toBeUndefined();
    expect(await getEmail(ports, { teamId: otherTeamId, emailId, takeBytes: () => true })).toBeUndefined();
    expect(await getShownEmail(ports, { teamId: otherTeamId, emailId, takeBytes: () => true })).toBeUndefined();
    expect(await getEmailTimeline(ports, { teamId: otherTeamId, emailId })).toBeUndefined();
    expect(await getCapturedMail(ports, { teamId: otherTeamId, emailId })).toBeUndefined();
    const whole = { teamId: otherTeamId, emailId, number: 7, hold: () => true };
    expect(await getCapturedMessage(ports, whole)).toBeUndefined();
    expect(await getEmail(ports, { teamId, emailId: 'unknown', takeBytes: () => true })).toBeUndefined();
  });

  it('shows what happened to one, and what the catcher received of it', async () => {
    const emailId = await send();
    await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
    const ports = await process();
    expect(await getEmailTimeline(ports, { teamId, emailId })).toHaveLength(3);
    expect(await getCapturedMail(ports, { teamId, emailId })).toStrictEqual([capturedOf(emailId)]);
    const whole = await getCapturedMessage(ports, { teamId, emailId, number: 7, hold: () => true });
    expect(String(whole)).toBe(`${emailId} 7`);
  });

  it('shows its history up to a time, and no other mails of an erasure', async () => {
    const emailId = await send();
    const other = await send();
    const accepted = new Date(world.clock.now()).toISOString();
    world.clock.advance(1_000);
    await eraseEmails(world.process(), [emailId, other], context);
    const ports = await process();
    const then = await getEmailHistory(ports, { teamId, emailId, at: accepted });
    expect(then).toMatchObject({ entries: [{ type: 'EmailAccepted' }], state: { id: emailId, lastEvent: 'queued' } });
    const turns: string[] = [];
    const inTurn: InTurn = (team, step) => {
      turns.push(team);
      return step();
    };
    const all = await getEmailHistory({ ...ports, inTurn }, { teamId, emailId });
    // The erasures of the whole log were looked through.
    expect(turns).toEqual([teamId]);
    expect(all?.entries.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining(['Erasure requested', 'Erased permanently']),
    );
    expect(JSON.stringify(all)).not.toContain(other);
  });

  it('shows an erased one without its body', async () => {
    const emailId = await send();
    await eraseEmails(world.process(), [emailId], context);
    const found = await getEmail(await process(), { teamId, emailId, takeBytes: () => true });
    expect(found).toMatchObject({ email: { id: emailId }, body: undefined });
    expect(JSON.stringify(found)).not.toContain('ada@one.test');
  });

  it("lists a team's own, newest first, and waits for its last write", async () => {
    const ids = [await send(), await send(), await send()];
    const ports = await process();
    const page = await listEmails(ports, { teamId, page: { limit: 2 } });
    expect(page).toMatchObject({ documents: [{ id: ids[2] }, { id: ids[1] }], hasMore: true });
    const rest = await listEmails(ports, { teamId, page: { limit: 2, after: ids[1] ?? '' } });
    expect(rest).toMatchObject({ documents: [{ id: ids[0] }], hasMore: false });
    const others = await listEmails(ports, { teamId: otherTeamId, page: { limit: 2, after: ids[1] ?? '' } });
    expect(others).toStrictEqual({ documents: [], hasMore: false });
    expect(waitedFor).toStrictEqual([`${teamId} emails`, `${teamId} emails`, `${otherTeamId} emails`]);
  });
});
