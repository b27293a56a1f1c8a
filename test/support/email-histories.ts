import type { EmailCommand } from '../../src/domain/email/commands.js';
import { email } from '../../src/domain/email/email.js';
import type { RetryPolicy } from '../../src/domain/shared/retries/email-retries.js';
import type { EmailState } from '../../src/domain/email/state.js';
import { isRefusal } from '../../src/domain/shared/decider.js';
import type { AcceptedEmail } from '../../src/domain/shared/accepted-email.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import type { Recorded } from '../../src/domain/shared/recorded.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { acceptedEmail, idAt, RecordedLog, reply, timeAt } from './recorded-events.js';
import fc from './properties.js';

export interface EmailHistory {
  readonly log: readonly Recorded[];
  /** What the decider made of each mail, by id. */
  readonly states: ReadonlyMap<string, EmailState>;
}

const mailCount = 3;
const hour = 3_600_000;
const schedule = { delaysMs: [60_000, 300_000], expiresAfterMs: hour };
const policy: RetryPolicy = {
  schedules: { transactional: schedule, standard: schedule, bulk: schedule, strangers: schedule },
  statedDelayBoundsMs: { min: 10_000, max: 6 * 3_600_000 },
  maxUnknownOutcomes: 2,
};

const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 });
const attempt = fc.integer({ min: 0, max: 4 });

/** Something that happens to one of the mails; the decider answers what of it is recorded. */
const happening = fc.record({
  mail: fc.integer({ min: 0, max: mailCount - 1 }),
  seconds: fc.integer({ min: 0, max: 900 }),
  what: fc.oneof(
    fc.record({ kind: fc.constant('claim' as const), attempt, numbers }),
    fc.record({ kind: fc.constant('abandon' as const), attempt, numbers }),
    fc.record({ kind: fc.constant('cancel' as const) }),
    fc.record({ kind: fc.constant('retry' as const), withUnknown: fc.boolean() }),
    fc.record({ kind: fc.constant('drop' as const), destinations: fc.constantFrom('all' as const, ['example.org']) }),
    fc.record({ kind: fc.constant('reschedule' as const), inSeconds: fc.integer({ min: 0, max: 3_000 }) }),
    fc.record({
      kind: fc.constant('answer' as const),
      attempt,
      numbers,
      code: fc.constantFrom(250, 250, 451, 550, null),
    }),
    fc.record({
      kind: fc.constant('hit' as const),
      link: fc.constantFrom(null, 0, 1),
      recipient: fc.constantFrom(null, 0, 1, 2),
      judged: fc.constantFrom('person' as const, 'privacy_proxy' as const, 'scanner' as const),
    }),
    fc.record({
      kind: fc.constant('unknown' as const),
      attempt,
      recordedBy: fc.constantFrom('worker' as const, 'recovery' as const),
    }),
  ),
});

/** One mail is not tracked, of one all get the same message, of one each recipient has a copy. */
const tracking = { host: 'links.example.com', opens: true, clicks: true };
const trackedAs: readonly Partial<AcceptedEmail>[] = [
  {},
  { tracking },
  { tracking, subscription: { topicId: null, isOptOut: false, isLinked: true } },
];

type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** Interleaved stories of a few mails, as the decider would have recorded them. */
export const emailHistories: fc.Arbitrary<EmailHistory> = fc.array(happening, { maxLength: 40 }).map((happenings) => {
  const log = new RecordedLog();
  const states = new Map<string, EmailState>();
  let seconds = 0;
  const run = (mail: number, command: EmailCommand): void => {
    const id = idAt(100 + mail);
    const state = states.get(id) ?? email.initial;
    const decision = email.decide(command, state);
    if (isRefusal(decision)) return;
    const time = timeAt(seconds);
    for (const event of decision) log.add(streamName('email', id), event, { time });
    states.set(
      id,
      decision.reduce((folded, event) => email.evolve(folded, event, time), state),
    );
  };
  for (let mail = 0; mail < mailCount; mail += 1) {
    // All but the first wait for a time of their own.
    const scheduledAt = mail === 0 ? null : timeAt(mail * 600);
    const accepted = acceptedEmail(idAt(200 + mail), { scheduledAt, ...trackedAs[mail] });
    run(mail, { type: 'OpenEmail', accepted });
  }
  for (const { mail, seconds: later, what } of happenings) {
    seconds += later;
    run(mail, commandOf(mail, seconds, what, states.get(idAt(100 + mail)) ?? email.initial));
  }
  return { log: log.all, states };
});

function commandOf(mail: number, seconds: number, what: Happening['what'], state: EmailState): EmailCommand {
  if (what.kind === 'cancel') return { type: 'CancelEmail' };
  if (what.kind === 'reschedule') {
    return { type: 'RescheduleEmail', scheduledAt: timeAt(seconds + what.inSeconds) };
  }
  const nowMs = Date.parse(timeAt(seconds));
  if (what.kind === 'retry') {
    const { withUnknown } = what;
    return { type: 'RetryNow', destinations: 'all', withUnknown, reason: 'it works again', nowMs };
  }
  if (what.kind === 'drop') return { type: 'DropWaiting', destinations: what.destinations, why: 'no longer wanted' };
  if (what.kind === 'hit') return hitsOf(mail, seconds, what);
  const attemptId = idAt(300 + what.attempt);
  switch (what.kind) {
    case 'claim': {
      const deadline = timeAt(seconds + 600);
      const { numbers: recipients } = what;
      return { type: 'ClaimDelivery', attemptId, recipients, mxSet: 'mx', worker: 'w1', deadline, tls: null, nowMs };
    }
    case 'abandon': {
      // A worker gives up the whole of its own claim, or one that it never saw in the stream.
      const claimed = state.status === 'accepted' ? state.attempts[attemptId]?.recipients : undefined;
      return { type: 'AbandonAttempt', attemptId, recipients: claimed ?? what.numbers, reason: 'connection-lost' };
    }
    case 'answer': {
      const answers = what.numbers.map((recipient) => ({
        recipient,
        reply: reply(kidOf(idAt(200 + mail), recipient + 1), what.code, null, 'so it says'),
      }));
      return { type: 'RecordAnswers', attemptId, answers, mxSet: 'mx', answeredBy: 'mx', policy, nowMs, jitter: 0 };
    }
    case 'unknown': {
      const claimed = state.status === 'accepted' ? (state.attempts[attemptId]?.recipients ?? []) : [];
      const { recordedBy } = what;
      const replies = (recordedBy === 'worker' ? claimed : []).map((recipient) => ({
        recipient,
        reply: reply(kidOf(idAt(200 + mail), recipient + 1), null, null, 'no reply'),
      }));
      return { type: 'RecordOutcomeUnknown', attemptId, recordedBy, replies, policy, nowMs, jitter: 0 };
    }
  }
}

function hitsOf(
  mail: number,
  seconds: number,
  { link, recipient, judged }: Extract<Happening['what'], { kind: 'hit' }>,
): EmailCommand {
  const kid = kidOf(idAt(200 + mail), recipient === null ? 0 : recipient + 1);
  const hit = { hitId: idAt(seconds), at: timeAt(seconds), recipient, judged, sign: 'sign', rules: 1 };
  const seen = { ipAddress: '192.0.2.1', userAgent: 'Mozilla/5.0' };
  if (link === null) {
    return { type: 'RecordHits', hits: [{ type: 'EmailOpened', data: { ...hit, seen: plain(kid, seen) } }] };
  }
  const led = plain(kid, { ...seen, url: 'https://example.com/' });
  return { type: 'RecordHits', hits: [{ type: 'EmailClicked', data: { ...hit, link, seen: led } }] };
}
