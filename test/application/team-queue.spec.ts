import { jest } from '@jest/globals';
import { getTeamQueue } from '../../src/application/queue/team-queue.js';
import { email } from '../../src/domain/email/email.js';
import { judgeReply } from '../../src/domain/email/judging/judge-reply.js';
import { plain } from '../../src/domain/shared/personal.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { handle } from '../../src/application/shared/handle.js';
import { shapeOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import { pendingProjection } from '../../src/projections/pending/pending.projection.js';
import { accepting, idOf, mailTo } from '../support/accepting.js';
import { answers, claim } from '../support/email-facts.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { type PendingMail, pendingMail, pendingMails } from '../support/pending-mail.js';
import { context, useWorld, world } from '../support/world.js';

const none = { settled: async () => undefined, note: () => undefined };
const pending = shapeOf(pendingProjection);

describe('what waits for a team', () => {
  useWorld();
  let readStore: MemoryReadStore;
  let rows: number;
  beforeEach(async () => {
    readStore = new MemoryReadStore();
    rows = 0;
  });

  /** A mail of one recipient; without a time, one in an attempt. */
  async function waits(destination: string, dueInMs: number | null, changes: Partial<PendingMail> = {}): Promise<void> {
    rows += 1;
    const position = String(rows).padStart(6, '0') as Position;
    const dueAt = dueInMs === null ? null : new Date(world.clock.now() + dueInMs).toISOString();
    const document = pendingMail({ id: `e${rows}`, destination, dueAt, ...changes }, position);
    await readStore.apply(pending, [{ id: document.id, position, document }], position);
  }
  const ask = (teamId: string, limits: { readonly mostRows?: number; readonly mostLines?: number } = {}) =>
    getTeamQueue({ ...world.process(), readStore, ownWrites: none, firstTeamId: 't1' }, { teamId }, limits);

  it('is counted by destination, the most recipients first, and of no other team', async () => {
    await waits('a', 60_000);
    await waits('b', -1_000);
    await waits('b', 60_000, { lastReply: { step: 'rcpt', code: 451, enhancedCode: '4.7.1' } });
    await waits('b', null);
    await waits('c', -1_000, { teamId: 't2' });
    const { lines, isComplete } = await ask('t1');
    expect(isComplete).toBe(true);
    expect(lines).toMatchObject([
      { destination: 'b', due: 1, waiting: 1, claimed: 1, lastReply: '451 4.7.1 at rcpt', firstEmailId: 'e4' },
      { destination: 'a', due: 0, waiting: 1, claimed: 0, lastReply: null, firstEmailId: 'e1' },
    ]);
  });

  it('names first a mail in an attempt, also where it is due elsewhere', async () => {
    await waits('a', -5_000);
    const position = '000009' as Position;
    const dueAt = new Date(world.clock.now()).toISOString();
    const both = pendingMails(
      'both',
      [
        { destination: 'a', dueAt: null },
        { destination: 'b', dueAt },
      ],
      position,
    );
    await readStore.apply(pending, [{ id: 'both', position, document: both }], position);
    expect((await ask('t1')).lines).toMatchObject([
      { destination: 'a', due: 1, claimed: 1, firstEmailId: 'both' },
      { destination: 'b', due: 1, claimed: 0, firstEmailId: 'both' },
    ]);
  });

  it('is named by the domain of an address', async () => {
    await world.addDomain('example.com');
    const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
    await waits('x', 0, { id: emailId });
    expect((await ask('t1')).lines).toMatchObject([{ domain: 'one.test', firstEmailId: emailId }]);
  });

  it('has the receiver’s own words, and by them the same meaning as the mail has', async () => {
    await world.addDomain('example.com');
    const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
    const ports = world.process();
    const stream = streamName('email', emailId);
    const [opening] = await world.events(stream);
    if (opening?.event.type !== 'EmailAccepted') throw new Error('a mail begins with its accept');
    const [recipient] = opening.event.data.recipients;
    if (recipient === undefined) throw new Error('it has a recipient');
    const text = 'Service unavailable, client host blocked using zen.spamhaus.org';
    const detail = plain(recipient.mailbox.kid, { text, host: 'mx.one.test' });
    const said = { recipient: 0, reply: { step: 'rcpt', code: 450, enhancedCode: '4.7.1', detail } } as const;
    for (const command of [claim('a1', [0]), answers('a1', [said])]) {
      await handle(ports, email, stream, command, { context, region: null }, { personal: true });
    }
    const lastReply = { step: 'rcpt', code: 450, enhancedCode: '4.7.1' } as const;
    await waits(recipient.destination, 60_000, { id: emailId, lastReply });
    const byCodes = judgeReply({ ...lastReply, text: '' }).kind;
    const { lines } = await ask('t1');
    expect(lines).toMatchObject([{ lastSaid: text, replyKind: 'reputation' }]);
    expect(byCodes).not.toBe('reputation');
  });

  it('opens an email once, however many receivers defer it', async () => {
    await world.addDomain('example.com');
    const names = ['one', 'two', 'three', 'four'].map((name) => `${name}.test`);
    const emailId = idOf(await accepting(world).send(mailTo(names.map((name) => `ada@${name}`))));
    const position = '000009' as Position;
    const dueAt = new Date(world.clock.now()).toISOString();
    const lastReply = { step: 'rcpt', code: 451, enhancedCode: '4.7.1' } as const;
    const mails = names.map((destination) => ({ destination, dueAt, lastReply }));
    await readStore.apply(
      pending,
      [{ id: emailId, position, document: pendingMails(emailId, mails, position) }],
      position,
    );
    const read = jest.spyOn(world.store, 'readStream');
    expect((await ask('t1')).lines).toHaveLength(4);
    expect(read.mock.calls.filter(([stream]) => stream === streamName('email', emailId))).toHaveLength(1);
  });

  it('says where it leaves something out: what is due last, and the smallest', async () => {
    for (const destination of ['a', 'b', 'b', 'c']) await waits(destination, rows * 1_000);
    expect(await ask('t1', { mostRows: 4, mostLines: 3 })).toMatchObject({ isComplete: true });
    const early = await ask('t1', { mostRows: 3 });
    expect(early.isComplete).toBe(false);
    expect(early.lines.map(({ destination }) => destination)).toEqual(['b', 'a']);
    const large = await ask('t1', { mostLines: 1 });
    expect(large.isComplete).toBe(false);
    expect(large.lines.map(({ destination }) => destination)).toEqual(['b']);
  });
});
