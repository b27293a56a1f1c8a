import type { DomainEvent } from '../../src/domain/shared/decider.js';
import { plain } from '../../src/domain/shared/personal.js';
import { idOf, streamName } from '../../src/domain/shared/stream-name.js';
import type { EmailAccepted, EmailClicked, EmailEvent } from '../../src/domain/email/events.js';
import type { Recorded } from '../../src/domain/shared/recorded.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { readSums, type ResultSum } from '../../src/projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../src/projections/broadcast-results/broadcast-results.projection.js';
import { emailHistories } from '../support/email-histories.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { acceptedEmail, idAt, RecordedLog, reply, timeAt } from '../support/recorded-events.js';

const [broadcastId, contactId, emailId] = [idAt(1), idAt(2), idAt(3)] as const;
const kid = kidOf(idAt(50), 1);
const content = { blobId: idAt(91), kid: kidOf(idAt(90), 0), sizeBytes: 9, digest: 'd'.repeat(64) };
const member = { broadcast: { id: broadcastId, contactId, chunk: 0, member: 0, content } };
const accepted: EmailAccepted = { type: 'EmailAccepted', data: acceptedEmail(idAt(50), member) };
const attempt = { attemptId: 'try', destination: 'dest-a', recipient: 0 } as const;
const delivered: EmailEvent = { type: 'EmailDelivered', data: { ...attempt, reply: reply(kid, 250, null, 'OK') } };
const bounced: EmailEvent = {
  type: 'EmailBounced',
  data: { ...attempt, reply: reply(kid, 550, '5.1.1', 'No.'), judgement: null, answeredBy: 'mx' },
};
const hit = { hitId: idAt(60), at: timeAt(9), recipient: 0, sign: 'none', rules: 1 } as const;
const seen = { ipAddress: '192.0.2.1', userAgent: 'Mail' };
const clicked = (judged: EmailClicked['data']['judged'], link: number): EmailClicked => ({
  type: 'EmailClicked',
  data: { ...hit, judged, link, seen: plain(kid, { ...seen, url: `https://example.com/${link}` }) },
});
const opened = (judged: EmailClicked['data']['judged']): EmailEvent => ({
  type: 'EmailOpened',
  data: { ...hit, judged, seen: plain(kid, seen) },
});
const unsubscribed = (broadcast: object): DomainEvent => ({
  type: 'ContactUnsubscribed',
  data: {
    topicId: null,
    occasion: { means: 'one-click', emailId, pageVersion: null, importId: null, visitor: null, ...broadcast },
  },
});
const frozen: DomainEvent = {
  type: 'AudienceFrozen',
  data: {
    ...{ broadcastId, chunk: 0 },
    members: [
      { contactId, revision: 0 },
      { contactId: idAt(4), revision: 1, skipped: 'unsubscribed' },
      { contactId: idAt(5), revision: 1 },
    ],
  },
};
const chunkOpened: DomainEvent = {
  type: 'AudienceOpened',
  data: { emails: 1, skipped: [{ member: 2, reason: 'erased' }] },
};

type Happened = readonly [stream: ReturnType<typeof streamName>, event: DomainEvent];
const ofEmail = (event: DomainEvent): Happened => [streamName('email', emailId), event];
type Folded = Record<string, unknown> & { readonly kind: string };
function folded(happened: readonly Happened[]): readonly Folded[] {
  const log = new RecordedLog();
  for (const [stream, event] of happened) log.add(stream, event as EmailEvent);
  return [...foldAll(broadcastResultsProjection, log.all).values()].map((json) => JSON.parse(json) as Folded);
}
const documents = (...happened: readonly Happened[]) => folded(happened).filter(({ kind }) => kind !== 'sum');
const sums = (...happened: readonly Happened[]) =>
  folded(happened).filter(({ kind }) => kind === 'sum') as unknown as readonly ResultSum[];
const after = (...events: readonly DomainEvent[]) =>
  documents(...[accepted, ...events].map(ofEmail))[0] as Record<string, unknown>;
const countedAfter = (...events: readonly DomainEvent[]) => sums(...[accepted, ...events].map(ofEmail));
/** What lists show of a broadcast. */
const figuresOf = (all: readonly ResultSum[]) => all.find(({ id }) => id === `figures-${broadcastId}`)?.counts;

type Tested = Pick<NonNullable<EmailAccepted['data']['broadcast']>, 'variant' | 'part'>;
const memberOf = (tested: Tested) => ({ broadcast: { ...member.broadcast, ...tested } });

/** Every email is a member's, of the test or not. */
const ofBroadcast = (log: readonly Recorded[], tested: Tested): readonly Recorded[] =>
  log.map((recorded) => {
    const { event } = recorded;
    if (event.type !== 'EmailAccepted') return recorded;
    const data = { ...(event as EmailAccepted).data, ...memberOf(tested) };
    return { ...recorded, event: { type: 'EmailAccepted', data } };
  });

describe('the results of broadcasts', () => {
  it('know each email of a member, and no other', () => {
    expect(after()).toMatchObject({ kind: 'member', id: emailId, broadcastId, contactId, sent: false, result: null });
    const other = { ...accepted, data: acceptedEmail(idAt(50)) };
    expect(documents(ofEmail(other), ofEmail(delivered))).toEqual([]);
  });

  it('tell delivered from bounced, with the kind and the receiver; delivered is final', () => {
    expect(after(delivered, bounced)).toMatchObject({ sent: true, result: 'delivered', group: 'other' });
    expect(after(bounced)).toMatchObject({ sent: true, result: 'bounced_permanent' });
    expect(after(bounced)['tokens']).toEqual(expect.arrayContaining(['sent', 'bounced_permanent']));
  });

  it('count people and machines apart, each link by its number, and remember the first hours of people', () => {
    const found = after(delivered, opened('scanner'), opened('person'), clicked('scanner', 1), clicked('person', 0));
    expect(found).toMatchObject({
      opens: { people: 1, machines: 1 },
      clicks: { people: 1, machines: 1 },
      links: [
        { link: 1, url: 'https://example.com/1', people: 0, machines: 1 },
        { link: 0, url: 'https://example.com/0', people: 1, machines: 0 },
      ],
      ...{ deliveredHour: '2026-01-01T00', openedHour: '2026-01-01T00', clickedHour: '2026-01-01T00' },
    });
    const seen = countedAfter(delivered, opened('scanner'), opened('person'), clicked('person', 0));
    const tally = { opened: 'person', clicked: 'person', result: 'delivered' };
    expect(readSums(seen).tallies).toMatchObject([{ tally, count: 1 }]);
    expect(figuresOf(seen)).toEqual({ sent: 1, delivered: 1, opened: 1, clicked: 1 });
    const hour = '2026-01-01T00';
    expect(readSums(seen).hours).toEqual([
      ...(['clicked', 'delivered', 'opened'] as const).map((name) => ({ name, hour, count: 1 })),
    ]);
    const byMachine = countedAfter(delivered, opened('privacy_proxy'));
    expect(readSums(byMachine).tallies).toMatchObject([{ tally: { opened: 'machine', clicked: 'none' }, count: 1 }]);
    expect(figuresOf(byMachine)).toEqual({ sent: 1, delivered: 1 });
    const machine = after(delivered, opened('privacy_proxy'));
    expect(machine['openedHour']).toBeUndefined();
    expect(machine['tokens']).not.toContain('opened');
  });

  it('count those in a test by their part, and know which variant the rest got', () => {
    const tested = (how: Tested) => {
      const event = { ...accepted, data: acceptedEmail(idAt(50), memberOf(how)) };
      const happened = [ofEmail(event), ofEmail(delivered)];
      return { document: documents(...happened)[0], counted: sums(...happened) };
    };
    const [inB, rest] = [tested({ variant: 'b', part: 'b' }), tested({ variant: 'a', part: 'rest' })];
    expect(inB.document).toMatchObject({ variant: 'b', part: 'b' });
    expect(readSums(inB.counted).tallies).toMatchObject([{ tally: { part: 'b' } }]);
    expect(rest.document).toMatchObject({ variant: 'a', part: 'rest' });
    // What is counted without a test is counted as it was before there were any.
    expect(rest.counted).toEqual(countedAfter(delivered));
  });

  it('know who left by which email, where that is of a broadcast', () => {
    const contact = streamName('contact', contactId);
    expect(documents([contact, unsubscribed({})])).toEqual([]);
    expect(documents([contact, unsubscribed({ broadcastId })])).toEqual([
      expect.objectContaining({ kind: 'departure', broadcastId, emailId }),
    ]);
    expect(figuresOf(sums([contact, unsubscribed({ broadcastId })]))).toEqual({ left: 1 });
  });

  it('count those of each chunk who got no email, by reason', () => {
    const chunk = streamName('audience', `${broadcastId}-0`);
    expect(documents([chunk, frozen], [chunk, chunkOpened])).toEqual([
      {
        ...{ kind: 'chunk', id: `${broadcastId}-0`, broadcastId, members: 3 },
        skipped: { unsubscribed: 1, erased: 1 },
      },
    ]);
    const counted = sums([chunk, frozen], [chunk, chunkOpened]);
    expect(readSums(counted).skipped).toEqual({ unsubscribed: 1, erased: 1 });
    expect(figuresOf(counted)).toEqual({ planned: 3 });
  });

  it('give the same bytes in any batches and after any restart', async () => {
    const audienceLog = (): readonly Recorded[] => {
      const log = new RecordedLog();
      const chunk = streamName('audience', `${broadcastId}-0`);
      for (const event of [frozen, chunkOpened]) log.add(chunk, event as EmailEvent);
      log.add(streamName('contact', contactId), unsubscribed({ broadcastId }) as EmailEvent);
      return log.all;
    };
    const logs = fc.oneof(
      fc
        .tuple(emailHistories, fc.constantFrom<Tested>({}, { variant: 'b', part: 'b' }, { variant: 'a', part: 'rest' }))
        .map(([{ log }, tested]) => ofBroadcast(log, tested)),
      fc.constant(audienceLog()),
    );
    await fc.assert(redeliveryProperty(broadcastResultsProjection, logs));
    expect(idOf(streamName('audience', `${broadcastId}-0`))).toBe(`${broadcastId}-0`);
  });
});
