import { messageReader } from '../../src/infrastructure/message-reader/message-reader.js';
import { createEmailQueries } from '../../src/application/email/email-queries.js';
import {
  GetCapturedMailQuery,
  GetCapturedMessageQuery,
  GetEmailHistoryQuery,
  GetEmailQuery,
  GetEmailTimelineQuery,
  ListEmailsQuery,
} from '../../src/application/email/email.queries.js';
import { eraseEmails } from '../../src/application/erasure/erase-emails.js';
import { shapeOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import { emailTimeline } from '../../src/projections/emails/email-timeline.js';
import { emailsProjection, foldEmail } from '../../src/projections/emails/emails.projection.js';
import { accepting, idOf, mailTo } from '../support/accepting.js';
import { delivering, jobFor } from '../support/delivering.js';
import { readModel } from '../support/read-model.js';
import { context, teamId, World } from '../support/world.js';

const otherTeamId = '0195d6a0-0000-7000-8000-00000000000b';

describe('asking for mails', () => {
  let world: World;
  let waitedFor: string[];
  beforeEach(async () => {
    world = await World.create();
    waitedFor = [];
    await world.addDomain('example.com');
  });
  const send = async () => idOf(await accepting(world).send(mailTo(['ada@one.test'])));

  async function queries() {
    const ports = world.process();
    return createEmailQueries({
      ports,
      blobs: world.blobs,
      sealer: ports.sealer,
      reader: messageReader,
      readStore: await readModel(world, emailsProjection),
      emails: shapeOf(emailsProjection),
      ownWrites: {
        note: () => undefined,
        settled: async (team, projection) => void waitedFor.push(`${team} ${projection}`),
      },
      captured: {
        forEmail: async (_teamId, emailId) => [capturedOf(emailId)],
        whole: async (emailId, number) => Buffer.from(`${emailId} ${number}`),
      },
      foldEmail,
      timelineOf: emailTimeline,
    });
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
    const early = await queries();
    const emailId = await send();
    const found = await early.get(new GetEmailQuery(teamId, emailId));
    expect(found).toMatchObject({ email: { id: emailId, subject: 'Hello' }, body: { text: 'Hello!' } });
  });

  it("shows nobody another team's mail", async () => {
    const emailId = await send();
    const { get, timeline, history, captured, capturedMessage } = await queries();
    expect(await history(new GetEmailHistoryQuery(otherTeamId, emailId))).toBeUndefined();
    expect(await get(new GetEmailQuery(otherTeamId, emailId))).toBeUndefined();
    expect(await timeline(new GetEmailTimelineQuery(otherTeamId, emailId))).toBeUndefined();
    expect(await captured(new GetCapturedMailQuery(otherTeamId, emailId))).toBeUndefined();
    expect(await capturedMessage(new GetCapturedMessageQuery(otherTeamId, emailId, 7, () => true))).toBeUndefined();
    expect(await get(new GetEmailQuery(teamId, 'unknown'))).toBeUndefined();
  });

  it('tells what happened to one, and what the catcher received of it', async () => {
    const emailId = await send();
    await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
    const { timeline, captured, capturedMessage } = await queries();
    expect(await timeline(new GetEmailTimelineQuery(teamId, emailId))).toHaveLength(3);
    expect(await captured(new GetCapturedMailQuery(teamId, emailId))).toStrictEqual([capturedOf(emailId)]);
    const whole = await capturedMessage(new GetCapturedMessageQuery(teamId, emailId, 7, () => true));
    expect(String(whole)).toBe(`${emailId} 7`);
  });

  it('tells its history up to a time, and of an erasure nothing about other mails', async () => {
    const emailId = await send();
    const other = await send();
    const accepted = new Date(world.clock.now()).toISOString();
    world.clock.advance(1_000);
    await eraseEmails(world.process(), [emailId, other], context);
    const { history } = await queries();
    const then = await history(new GetEmailHistoryQuery(teamId, emailId, accepted));
    expect(then).toMatchObject({ entries: [{ type: 'EmailAccepted' }], state: { id: emailId, lastEvent: 'queued' } });
    const all = await history(new GetEmailHistoryQuery(teamId, emailId));
    expect(all?.entries.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining(['Erasure requested', 'Erased for good']),
    );
    expect(JSON.stringify(all)).not.toContain(other);
  });

  it('shows an erased one without its body', async () => {
    const emailId = await send();
    await eraseEmails(world.process(), [emailId], context);
    const found = await (await queries()).get(new GetEmailQuery(teamId, emailId));
    expect(found).toMatchObject({ email: { id: emailId }, body: undefined });
    expect(JSON.stringify(found)).not.toContain('ada@one.test');
  });

  it("lists a team's own, newest first, and waits for its last write", async () => {
    const ids = [await send(), await send(), await send()];
    const { list } = await queries();
    const page = await list(new ListEmailsQuery(teamId, { limit: 2 }));
    expect(page).toMatchObject({ documents: [{ id: ids[2] }, { id: ids[1] }], hasMore: true });
    const rest = await list(new ListEmailsQuery(teamId, { limit: 2, after: ids[1] ?? '' }));
    expect(rest).toMatchObject({ documents: [{ id: ids[0] }], hasMore: false });
    const others = await list(new ListEmailsQuery(otherTeamId, { limit: 2, after: ids[1] ?? '' }));
    expect(others).toStrictEqual({ refused: 'unknown-cursor' });
    expect(waitedFor).toStrictEqual([`${teamId} emails`, `${teamId} emails`, `${otherTeamId} emails`]);
  });
});
