import { conditionsOf } from '../../../src/application/broadcast/conditions.js';
import { noContactFields } from '../../../src/domain/shared/contact-fields.js';
import { nextTurn } from '../../../src/application/shared/delay.js';
import type { ContactDocument } from '../../../src/projections/contacts/contacts.projection.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';

const contact: ContactDocument = {
  id: 'c1',
  teamId: 't1',
  email: 'ada@one.test',
  ...noContactFields,
  firstName: 'Ada',
  unsubscribed: false,
  isSubscribed: 1,
  properties: {},
  segments: {},
  topics: {},
  joinedBy: null,
  forms: {},
  imports: {},
  tokens: [],
  createdAt: '2026-10-01T00:00:00.000Z',
  updatedAt: '2026-10-01T00:00:00.000Z',
};

it('lets other requests have their turn while many contacts are judged', async () => {
  let nowMs = 0;
  const clock = { now: () => 0, settledNow: () => 0, monotonicMs: () => (nowMs += 4) };
  const ports = {
    readStore: new MemoryReadStore(),
    ownWrites: { note: () => undefined, settled: async () => undefined },
    clock,
  };
  const conditions = await conditionsOf(ports, 't1', [{ conditions: ['first_name eq Ada', 'first_name eq Bob'] }]);
  const done: string[] = [];
  void nextTurn().then(() => done.push('other'));
  for (let index = 0; index < 9; index += 1) done.push(...(await conditions.heldBy(contact)));
  expect(done.filter((each) => each !== 'other')).toEqual(Array(9).fill('first_name eq Ada'));
  expect(done.indexOf('other')).toBe(2);
});
