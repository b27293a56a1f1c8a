import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import type { SuppressionAdded, SuppressionEvent } from '../../src/domain/suppression/events.js';
import { suppressionsProjection } from '../../src/projections/suppressions/suppressions.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { idAt, positionAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const kid = kidOf(idAt(40), 0);
const source = { emailId: idAt(7), eventId: idAt(8), position: positionAt(1), at: timeAt(1) };
const added = (data: Partial<SuppressionAdded['data']> = {}): SuppressionAdded => ({
  type: 'SuppressionAdded',
  data: {
    teamId,
    addressHash: 'a'.repeat(32),
    address: plain(kid, 'ann@example.com'),
    origin: 'manual',
    source: null,
    scope: 'all',
    expiresAt: null,
    ...data,
  },
});
const removed: SuppressionEvent = { type: 'SuppressionRemoved', data: {} };

function documentAfter(...events: readonly SuppressionEvent[]): unknown {
  const log = new RecordedLog();
  for (const event of events) log.add(streamName('suppression', idAt(1)), event);
  const json = foldAll(suppressionsProjection, log.all).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}

const histories = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('add', 'bounce', 'remove')), { maxLength: 25 })
  .map((happenings) => {
    const log = new RecordedLog();
    for (const [number, what] of happenings) {
      const event = what === 'remove' ? removed : added(what === 'add' ? {} : { origin: 'bounce', source });
      log.add(streamName('suppression', idAt(number)), event);
    }
    return log.all;
  });

describe('the suppressions projection', () => {
  it('shows who is on the list, why and until when', () => {
    const expiresAt = timeAt(99);
    expect(documentAfter(added({ origin: 'bounce', source, expiresAt }))).toEqual({
      id: idAt(1),
      teamId,
      email: 'ann@example.com',
      origin: 'bounce',
      sourceId: idAt(7),
      scope: 'all',
      createdAt: timeAt(1),
      expiresAt,
    });
  });

  it('a later entry replaces an earlier one, and a removed one is gone', () => {
    expect(documentAfter(added({ origin: 'bounce', source }), added())).toMatchObject({
      origin: 'manual',
      sourceId: null,
      createdAt: timeAt(2),
    });
    expect(documentAfter(added(), removed)).toBeUndefined();
  });

  it('keeps the entry of an erased person, without the address', () => {
    expect(documentAfter(added({ address: { kid, erased: true } }))).toMatchObject({ email: '[erased]' });
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    await fc.assert(redeliveryProperty(suppressionsProjection, histories));
  });
});
