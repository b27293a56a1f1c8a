import { KeptPages } from '../../../src/infrastructure/http/broadcasts/kept-pages.js';

const page =
  (text: string, isWhole = true) =>
  () =>
    Promise.resolve({ text, isWhole });

it('makes a page once for all who ask for it at the same time, and keeps it by its revision', async () => {
  const pages = new KeptPages(1_000);
  let made = 0;
  const make = async () => {
    made += 1;
    return { text: 'one', isWhole: true };
  };
  expect(await Promise.all([1, 2, 3].map(() => pages.make('a', '1', make)))).toEqual(['one', 'one', 'one']);
  expect([made, pages.get('a')]).toEqual([1, { revision: '1', text: 'one' }]);
  await pages.make('a', '2', page('two'));
  expect(pages.get('a')).toEqual({ revision: '2', text: 'two' });
  pages.delete('a');
  expect(pages.get('a')).toBeUndefined();
});

it('keeps so many characters at most, those that were asked for lately, and nothing that was cut off', async () => {
  const pages = new KeptPages(40);
  const keeps = () => ['a', 'b', 'c', 'd', 'e'].filter((token) => pages.get(token) !== undefined);
  for (const token of ['a', 'b', 'c', 'd']) await pages.make(token, '1', page('x'.repeat(10)));
  expect(keeps()).toEqual(['a', 'b', 'c', 'd']);
  pages.get('a');
  await pages.make('e', '1', page('x'.repeat(10)));
  expect(keeps()).toEqual(['a', 'c', 'd', 'e']);
  await pages.make('c', '2', page('x'));
  await pages.make('f', '1', page('x'.repeat(11)));
  await pages.make('g', '1', page('x', false));
  expect([pages.get('f'), pages.get('g'), keeps()]).toEqual([undefined, undefined, ['a', 'c', 'd', 'e']]);
});

it('forgets what failed', async () => {
  const pages = new KeptPages();
  await expect(pages.make('a', '1', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await pages.make('a', '1', page('yes'))).toBe('yes');
});
