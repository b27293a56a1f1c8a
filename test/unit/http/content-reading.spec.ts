import { ContentReading } from '../../../src/infrastructure/http/content-reading/content-reading.js';
import { readContent } from '../../../src/infrastructure/http/content-reading/read-content.js';

const silent = () => undefined;
const million = 1_000_000;

describe('the reading of a content', () => {
  it.each([
    ['css that is broken everywhere', `<style>a{${'x;'.repeat(million / 2)}}</style>`],
    ['css without an end', `<style>${'a{'.repeat(million / 2)}</style>`],
    ['parentheses without an end', `<p style="width:${'('.repeat(million)}">`],
    ['brackets without an end', `<style>${'a['.repeat(million / 2)}</style>`],
    ['comments without an end', `<style>${'/*'.repeat(million / 2)}</style>`],
    ['as many styles as there is room for', '<p style="color:red;x">'.repeat(40_000)],
    ['elements in elements', '<b><table>'.repeat(million / 10)],
  ])('ends in time where there are %s', async (_what, html) => {
    const reading = new ContentReading({ logger: { info: silent, warn: silent, error: silent } as never });
    try {
      const started = Date.now();
      await reading.read(html, 'team');
      expect(Date.now() - started).toBeLessThan(10_000);
      // The next one is read all the same.
      expect(await reading.read('<p>Hello', 'another')).toMatchObject({ opening: 'Hello' });
    } finally {
      await reading.onModuleDestroy();
    }
  });

  it('knows what is hidden before everything that is shown', () => {
    const filled = '<div style="display:none">Sale &zwnj;&nbsp;&#847;<i> now</i></div><p>Hello</p><p hidden>Later</p>';
    expect(readContent(filled)).toMatchObject({ preheader: 'Sale now', opening: 'Hello' });
    expect(readContent('<p>Hello</p><p hidden>Later</p>').preheader).toBeNull();
  });

  it('takes what comes before a declaration for what others fall back to', () => {
    const keys = (css: string) => readContent(`<p style="${css}">`).uses.map(({ key }) => key);
    expect(keys('width:9px;width:calc(9px)')).not.toContain('function:calc');
    expect(keys('width:calc(9px)')).toContain('function:calc');
    const guarded = readContent('<style>@supports (gap:1px) { a { gap: 1px } }</style>').uses;
    expect(guarded.map(({ key }) => key)).not.toContain('property:gap');
  });
});
