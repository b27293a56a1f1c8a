import { contactsInTurns, effortOfContact } from '../../../src/application/import/contacts-in-turns.js';
import { turnsDuring } from '../../support/turns.js';

const contacts = Array.from({ length: 100 }, (_, index) => index);

describe('the contacts of a chunk', () => {
  it.each([
    [0, 4],
    [12, 17],
    [200, 100],
  ])('with %i segments and topics each take turns of so many, and leave others more', async (memberships, turns) => {
    const work = () =>
      contactsInTurns(
        contacts,
        () => effortOfContact(memberships),
        async (some) => some,
      );
    expect(await work()).toEqual(contacts);
    expect(await turnsDuring(work)).toBeGreaterThanOrEqual(4 * turns - 1);
  });

  it('wait for those before them where these write much', async () => {
    let underWay = 0;
    let most = 0;
    await contactsInTurns(
      contacts,
      () => effortOfContact(200),
      async (some) => {
        underWay += some.length;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
        underWay -= some.length;
        return some;
      },
    );
    expect(most).toBeLessThanOrEqual(4);
  });

  it('end with what the first of them throws', async () => {
    const work = async ([first = 0]: readonly number[]) => (first < 50 ? [] : Promise.reject(new Error(`${first}`)));
    await expect(contactsInTurns(contacts, () => effortOfContact(100), work)).rejects.toThrow('50');
  });
});
