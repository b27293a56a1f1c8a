import { jest } from '@jest/globals';
import { ContentReading } from '../../../src/infrastructure/http/content-reading/content-reading.js';
import { fakeTimeouts } from '../../support/fake-timeouts.js';
import { size } from '../../support/properties.js';
import { readContent } from '../../../src/infrastructure/http/content-reading/read-content.js';

const silent = () => undefined;
const large = size(1_000_000);

describe('the reading of a content', () => {
  it.each([
    ['css that is broken everywhere', `<style>a{${'x;'.repeat(large / 2)}}</style>`],
    // It is cut off: a quarter of it might not be.
    ['css without an end', `<style>${'a{'.repeat(500_000)}</style>`],
    ['parentheses without an end', `<p style="width:${'('.repeat(large)}">`],
    ['brackets without an end', `<style>${'a['.repeat(large / 2)}</style>`],
    ['comments without an end', `<style>${'/*'.repeat(large / 2)}</style>`],
    ['as many styles as there is room for', '<p style="color:red;x">'.repeat(size(40_000))],
    ['elements in elements', '<b><table>'.repeat(large / 10)],
  ])('ends in time where there are %s', async (_what, html) => {
    const reading = new ContentReading({ logger: { info: silent, warn: silent, error: silent } as never });
    try {
      // What has no end meets the time limit of the test: the clock says nothing on a busy machine.
      await reading.read(html, 'team');
      // The next one is read all the same, however slow the machine is.
      fakeTimeouts();
      expect(await reading.read('<p>Hello', 'another')).toMatchObject({ opening: 'Hello' });
    } finally {
      jest.useRealTimers();
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
