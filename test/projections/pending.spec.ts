import type { EmailEvent } from '../../src/domain/email/events.js';
import type { AcceptedState, RecipientState } from '../../src/domain/email/state.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { pendingClaims, type PendingDocument, pendingRows } from '../../src/projections/pending/pending.document.js';
import { pendingProjection } from '../../src/projections/pending/pending.projection.js';
import { emailHistories } from '../support/email-histories.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { acceptedEmail, idAt, positionAt, RecordedLog, reply, teamId, timeAt } from '../support/recorded-events.js';
import fc, { runs } from '../support/properties.js';

const mailId = idAt(1);
const accepted: EmailEvent = { type: 'EmailAccepted', data: acceptedEmail(idAt(50)) };
const ok = reply(kidOf(idAt(50), 1), 250, null, 'Ok');

/** Recipients 0 and 2 are at destination a, 1 is at b. */
const atA = { destinations: ['dest-a'] };
const started = (attemptId: string, recipients: readonly number[]): EmailEvent => ({
  type: 'DeliveryAttemptStarted',
  data: { ...atA, attemptId, recipients, mxSet: 'mx', worker: 'w1', deadline: timeAt(600), tls: null },
});
const abandoned = (attemptId: string, recipients: readonly number[]): EmailEvent => ({
  type: 'DeliveryAttemptAbandoned',
  data: { ...atA, attemptId, recipients, reason: 'stopping' },
});
const unknown = (attemptId: string, recipients: readonly number[], retries: readonly number[]): EmailEvent => ({
  type: 'DeliveryOutcomeUnknown',
  data: {
    ...atA,
    attemptId,
    recipients,
    recordedBy: 'worker',
    retries: retries.map((recipient) => ({ recipient, dueAt: timeAt(90) })),
    replies: [],
  },
});
const outcome = (recipient: number, attemptId = 'a1') => ({ attemptId, recipient, destination: 'dest-a', reply: ok });
const delivered = (recipient: number): EmailEvent => ({ type: 'EmailDelivered', data: outcome(recipient) });
const deferred = (recipient: number): EmailEvent => ({
  type: 'DeliveryDeferred',
  data: { ...outcome(recipient), judgement: null, answeredBy: null, dueAt: timeAt(60), mxSet: 'mx' },
});
const failed = (recipient: number): EmailEvent => ({
  type: 'EmailFailed',
  data: { ...outcome(recipient), reason: 'outcome-unknown', reply: null, judgement: null, answeredBy: null, why: null },
});

function fold(...events: readonly EmailEvent[]): PendingDocument | undefined {
  const log = new RecordedLog();
  for (const event of events) log.add(streamName('email', mailId), event);
  const folded = foldAll(pendingProjection, log.all).get(mailId);
  return folded === undefined ? undefined : (JSON.parse(folded) as PendingDocument);
}

/** What is open at destination a, flat. */
function shown(document: PendingDocument | undefined) {
  const row = document && pendingRows(document).find(({ destination }) => destination === 'dest-a');
  if (document === undefined || row === undefined) return undefined;
  const claims = pendingClaims(document.email);
  const recipients = [...row.recipients].map(([number, recipient]) => [number, whenOf(recipient)]);
  return {
    ...row,
    recipients: Object.fromEntries(recipients),
    state: row.dueAt === '' ? 'claimed' : 'due',
    claims,
    claimed: claims.length > 0 ? 1 : 0,
  };
}

const openAt = (document: PendingDocument | undefined) =>
  document && pendingRows(document).map(({ destination }) => destination);

const whenOf = (recipient: RecipientState) => {
  if (recipient.status === 'due') return { dueAt: recipient.dueAt };
  return recipient.status === 'claimed' ? { attemptId: recipient.attemptId } : undefined;
};

/** What the decider knows of the recipients at one destination that have no last word yet. */
function unsettled(state: AcceptedState, destination: string): Map<number, RecipientState> {
  const open = new Map<number, RecipientState>();
  state.recipients.forEach((recipient, number) => {
    if (recipient.destination === destination && whenOf(recipient) !== undefined) open.set(number, recipient);
  });
  return open;
}

const after = (...events: readonly EmailEvent[]) => shown(fold(accepted, ...events));

describe('the pending projection', () => {
  it('opens one document for a mail, and one row for each destination', () => {
    const document = fold(accepted);
    expect(document).toMatchObject({
      id: mailId,
      teamId,
      region: 'us-east-1',
      state: 'due',
      dueAt: timeAt(1),
      claimed: 0,
    });
    const row = {
      emailId: mailId,
      teamId,
      region: 'us-east-1',
      retryClass: 'standard',
      startsAt: timeAt(1),
      generation: 1,
    };
    const dueAt = timeAt(1);
    const recipient = (destination: string) => {
      return { destination, tries: 0, unknowns: 0, complained: false, status: 'due', dueAt };
    };
    const fresh = { dueAt, mailDueAt: dueAt, changedAt: positionAt(1), mxSet: null, lastReply: null };
    const [toA, toB] = [recipient('dest-a'), recipient('dest-b')];
    expect(pendingRows(document as PendingDocument)).toEqual([
      {
        ...row,
        ...fresh,
        destination: 'dest-a',
        recipients: new Map([
          [0, toA],
          [2, toA],
        ]),
      },
      { ...row, ...fresh, destination: 'dest-b', recipients: new Map([[1, toB]]) },
    ]);
  });

  it('notes of each destination where it changed last, and forgets how it went with its last recipient', () => {
    const changes = (...events: readonly EmailEvent[]) => {
      const document = fold(accepted, ...events);
      return document && pendingRows(document).map(({ destination, changedAt }) => [destination, changedAt]);
    };
    const toB = ['dest-b', positionAt(1)];
    expect(changes(started('a1', [0, 2]))).toEqual([['dest-a', positionAt(2)], toB]);
    expect(changes(started('a1', [0, 2]), deferred(0))).toEqual([['dest-a', positionAt(3)], toB]);
    expect(changes(started('a1', [0, 2]), delivered(0), delivered(2))).toEqual([toB]);
    const retried: EmailEvent = {
      type: 'EmailRetried',
      data: {
        destinations: [{ destination: 'dest-a', generation: 4, recipients: [2] }],
        retryClass: 'bulk',
        reason: 'ask',
      },
    };
    const again = pendingRows(
      fold(accepted, started('a1', [0, 2]), deferred(0), delivered(0), failed(2), retried) as PendingDocument,
    ).find(({ destination }) => destination === 'dest-a');
    expect(again).toMatchObject({ destination: 'dest-a', changedAt: positionAt(6), mxSet: null, lastReply: null });
    const open = pendingRows(fold(accepted, started('a1', [0, 2]), deferred(0), retried) as PendingDocument).find(
      ({ destination }) => destination === 'dest-a',
    );
    expect(open).toMatchObject({ mxSet: 'mx', lastReply: { code: 250 } });
  });

  it('is claimed when no recipient is due any more, and keeps the claim', () => {
    expect(after(started('a1', [0]))).toMatchObject({ state: 'due', generation: 1 });
    expect(after(started('a1', [0, 2]))).toMatchObject({
      state: 'claimed',
      dueAt: '',
      generation: 1,
      recipients: { 0: { attemptId: 'a1' }, 2: { attemptId: 'a1' } },
      claims: [{ attemptId: 'a1', worker: 'w1', deadline: timeAt(600) }],
      claimed: 1,
    });
  });

  it('frees at once whom an abandoned attempt held', () => {
    expect(after(started('a1', [0, 2]), abandoned('a1', [0, 2]))).toMatchObject({
      state: 'due',
      generation: 2,
      dueAt: timeAt(3),
      claims: [],
      claimed: 0,
    });
  });

  it('leaves due times alone when the abandoned claim was never seen', () => {
    expect(after(abandoned('a1', [0, 2]))).toMatchObject({ dueAt: timeAt(1), generation: 2 });
    expect(after(started('a2', [0]), abandoned('a1', [0]))?.recipients).toMatchObject({ 0: { attemptId: 'a2' } });
  });

  it('takes the earliest due time of its recipients', () => {
    expect(after(started('a1', [0]), deferred(0))).toMatchObject({ dueAt: timeAt(1), generation: 2, claims: [] });
    expect(after(started('a1', [0, 2]), deferred(0))).toMatchObject({
      state: 'due',
      dueAt: timeAt(60),
      claims: [{ attemptId: 'a1' }],
    });
  });

  it('sends again after an unknown outcome only to whom the event says', () => {
    const row = after(started('a1', [0, 2]), unknown('a1', [0, 2], [2]));
    expect(row).toMatchObject({ state: 'due', dueAt: timeAt(90), generation: 2, claims: [] });
    expect(row?.recipients).toEqual({ 0: { attemptId: 'a1' }, 2: { dueAt: timeAt(90) } });
    expect(after(started('a1', [0, 2]), unknown('a1', [0, 2], [2]), failed(0))?.recipients).toEqual({
      2: { dueAt: timeAt(90) },
    });
  });

  it('is due at the time that the mail is scheduled for, and moves with it', () => {
    const scheduled: EmailEvent = {
      type: 'EmailAccepted',
      data: acceptedEmail(idAt(50), { scheduledAt: timeAt(500) }),
    };
    const both = { destinations: ['dest-a', 'dest-b'] };
    const moved: EmailEvent = { type: 'EmailRescheduled', data: { scheduledAt: timeAt(700), ...both } };
    expect(shown(fold(scheduled))).toMatchObject({
      state: 'due',
      dueAt: timeAt(500),
      generation: 1,
      recipients: { 0: { dueAt: timeAt(500) }, 2: { dueAt: timeAt(500) } },
    });
    expect(shown(fold(scheduled, moved))).toMatchObject({
      state: 'due',
      dueAt: timeAt(700),
      generation: 2,
      recipients: { 0: { dueAt: timeAt(700) }, 2: { dueAt: timeAt(700) } },
    });
    expect(fold(scheduled, moved, { type: 'EmailCanceled', data: both })).toBeUndefined();
  });

  it('is gone when the last recipient is settled, and stays gone', () => {
    const done = [started('a1', [0, 2]), delivered(0), delivered(2)];
    expect(after(...done)).toBeUndefined();
    expect(after(...done, deferred(0), started('a2', [0]), abandoned('a2', [0]), delivered(0))).toBeUndefined();
    expect(openAt(fold(accepted, ...done))).toEqual(['dest-b']);
    const last: EmailEvent = { type: 'EmailDelivered', data: { ...outcome(1), destination: 'dest-b' } };
    expect(fold(accepted, ...done, last)).toBeUndefined();
    expect(fold(accepted, ...done, last, delivered(0))).toBeUndefined();
  });

  it('knows where it was tried and what came of it', () => {
    expect(after(started('a1', [0, 2]))).toMatchObject({ mxSet: 'mx', lastReply: null });
    expect(after(deferred(0))).toMatchObject({ mxSet: 'mx', lastReply: { step: 'dot', code: 250 } });
  });

  it('comes back, due at once, where a person takes back a last word', () => {
    const destinations = [{ destination: 'dest-a', generation: 4, recipients: [2] }];
    const retried: EmailEvent = {
      type: 'EmailRetried',
      data: { destinations, retryClass: 'standard', reason: 'they say it never came' },
    };
    const done = [started('a1', [0, 2]), delivered(0), failed(2)];
    const row = after(...done, retried);
    expect(row).toMatchObject({
      state: 'due',
      dueAt: timeAt(5),
      generation: 4,
      recipients: { 2: { dueAt: timeAt(5) } },
    });
    expect(row).toMatchObject({ destination: 'dest-a', emailId: mailId, claims: [], retryClass: 'standard' });
  });

  it('comes back also where every recipient had a last word, one destination after the other', () => {
    const last: EmailEvent = {
      type: 'EmailFailed',
      data: { ...failed(1).data, recipient: 1, destination: 'dest-b' } as never,
    };
    const retried = (destination: string, recipients: readonly number[]): EmailEvent => ({
      type: 'EmailRetried',
      data: { destinations: [{ destination, generation: 4, recipients }], retryClass: 'bulk', reason: 'it never came' },
    });
    const settled = [accepted, started('a1', [0, 2]), delivered(0), failed(2), last];
    const once = fold(...settled, retried('dest-b', [1]));
    expect(once).toMatchObject({ id: mailId, teamId, state: 'due', dueAt: timeAt(6), email: { retryClass: 'bulk' } });
    expect(openAt(once)).toEqual(['dest-b']);
    const twice = fold(...settled, retried('dest-b', [1]), retried('dest-a', [2]));
    expect(
      twice && pendingRows(twice).map((row) => [row.destination, row.generation, [...row.recipients.keys()]]),
    ).toEqual([
      ['dest-b', 4, [1]],
      ['dest-a', 4, [2]],
    ]);
    expect(fold(...settled, retried('dest-b', [1]), { ...last })).toBeUndefined();
  });

  it('takes events of a mail that it does not know without an error', () => {
    const events = [
      started('a1', [0]),
      abandoned('a1', [0]),
      unknown('a1', [0], [0]),
      deferred(0),
      delivered(0),
      failed(0),
    ];
    expect(fold(...events)).toBeUndefined();
  });

  it('agrees with the email decider on who is due, when, under which claim, and in which generation', () => {
    fc.assert(
      fc.property(emailHistories, ({ log, states }) => {
        const kept = new Map(
          [...foldAll(pendingProjection, log)].map(([id, json]) => [id, JSON.parse(json) as PendingDocument]),
        );
        for (const [emailId, state] of states) {
          if (state.status !== 'accepted') continue;
          const document = kept.get(emailId);
          const rows = new Map(document && pendingRows(document).map((row) => [row.destination, row]));
          for (const [destination, generation] of Object.entries(state.generations)) {
            const expected = unsettled(state, destination);
            const row = rows.get(destination);
            const when = (recipients: ReadonlyMap<number, RecipientState> | undefined) =>
              recipients && [...recipients].map(([number, recipient]) => [number, whenOf(recipient)]);
            expect(when(row?.recipients)).toEqual(expected.size === 0 ? undefined : when(expected));
            if (row === undefined) continue;
            expect(row.generation).toBe(generation);
          }
          if (document === undefined) continue;
          const held = state.recipients.flatMap((recipient) =>
            recipient.status === 'claimed' ? [recipient.attemptId] : [],
          );
          const open = Object.keys(state.attempts).filter((attemptId) => held.includes(attemptId));
          const claims = pendingClaims(document.email).map(({ attemptId }) => attemptId);
          expect(claims.sort()).toEqual(open.sort());
          expect(document.claimed).toBe(open.length > 0 ? 1 : 0);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    await fc.assert(
      redeliveryProperty(
        pendingProjection,
        emailHistories.map(({ log }) => log),
      ),
    );
  });
});
