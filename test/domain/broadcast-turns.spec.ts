import { audience, type AudienceEvent, turnsLeft, withoutEmailBecause } from '../../src/domain/broadcast/audience.js';
import { addTurns, atOnce, beginsMs, isOneTurn, membersOfTurn, turnsOf } from '../../src/domain/broadcast/turns.js';
import { specOf } from '../support/decider-spec.js';
import { idAt } from '../support/recorded-events.js';

const early = '2026-03-02T08:00:00.000Z';
const late = '2026-03-02T17:00:00.000Z';
const person = (number: number, opensAt?: string) => ({
  contactId: idAt(number),
  revision: 0,
  ...(opensAt === undefined ? {} : { opensAt }),
});
const left = { ...person(4, early), skipped: 'unsubscribed' } as const;
const members = [person(1, late), person(2), person(3, early), left, person(5, late)];

describe('the turns of an audience', () => {
  it('begin with those that are opened at once, then by their moment, without those who were skipped', () => {
    expect(turnsOf(members)).toEqual([
      { turn: atOnce, members: 1 },
      { turn: early, members: 1 },
      { turn: late, members: 2 },
    ]);
    expect(membersOfTurn(members, late)).toEqual([0, 4]);
    expect([beginsMs(atOnce, {}), beginsMs(early, {})]).toEqual([Number.NEGATIVE_INFINITY, Date.parse(early)]);
  });

  it('of several chunks are counted together', () => {
    expect(addTurns(turnsOf([person(1, late)]), turnsOf([person(2, early), person(3, late)]))).toEqual([
      { turn: early, members: 1 },
      { turn: late, members: 2 },
    ]);
  });

  it('are one where all are opened at once, or all were skipped', () => {
    expect([isOneTurn(turnsOf([person(1)])), isOneTurn(turnsOf([left])), isOneTurn(turnsOf(members))]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a chunk with turns', () => {
  const ofChunk = specOf(audience);
  const frozen: AudienceEvent = { type: 'AudienceFrozen', data: { broadcastId: idAt(9), chunk: 0, members } };
  const gone = [{ member: 1, reason: 'deleted' }] as const;
  const first: AudienceEvent = { type: 'AudienceTurnOpened', data: { turn: atOnce, emails: 0, skipped: gone } };
  const second: AudienceEvent = { type: 'AudienceTurnOpened', data: { turn: early, emails: 1, skipped: [] } };
  const note = (turn: string, emails: number) =>
    ({ type: 'NoteOpened', turn, opened: { emails, skipped: [] } }) as const;

  it('is marked turn by turn, each once, and the last one ends it with the sum', () => {
    ofChunk
      .given(frozen)
      .when({ type: 'NoteOpened', opened: { emails: 0, skipped: gone } })
      .then(first);
    ofChunk.given(frozen, first).when(note(atOnce, 1)).thenNothing();
    ofChunk.given(frozen, first).when(note(early, 1)).then(second);
    const ended: AudienceEvent = { type: 'AudienceOpened', data: { emails: 3, skipped: gone } };
    ofChunk.given(frozen, first, second).when(note(late, 2)).then(ended);
    ofChunk.given(frozen, first, second, ended).when(note(late, 2)).thenNothing();
  });

  it('says of a member without an email whether the turn is to come, was skipped, or has lost the email', () => {
    const state = [frozen, first, second].reduce<ReturnType<typeof audience.evolve>>(
      (before, each) => audience.evolve(before, each, ''),
      null,
    );
    if (state === null) throw new Error('it was frozen');
    expect(turnsLeft(state)).toEqual([late]);
    expect([0, 1, 2, 3].map((number) => withoutEmailBecause(state, number))).toEqual([
      'left',
      'deleted',
      undefined,
      'unsubscribed',
    ]);
  });
});
