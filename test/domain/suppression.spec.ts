import { kidOf, plain } from '../../src/domain/shared/personal.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import type { SuppressionAdded, SuppressionConsidered, SuppressionEvent } from '../../src/domain/suppression/events.js';
import { concerns, holds, type JudgeOutcome, suppression } from '../../src/domain/suppression/suppression.js';
import { recordedAt, specOf } from '../support/decider-spec.js';

const { given } = specOf(suppression);
const teamId = '0195d6a0-0000-7000-8000-000000000001';
const whose = { teamId, addressHash: 'a'.repeat(32), address: plain(kidOf('row', 0), 'ann@example.com') };
const dayMs = 86_400_000;
const startMs = Date.parse('2026-03-02T10:00:00.000Z');
const policy = { fullMails: 3, fullSpanMs: 7 * dayMs, fullForMs: 30 * dayMs, rememberedForMs: 30 * dayMs };
const at = (number: number) => String(number).padStart(20, '0') as Position;
const source = (number: number, days = 0, emailId = `mail-${number}`) => ({
  emailId,
  eventId: `e${number}`,
  position: at(number),
  at: new Date(startMs + days * dayMs + number).toISOString(),
});

const judge = (why: JudgeOutcome['why'], number: number, days = 0, emailId?: string): JudgeOutcome => ({
  type: 'JudgeOutcome',
  whose,
  why,
  source: source(number, days, emailId),
  policy,
});
const added = (data: Partial<SuppressionAdded['data']>): SuppressionAdded => ({
  type: 'SuppressionAdded',
  data: { ...whose, origin: 'manual', source: null, scope: 'all', expiresAt: null, ...data },
});
const considered = (why: 'invalid' | 'full', number: number, days = 0): SuppressionConsidered => ({
  type: 'SuppressionConsidered',
  data: { why, source: source(number, days) },
});
/** So many days after the start, and a bit. */
const removed = (days: number) =>
  recordedAt<SuppressionEvent>(new Date(startMs + days * dayMs + 50).toISOString(), {
    type: 'SuppressionRemoved',
    data: {},
  });
const add = { type: 'AddSuppression', whose, scope: 'all', nowMs: startMs } as const;
const addForBulk = { ...add, scope: 'bulk' } as const;
const remove = { type: 'RemoveSuppression', teamId } as const;

describe('an address on the list', () => {
  it('is put there by a person, for good, and once', () => {
    given().when(add).then(added({}));
    given(added({})).when(add).thenNothing();
  });

  it('is put there for good although an entry of some days holds it', () => {
    given(added({ origin: 'bounce', source: source(1), expiresAt: '2026-04-01T00:00:00.000Z' }))
      .when(add)
      .then(added({}));
  });

  it('is kept from bulk mail alone where that is asked for, and from all mail once that is', () => {
    given()
      .when(addForBulk)
      .then(added({ scope: 'bulk' }));
    given(added({ scope: 'bulk' }))
      .when(addForBulk)
      .thenNothing();
    given(added({ scope: 'bulk' }))
      .when(add)
      .then(added({}));
    // More is held already.
    given(added({})).when(addForBulk).thenNothing();
    given(added({ origin: 'complaint', source: source(1) }))
      .when(addForBulk)
      .thenNothing();
    // What a person asked for outlives an entry of some days.
    given(added({ origin: 'bounce', source: source(1), expiresAt: '2026-04-01T00:00:00.000Z' }))
      .when(addForBulk)
      .then(added({ scope: 'bulk' }));
  });

  it('is taken off, and only where it is on the team’s own', () => {
    given(added({})).when(remove).then({ type: 'SuppressionRemoved', data: {} });
    given().when(remove).thenRefused('suppression-not-found');
    given(added({}), removed(0)).when(remove).thenRefused('suppression-not-found');
    given(added({}))
      .when({ ...remove, teamId: 'another' })
      .thenRefused('suppression-not-found');
  });

  it('is held until the entry expires', () => {
    const entry = { expiresAt: '2026-03-03T00:00:00.000Z' };
    expect(holds(entry, Date.parse('2026-03-02T23:59:59.999Z'))).toBe(true);
    expect(holds(entry, Date.parse('2026-03-03T00:00:00.000Z'))).toBe(false);
    expect(holds({ expiresAt: null }, Number.MAX_SAFE_INTEGER)).toBe(true);
  });

  it('is about all mail, or about mail of the bulk class', () => {
    expect([concerns({ scope: 'all' }, false), concerns({ scope: 'all' }, true)]).toEqual([true, true]);
    expect([concerns({ scope: 'bulk' }, false), concerns({ scope: 'bulk' }, true)]).toEqual([false, true]);
  });
});

describe('what receivers say of an address', () => {
  it('a complaint suppresses for good, also where a bounce did before', () => {
    given()
      .when(judge('complaint', 1))
      .then(added({ origin: 'complaint', source: source(1) }));
    given(added({ origin: 'bounce', source: source(1) }))
      .when(judge('complaint', 2))
      .then(added({ origin: 'complaint', source: source(2) }));
    given(added({ origin: 'complaint', source: source(1) }))
      .when(judge('complaint', 2))
      .thenNothing();
  });

  it('no such mailbox beyond doubt suppresses at once', () => {
    given()
      .when(judge('certain', 1))
      .then(added({ origin: 'bounce', source: source(1) }));
  });

  it('no such mailbox suppresses when another mail is told the same', () => {
    given().when(judge('invalid', 1)).then(considered('invalid', 1));
    given(considered('invalid', 1))
      .when(judge('invalid', 2, 1))
      .then(added({ origin: 'bounce', source: source(2, 1) }));
    // Another recipient's number of the same mail is no second mail.
    given(considered('invalid', 1))
      .when(judge('invalid', 2, 1, 'mail-1'))
      .thenNothing();
    // What was said long ago counts no more.
    given(considered('invalid', 1))
      .when(judge('invalid', 2, 31))
      .then(considered('invalid', 2, 31));
  });

  it('a full mailbox suppresses for 30 days after 3 mails over 7 days', () => {
    given().when(judge('full', 1)).then(considered('full', 1));
    given(considered('full', 1))
      .when(judge('full', 2, 3))
      .then(considered('full', 2, 3));
    const two = given(considered('full', 1), considered('full', 2, 3));
    two.when(judge('full', 3, 6)).thenNothing();
    two
      .when(judge('full', 4, 7))
      .then(
        added({ origin: 'bounce', source: source(4, 7), expiresAt: new Date(startMs + 37 * dayMs + 4).toISOString() }),
      );
    // The same mail, put off again and again, is one mail.
    given(considered('full', 1))
      .when(judge('full', 2, 8, 'mail-1'))
      .thenNothing();
  });

  it('what receivers say of the mailbox widens an entry that is about bulk mail, unless it would end', () => {
    const bulk = added({ scope: 'bulk' });
    given(bulk)
      .when(judge('certain', 1))
      .then(added({ origin: 'bounce', source: source(1) }));
    given(bulk)
      .when(judge('complaint', 1))
      .then(added({ origin: 'complaint', source: source(1) }));
    given(bulk).when(judge('invalid', 1)).then(considered('invalid', 1));
    given(bulk, considered('full', 1), considered('full', 2, 3))
      .when(judge('full', 3, 8))
      .thenNothing();
  });

  it('after an entry has expired it is counted anew', () => {
    const expired = added({ origin: 'bounce', source: source(4), expiresAt: new Date(startMs).toISOString() });
    given(expired)
      .when(judge('full', 5, 1))
      .then(considered('full', 5, 1));
  });

  it('what happened before a person took it off adds nothing any more', () => {
    given(added({}), removed(0)).when(judge('certain', 49)).thenNothing();
    given(considered('invalid', 1), added({}), removed(0)).when(judge('invalid', 51)).then(considered('invalid', 51));
    given(added({}), removed(0))
      .when(judge('certain', 51))
      .then(added({ origin: 'bounce', source: source(51) }));
  });

  it('a cause that comes again, or later than a newer one, changes nothing', () => {
    given(considered('invalid', 5)).when(judge('invalid', 5)).thenNothing();
    given(considered('invalid', 5)).when(judge('certain', 4)).thenNothing();
  });
});
