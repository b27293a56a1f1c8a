import { type Parts, type Props, type PropValue, templated } from '../../../src/programs/cli/templates/substitution.js';

const escaped = (value: unknown): string =>
  String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/** As React Email renders one element: props are escaped in html, and headings are capitals in the text. */
function rendering(html: (props: Record<string, PropValue>) => string, text = html) {
  return async (props: Props): Promise<Parts> => {
    const safe = Object.fromEntries(
      Object.entries(props).map(([name, value]) => [name, typeof value === 'string' ? escaped(value) : value]),
    );
    return { html: html(safe), text: text({ ...props }), subject: '' };
  };
}
const numbers = (value: PropValue | undefined): number => value as number;
const texts = (value: PropValue | undefined): string => String(value);

describe('a component as a template', () => {
  it('has a placeholder for each prop, in all parts', async () => {
    const { parts, problems } = await templated({ name: 'Ada', order: 42 }, async ({ name, order }) => ({
      html: `<h1>Hi <!-- -->${escaped(name)}</h1><a href="https://example.com/${order}?q=${escaped(encodeURIComponent(texts(name)))}">x</a>`,
      text: `HI ${texts(name).toUpperCase()}`,
      subject: `Order ${order}`,
    }));
    expect(problems).toEqual([]);
    expect(parts).toEqual({
      html: '<h1>Hi <!-- -->{{{name}}}</h1><a href="https://example.com/{{{order}}}?q={{{name}}}">x</a>',
      text: 'HI {{{name}}}',
      subject: 'Order {{{order}}}',
    });
  });

  it.each<[string, Record<string, PropValue>, (props: Record<string, PropValue>) => string]>([
    ['a condition on a text', { it: 'Ada' }, ({ it }) => (it === '' ? '' : `Hi ${it}`)],
    ['a choice by a text', { it: 'pro' }, ({ it }) => (it === 'pro' ? 'Pro' : 'Free')],
    ['a plural', { it: 5 }, ({ it }) => `${it} ${it === 1 ? 'item' : 'items'}`],
    ['digits in groups, though the preview has none', { it: 5 }, ({ it }) => numbers(it).toLocaleString('en')],
    ['two decimals', { it: 5 }, ({ it }) => numbers(it).toFixed(2)],
    ['a sum', { it: 5 }, ({ it }) => String(numbers(it) + 1)],
    ['a part of a text', { it: 'Ada Lovelace' }, ({ it }) => texts(it).slice(0, 3)],
  ])('refuses %s, by the name of the prop', async (_what, preview, html) => {
    const { problems } = await templated({ other: 'x', ...preview }, rendering(html));
    expect(problems).toEqual([expect.stringMatching(/^`it` is not only written: with /)]);
  });

  it('refuses html that a value brings', async () => {
    const render = async ({ it }: Props): Promise<Parts> => ({ html: texts(it), text: '', subject: '' });
    expect((await templated({ it: 'x' }, render)).problems).toHaveLength(1);
  });

  it('takes an address that is left out where it is empty, and a preview text with its filling', async () => {
    const filled = ({ it, url }: Record<string, PropValue>) =>
      `<div>${it}${'\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'.repeat(99 - texts(it).length)}</div>${url === '' ? '<img>' : `<img src="${url}">`}`;
    const { problems } = await templated(
      { it: 'Hi', url: 'https://example.com/a.png' },
      rendering(filled, () => ''),
    );
    expect(problems).toEqual([]);
  });
});
