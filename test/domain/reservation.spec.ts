import { free, take } from '../../src/domain/shared/reservation.js';

const taken = { type: 'KeyTaken', data: {} };
const freed = { type: 'KeyFreed', data: {} };

describe('a reservation', () => {
  it('has one owner at a time, who may ask again', () => {
    expect(take({ asks: 'a', holds: null }, taken)).toEqual([taken]);
    expect(take({ asks: 'a', holds: 'a' }, taken)).toEqual([]);
    expect(take({ asks: 'b', holds: 'a' }, taken)).toEqual({ refused: 'taken' });
  });

  it('is freed by its owner only', () => {
    expect(free({ asks: 'a', holds: 'a' }, freed)).toEqual([freed]);
    expect(free({ asks: 'b', holds: 'a' }, freed)).toEqual([]);
    expect(free({ asks: 'a', holds: null }, freed)).toEqual([]);
  });

  it('goes from an owner who does not use it to the next, and to one only', () => {
    expect(take({ asks: 'b', holds: 'a', insteadOf: 'a' }, taken)).toEqual([taken]);
    expect(take({ asks: 'c', holds: 'b', insteadOf: 'a' }, taken)).toEqual({ refused: 'taken' });
    expect(take({ asks: 'c', holds: 'b', insteadOf: undefined }, taken)).toEqual({ refused: 'taken' });
  });
});
