import type { Position } from '../../../src/domain/shared/recorded.js';
import { later, logPositionOf, positionOf } from '../../../src/infrastructure/event-store/eventstoredb/log-position.js';
import fc from '../../support/properties.js';

const number = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const pair = fc.record({ commit: number, prepare: number });

describe('a position of the log', () => {
  it('comes back as the pair it was, both numbers', () => {
    fc.assert(fc.property(pair, (place) => expect(logPositionOf(positionOf(place))).toEqual(place)));
  });

  it('compares as text as the pair does: by commit, then by prepare', () => {
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        const before = a.commit < b.commit || (a.commit === b.commit && a.prepare < b.prepare);
        expect(positionOf(a) < positionOf(b)).toBe(before);
      }),
    );
  });

  it.each(['00000000000000000012', '', '1/1', 'start'])('of another engine is refused: "%s"', (given) => {
    expect(() => logPositionOf(given as Position)).toThrow('no position of this log');
  });

  it('the later of two, where there are two', () => {
    const [a, b] = [positionOf({ commit: 9n, prepare: 9n }), positionOf({ commit: 10n, prepare: 0n })];
    expect([later(a, b), later(b, a), later(a, undefined), later(undefined, b)]).toEqual([b, b, a, b]);
    expect(later(undefined, undefined)).toBeUndefined();
  });
});
