import { free, take } from '../../src/domain/shared/reservation.js';

const taken = { type: 'KeyTaken', data: {} };
const freed = { type: 'KeyFreed', data: {} };

describe('a reservation', () => {
  it('has one owner at a time, who may ask again', () => {
    expect(take({ owner: 'a', holder: null }, taken)).toEqual([taken]);
    expect(take({ owner: 'a', holder: 'a' }, taken)).toEqual([]);
    expect(take({ owner: 'b', holder: 'a' }, taken)).toEqual({ refused: 'taken' });
  });

  it('is freed by its owner only', () => {
    expect(free({ owner: 'a', holder: 'a' }, freed)).toEqual([freed]);
    expect(free({ owner: 'b', holder: 'a' }, freed)).toEqual([]);
    expect(free({ owner: 'a', holder: null }, freed)).toEqual([]);
  });

  it('goes from an owner who does not use it to the next, and to one only', () => {
    expect(take({ owner: 'b', holder: 'a', insteadOf: 'a' }, taken)).toEqual([taken]);
    expect(take({ owner: 'c', holder: 'b', insteadOf: 'a' }, taken)).toEqual({ refused: 'taken' });
    expect(take({ owner: 'c', holder: 'b', insteadOf: undefined }, taken)).toEqual({ refused: 'taken' });
  });
});
