import { reservation } from '../../src/domain/shared/reservation.js';
import { givenAt, specOf } from '../support/decider-spec.js';

const { decider, events } = reservation({ taken: 'KeyTaken', freed: 'KeyFreed', what: 'Key' });
const { given } = specOf(decider);
const taken = (ownerId: string) => ({ type: 'KeyTaken', data: { ownerId } }) as const;
const freed = { type: 'KeyFreed', data: {} } as const;
const take = (ownerId: string, insteadOf: string | null = null) => ({ type: 'Take', ownerId, insteadOf }) as const;
const free = (ownerId: string) => ({ type: 'Free', ownerId }) as const;

describe('a reservation', () => {
  it('has one owner at a time, who may ask again', () => {
    given().when(take('a')).then(taken('a'));
    given(taken('a')).when(take('a')).thenNothing();
    given(taken('a')).when(take('b')).thenRefused('taken');
    expect(given(taken('a')).state).toEqual({ ownerId: 'a', takenAt: givenAt });
  });

  it('is freed by its owner, and taken again', () => {
    given(taken('a')).when(free('a')).then(freed);
    given(taken('a')).when(free('b')).thenNothing();
    given(taken('a'), freed).when(free('a')).thenNothing();
    given(taken('a'), freed).when(take('b')).then(taken('b'));
    expect(given(taken('a'), freed).state).toEqual({ ownerId: null, takenAt: null });
  });

  it('goes from an owner who does not use it to the next, and to one only', () => {
    given(taken('a')).when(take('b', 'a')).then(taken('b'));
    given(taken('a'), taken('b')).when(take('c', 'a')).thenRefused('taken');
    given(taken('a'), taken('b')).when(free('a')).thenNothing();
  });

  it('says in an audit who took it', () => {
    const [takenEvent, freedEvent] = events;
    expect(takenEvent.summary(taken('a').data as never)).toBe('Key taken by a');
    expect(freedEvent.summary({} as never)).toBe('Key freed');
  });
});
