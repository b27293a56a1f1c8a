import type { EmailEvent } from '../../src/domain/email/events.js';
import type { AcceptedState } from '../../src/domain/email/state.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import type { PendingDocument, PendingRecipient } from '../../src/projections/pending/pending.document.js';
import { pendingProjection } from '../../src/projections/pending/pending.projection.js';
import { emailHistories } from '../support/email-histories.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { acceptedEmail, idAt, RecordedLog, reply, teamId, timeAt } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const mailId = idAt(1);
const rowA = `${mailId}:dest-a`;
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

function rows(...events: readonly EmailEvent[]): ReadonlyMap<string, PendingDocument> {
  const log = new RecordedLog();
  for (const event of events) log.add(streamName('email', mailId), event);
  const folded = [...foldAll(pendingProjection, log.all)];
  return new Map(folded.map(([id, json]) => [id, JSON.parse(json) as PendingDocument]));
}
/** What the decider knows of the recipients at one destination that have no last word yet. */
function unsettled(state: AcceptedState, destination: string): Map<string, PendingRecipient> {
  const open = new Map<string, PendingRecipient>();
  state.recipients.forEach((recipient, number) => {
    if (recipient.destination !== destination) return;
    if (recipient.status === 'due') open.set(String(number), { dueAt: recipient.dueAt });
    if (recipient.status === 'claimed') open.set(String(number), { attemptId: recipient.attemptId });
  });
  return open;
}

const after = (...events: readonly EmailEvent[]) => rows(accepted, ...events).get(rowA);

describe('the pending projection', () => {
  it('opens one row for each destination', () => {
    const both = rows(accepted);
    expect([...both.keys()]).toEqual([rowA, `${mailId}:dest-b`]);
    expect(both.get(rowA)).toEqual({
      id: rowA,
      emailId: mailId,
      destination: 'dest-a',
      teamId,
      region: 'us-east-1',
      retryClass: 'standard',
      generation: 1,
      recipients: { 0: { dueAt: timeAt(1) }, 2: { dueAt: timeAt(1) } },
      state: 'due',
      dueAt: timeAt(1),
      mxSet: null,
      lastReply: null,
      claims: [],
      claimed: 0,
    });
    expect(both.get(`${mailId}:dest-b`)?.recipients).toEqual({ 1: { dueAt: timeAt(1) } });
  });

  it('is claimed when nobody is due any more, and keeps the claim', () => {
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
    expect(rows(scheduled).get(rowA)).toMatchObject({
      state: 'due',
      dueAt: timeAt(500),
      generation: 1,
      recipients: { 0: { dueAt: timeAt(500) }, 2: { dueAt: timeAt(500) } },
    });
    expect(rows(scheduled, moved).get(rowA)).toMatchObject({
      state: 'due',
      dueAt: timeAt(700),
      generation: 2,
      recipients: { 0: { dueAt: timeAt(700) }, 2: { dueAt: timeAt(700) } },
    });
    expect(rows(scheduled, moved, { type: 'EmailCanceled', data: both }).size).toBe(0);
  });

  it('is gone when the last recipient is settled, and stays gone', () => {
    const done = [started('a1', [0, 2]), delivered(0), delivered(2)];
    expect(after(...done)).toBeUndefined();
    expect(after(...done, deferred(0), started('a2', [0]), abandoned('a2', [0]), delivered(0))).toBeUndefined();
    expect(rows(accepted, ...done).has(`${mailId}:dest-b`)).toBe(true);
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

  it('takes events of a mail that it does not know without an error', () => {
    const events = [
      started('a1', [0]),
      abandoned('a1', [0]),
      unknown('a1', [0], [0]),
      deferred(0),
      delivered(0),
      failed(0),
    ];
    expect(rows(...events).size).toBe(0);
  });

  it('agrees with the email decider on who is due, when, under which claim, and in which generation', () => {
    fc.assert(
      fc.property(emailHistories, ({ log, states }) => {
        const kept = new Map(
          [...foldAll(pendingProjection, log)].map(([id, json]) => [id, JSON.parse(json) as PendingDocument]),
        );
        for (const [emailId, state] of states) {
          if (state.status !== 'accepted') continue;
          for (const [destination, generation] of Object.entries(state.generations)) {
            const expected = unsettled(state, destination);
            const row = kept.get(`${emailId}:${destination}`);
            expect(row?.recipients).toEqual(expected.size === 0 ? undefined : Object.fromEntries(expected));
            if (row === undefined) continue;
            expect(row.generation).toBe(generation);
            const held = [...expected.values()].flatMap((recipient) =>
              'attemptId' in recipient ? [recipient.attemptId] : [],
            );
            const open = Object.keys(state.attempts).filter((attemptId) => held.includes(attemptId));
            expect(row.claims.map(({ attemptId }) => attemptId).sort()).toEqual(open.sort());
          }
        }
      }),
      { numRuns: 300 },
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
