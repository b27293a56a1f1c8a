import { DkimKeyStock } from '../../../src/infrastructure/dkim/dkim-key-stock.js';
import type { DkimKey } from '../../../src/infrastructure/dkim/generate-dkim-key.js';

/** Keys are numbered in the order in which they are made; each is made when the test says so. */
function slowMaker() {
  const pending: { readonly resolve: (key: DkimKey) => void; readonly reject: (error: Error) => void }[] = [];
  let made = 0;
  let most = 0;
  const generate = (): Promise<DkimKey> =>
    new Promise((resolve, reject) => {
      pending.push({ resolve, reject });
      most = Math.max(most, pending.length);
    });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    generate,
    mostAtOnce: () => most,
    pending: () => pending.length,
    async make(): Promise<void> {
      made += 1;
      pending.shift()!.resolve({ privateKeyPem: `private ${made}`, publicKey: `key ${made}` });
      await turn();
    },
    async fail(): Promise<void> {
      pending.shift()!.reject(new Error('no entropy'));
      await turn();
    },
  };
}

const publicKeyOf = async (taken: Promise<DkimKey>): Promise<string> => (await taken).publicKey;

it('makes one key at a time, and gives what lies ready at once', async () => {
  const maker = slowMaker();
  const stock = new DkimKeyStock({ size: 2, generate: maker.generate });
  stock.fill();
  await maker.make();
  await maker.make();
  expect(maker.pending()).toBe(0);
  expect(await publicKeyOf(stock.take('rsa-sha256', 'a'))).toBe('key 2');
  expect(await publicKeyOf(stock.take('rsa-sha256', 'a'))).toBe('key 1');
  expect(maker.mostAtOnce()).toBe(1);
  expect(maker.pending()).toBe(1);
});

it('serves teams in turn where nothing lies ready', async () => {
  const maker = slowMaker();
  const stock = new DkimKeyStock({ size: 0, generate: maker.generate });
  const greedy = [1, 2, 3].map(() => publicKeyOf(stock.take('rsa-sha256', 'a')));
  const other = publicKeyOf(stock.take('rsa-sha256', 'b'));
  for (let made = 0; made < 4; made += 1) await maker.make();
  expect(await other).toBe('key 2');
  expect(await Promise.all(greedy)).toEqual(['key 1', 'key 3', 'key 4']);
  expect(maker.mostAtOnce()).toBe(1);
});

it('tells the one who waits that a key could not be made, and makes the next', async () => {
  const maker = slowMaker();
  const stock = new DkimKeyStock({ size: 0, generate: maker.generate });
  const first = publicKeyOf(stock.take('rsa-sha256', 'a'));
  const second = publicKeyOf(stock.take('rsa-sha256', 'a'));
  const refused = expect(first).rejects.toThrow('no entropy');
  await maker.fail();
  await maker.make();
  await refused;
  expect(await second).toBe('key 1');
});

it('a stock that cannot be filled tries again when a key is asked for', async () => {
  const maker = slowMaker();
  const stock = new DkimKeyStock({ size: 1, generate: maker.generate });
  stock.fill();
  await maker.fail();
  expect(maker.pending()).toBe(0);
  const taken = publicKeyOf(stock.take('rsa-sha256', 'a'));
  await maker.make();
  expect(await taken).toBe('key 1');
});
