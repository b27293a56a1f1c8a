import type { EmailCommand } from '../../../src/domain/email/commands.js';
import { email } from '../../../src/domain/email/email.js';
import type { EmailEvent } from '../../../src/domain/email/events.js';
import type { EmailState } from '../../../src/domain/email/state.js';
import { isRefusal } from '../../../src/domain/shared/decider.js';
import {
  abandoned,
  accepted,
  after,
  answer,
  answers,
  bounced,
  canceled,
  claim,
  deferred,
  delivered,
  failed,
  hourMs,
  outcomeUnknown,
  rescheduled,
  started,
  unknown,
} from '../../support/email-facts.js';
import fc from '../../support/properties.js';

const destinations = ['one.test', 'two.test', 'one.test'];
const mail = accepted(destinations);
const scheduledMail = accepted(destinations, 'standard', after(hourMs));
const attemptId = fc.constantFrom('a1', 'a2', 'a3', 'a4');
const recipient = fc.nat(destinations.length - 1);
const recipients = fc.uniqueArray(recipient, { minLength: 1 });
const code = fc.constantFrom(250, 451, 550, null);
const delayMs = fc.nat(80 * hourMs);
const later = delayMs.map((delay) => Date.parse(after(delay)));

const command: fc.Arbitrary<EmailCommand> = fc.oneof(
  fc.constant<EmailCommand>({ type: 'OpenEmail', accepted: mail.data }),
  fc.constant<EmailCommand>({ type: 'CancelEmail' }),
  fc.constant<EmailCommand>({ type: 'ShareEmail', shareId: 's1', expiresAt: after(hourMs) }),
  fc.constant<EmailCommand>({ type: 'RevokeShare', shareId: 's1' }),
  delayMs.map((delay): EmailCommand => ({ type: 'RescheduleEmail', scheduledAt: after(delay) })),
  fc.constant<EmailCommand>({ type: 'AbandonAccept', reason: 'orphan-sweep' }),
  fc.tuple(attemptId, recipients, later).map(([id, numbers, nowMs]) => claim(id, numbers, nowMs)),
  fc.tuple(attemptId, recipients).map(
    ([id, numbers]): EmailCommand => ({
      type: 'AbandonAttempt',
      attemptId: id,
      recipients: numbers,
      reason: 'stopping',
    }),
  ),
  fc.tuple(attemptId, recipients, code, later).map(([id, numbers, reply, nowMs]) =>
    answers(
      id,
      numbers.map((number) => answer(number, reply)),
      nowMs,
    ),
  ),
  fc
    .tuple(attemptId, fc.constantFrom('worker', 'recovery'), later)
    .map(([id, by, nowMs]) => outcomeUnknown(id, by, nowMs)),
  recipients.map((numbers): EmailCommand => ({ type: 'GiveUp', reason: 'erased', recipients: numbers })),
);

const event: fc.Arbitrary<EmailEvent> = fc.oneof(
  fc.constant<EmailEvent>({ type: 'EmailShared', data: { shareId: 's1', expiresAt: after(hourMs) } }),
  fc.constant<EmailEvent>({ type: 'EmailShareRevoked', data: { shareId: 's1' } }),
  fc.constant<EmailEvent>(mail),
  fc.constant<EmailEvent>(scheduledMail),
  fc.constant<EmailEvent>(canceled(['one.test', 'three.test'])),
  delayMs.map((delay) => rescheduled(after(delay), ['two.test', 'three.test'])),
  fc.constant<EmailEvent>({ type: 'AcceptAbandoned', data: { reason: 'append-unknown' } }),
  // Numbers beyond the mail's own: a fact is folded, whatever it says.
  fc
    .tuple(attemptId, fc.uniqueArray(fc.nat(5)))
    .map(([id, numbers]) => started(id, numbers, ['one.test', 'three.test'])),
  fc.tuple(attemptId, fc.uniqueArray(fc.nat(5))).map(([id, numbers]) => abandoned(id, numbers, ['two.test'])),
  fc
    .tuple(attemptId, fc.nat(5))
    .map(([id, number]) => unknown(id, [number], ['one.test'], [{ recipient: number, dueAt: after(0) }])),
  fc.tuple(attemptId, fc.nat(5)).map(([id, number]) => delivered(id, number, 'one.test')),
  fc.tuple(attemptId, fc.nat(5)).map(([id, number]) => bounced(id, number, 'one.test')),
  fc.tuple(attemptId, fc.nat(5)).map(([id, number]) => deferred(id, number, 'four.test', after(0))),
  fc.tuple(fc.option(attemptId), fc.nat(5)).map(([id, number]) => failed(id, number, 'one.test', 'expired')),
);

/** Runs the commands one after the other; `look` sees each event with the states around it. */
function run(
  opening: EmailEvent,
  commands: readonly EmailCommand[],
  look: (before: EmailState, event: EmailEvent, next: EmailState) => void,
): void {
  let state = email.evolve(email.initial, opening, after(0));
  for (const next of commands) {
    const decision = email.decide(next, state);
    if (isRefusal(decision)) continue;
    for (const decided of decision) {
      const evolved = email.evolve(state, decided, after(0));
      look(state, decided, evolved);
      state = evolved;
    }
  }
}

const statusOf = (state: EmailState, number: number): string =>
  state.status === 'accepted' ? (state.recipients[number]?.status ?? 'none') : 'none';

describe('whatever is asked of a mail, in whatever order', () => {
  const sequences = fc.array(command, { maxLength: 40 });
  const openings = fc.constantFrom<EmailEvent>(mail, scheduledMail);

  it('claims a recipient for one attempt at a time', () => {
    fc.assert(
      fc.property(openings, sequences, (opening, commands) => {
        run(opening, commands, (before, decided) => {
          if (decided.type !== 'DeliveryAttemptStarted') return;
          for (const number of decided.data.recipients) expect(statusOf(before, number)).toBe('due');
        });
      }),
    );
  });

  it('never claims for an attempt that was abandoned', () => {
    fc.assert(
      fc.property(openings, sequences, (opening, commands) => {
        const given = new Set<string>();
        run(opening, commands, (_before, decided) => {
          if (decided.type === 'DeliveryAttemptAbandoned') given.add(decided.data.attemptId);
          if (decided.type === 'DeliveryAttemptStarted') expect(given.has(decided.data.attemptId)).toBe(false);
        });
      }),
    );
  });

  it('never makes a delivered recipient anything else, and wakes nobody who is settled', () => {
    fc.assert(
      fc.property(openings, sequences, (opening, commands) => {
        run(opening, commands, (before, _decided, next) => {
          for (const number of destinations.keys()) {
            const was = statusOf(before, number);
            if (was === 'delivered') expect(statusOf(next, number)).toBe('delivered');
            if (['bounced', 'failed', 'canceled'].includes(was)) {
              expect(['due', 'claimed']).not.toContain(statusOf(next, number));
            }
          }
        });
      }),
    );
  });

  it('cancels all of a mail or nothing of it, and claims nothing of it from then on', () => {
    fc.assert(
      fc.property(openings, sequences, (opening, commands) => {
        let canceled = false;
        let tried = false;
        run(opening, commands, (_before, decided, next) => {
          if (decided.type === 'DeliveryAttemptStarted') expect(canceled).toBe(false);
          tried ||= decided.type === 'DeliveryAttemptStarted' || decided.type === 'EmailDelivered';
          if (decided.type !== 'EmailCanceled') return;
          canceled = true;
          expect(tried).toBe(false);
          expect([...destinations.keys()].map((number) => statusOf(next, number))).toEqual(
            destinations.map(() => 'canceled'),
          );
        });
      }),
    );
  });

  it('lets nobody be due earlier than the time last asked for, until something was tried', () => {
    fc.assert(
      fc.property(sequences, (commands) => {
        run(scheduledMail, commands, (_before, _decided, next) => {
          if (next.status !== 'accepted' || next.schedule !== 'waiting') return;
          for (const recipient of next.recipients) expect(recipient).toMatchObject({ dueAt: next.startsAt });
        });
      }),
    );
  });

  it('gives a destination a new generation whenever somebody there becomes due again', () => {
    fc.assert(
      fc.property(openings, sequences, (opening, commands) => {
        run(opening, commands, (before, _decided, next) => {
          if (before.status !== 'accepted' || next.status !== 'accepted') return;
          for (const [number, destination] of destinations.entries()) {
            const woken = statusOf(before, number) !== 'due' && statusOf(next, number) === 'due';
            if (woken) expect(next.generations[destination]).toBe((before.generations[destination] ?? 0) + 1);
          }
        });
      }),
    );
  });
});

describe('whatever a stream says, in whatever order', () => {
  it('is folded without an error', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const state = events.reduce((folded, fact) => email.evolve(folded, fact, after(0)), email.initial);
        expect(['none', 'abandoned', 'accepted']).toContain(state.status);
      }),
    );
  });
});
