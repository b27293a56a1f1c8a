import type { LeaseStore } from '../../src/application/ports/lease.js';

/** `open` gives stores that see the same, empty, set of leases until the next test. */
export function leaseStoreContract(name: string, open: () => Promise<() => LeaseStore>): void {
  describe(`${name} as a LeaseStore`, () => {
    let connect: () => LeaseStore;
    let leases: LeaseStore;
    beforeEach(async () => {
      connect = await open();
      leases = connect();
    });

    it('knows nothing of a lease that nobody held', async () => {
      expect(await leases.read('emails')).toBeUndefined();
    });

    it('writes the first state and each next one, and gives the last one back', async () => {
      expect(await leases.replace('emails', { holder: 'a', fence: 1, heartbeat: 1 })).toBe(true);
      expect(await leases.replace('emails', { holder: 'a', fence: 1, heartbeat: 2 })).toBe(true);
      expect(await leases.replace('emails', { holder: null, fence: 1, heartbeat: 3 })).toBe(true);
      expect(await connect().read('emails')).toEqual({ holder: null, fence: 1, heartbeat: 3 });
    });

    it.each([
      ['the same heartbeat', 3],
      ['one that is over', 2],
      ['one that has not come', 5],
    ])('refuses %s', async (_, heartbeat) => {
      for (const each of [1, 2, 3]) await leases.replace('emails', { holder: 'a', fence: 1, heartbeat: each });
      expect(await leases.replace('emails', { holder: 'b', fence: 2, heartbeat })).toBe(false);
      expect(await leases.read('emails')).toEqual({ holder: 'a', fence: 1, heartbeat: 3 });
    });

    it('refuses a first state that does not say so', async () => {
      expect(await leases.replace('emails', { holder: 'a', fence: 1, heartbeat: 2 })).toBe(false);
      expect(await leases.read('emails')).toBeUndefined();
    });

    it('keeps leases apart, also where one name begins with another', async () => {
      await leases.replace('emails', { holder: 'a', fence: 1, heartbeat: 1 });
      expect(await leases.read('emails:1')).toBeUndefined();
      expect(await leases.replace('emails:1', { holder: 'b', fence: 1, heartbeat: 1 })).toBe(true);
      expect(await leases.replace('emails', { holder: 'a', fence: 1, heartbeat: 2 })).toBe(true);
      expect(await leases.read('emails:1')).toEqual({ holder: 'b', fence: 1, heartbeat: 1 });
      expect(await leases.read('email')).toBeUndefined();
    });

    it('lists those whose name begins so, each as it stands', async () => {
      for (const heartbeat of [1, 2]) await leases.replace('worker:a', { holder: 'a', fence: 1, heartbeat });
      await leases.replace('worker:b', { holder: null, fence: 1, heartbeat: 1 });
      for (const name of ['worker', 'workers:a', 'work:a']) {
        await leases.replace(name, { holder: 'a', fence: 1, heartbeat: 1 });
      }
      expect(await connect().list('worker:')).toEqual(
        new Map([
          ['worker:a', { holder: 'a', fence: 1, heartbeat: 2 }],
          ['worker:b', { holder: null, fence: 1, heartbeat: 1 }],
        ]),
      );
      expect(await leases.list('nothing:')).toEqual(new Map());
    });

    it('removes a lease, whose holder then cannot go on with it', async () => {
      for (const heartbeat of [1, 2]) await leases.replace('worker:a', { holder: 'a', fence: 1, heartbeat });
      await leases.replace('worker:b', { holder: 'b', fence: 1, heartbeat: 1 });
      await leases.remove('worker:a');
      expect([...(await leases.list('worker:')).keys()]).toEqual(['worker:b']);
      expect(await leases.replace('worker:a', { holder: 'a', fence: 1, heartbeat: 3 })).toBe(false);
      await leases.remove('worker:a');
    });

    it('lets one of many win, again and again', async () => {
      const callers = ['a', 'b', 'c', 'd', 'e', 'f'].map((holder) => ({ holder, store: connect() }));
      for (const heartbeat of [1, 2, 3, 4, 5]) {
        const answers = await Promise.all(
          callers.map(({ holder, store }) => store.replace('emails', { holder, fence: heartbeat, heartbeat })),
        );
        expect(answers.filter((won) => won)).toHaveLength(1);
        const winner = callers[answers.indexOf(true)]?.holder;
        expect(await leases.read('emails')).toEqual({ holder: winner, fence: heartbeat, heartbeat });
      }
    });
  });
}
