import { jest } from '@jest/globals';
import { ContentThreads } from '../../../src/infrastructure/http/content-reading/content-threads.js';
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
    const reading = new ContentThreads({ logger: { info: silent, warn: silent, error: silent } as never });
    try {
      // What has no end meets the time limit of the test: the clock says nothing on a busy machine.
      await reading.run('content', { html }, 'team');
      // The next one is read all the same, however slow the machine is.
      fakeTimeouts();
      expect(await reading.run('content', { html: '<p>Hello' }, 'another')).toMatchObject({ opening: 'Hello' });
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

  it('reads what is for some people without the marks around it', () => {
    const some = '<p>Hello</p>{{{#if contact.city eq Köln}}}<p>{{{FIRST_NAME|you}}} in Köln</p>{{{/if}}}<p>Bye</p>';
    expect(readContent(some).opening).toBe('Hello you in Köln Bye');
  });

  it('takes what comes before a declaration for what others fall back to', () => {
    const keys = (css: string) => readContent(`<p style="${css}">`).uses.map(({ key }) => key);
    expect(keys('width:9px;width:calc(9px)')).not.toContain('function:calc');
    expect(keys('width:calc(9px)')).toContain('function:calc');
    const guarded = readContent('<style>@supports (gap:1px) { a { gap: 1px } }</style>').uses;
    expect(guarded.map(({ key }) => key)).not.toContain('property:gap');
  });

  it.each([
    ['a link with words', '<a href="{{{U}}}">Leave</a>', true],
    ['a link with a picture', '<a href="{{{U}}}"><b><img src="x.png" alt="Leave"></b></a>', true],
    ['a part of a picture', '<map><area href="{{{U}}}"></map>', true],
    ['a longer address', '<a href="{{{U|https://example.com}}}?a=b">Leave</a>', true],
    ['text', '<p>To leave: {{{U}}}</p>', true],
    ['a link that only Outlook hides', '<!--[if !mso]><!--><a href="{{{U}}}">Leave</a><!--<![endif]-->', true],
    ['a comment', '<!-- <a href="{{{U}}}">Leave</a> -->', false],
    ['a comment for Outlook', '<!--[if mso]><a href="{{{U}}}">Leave</a><![endif]-->', false],
    ['a title', '<title>{{{U}}}</title>', false],
    ['a hidden element', '<div style="display:none"><a href="{{{U}}}">Leave</a></div>', false],
    ['a hidden link', '<a hidden href="{{{U}}}">Leave</a>', false],
    ['a link without words', '<a href="{{{U}}}"> &nbsp;&zwnj;</a>', false],
    ['a link of hidden words', '<a href="{{{U}}}"><i style="display: none">Leave</i></a>', false],
    ['a link of a pixel', '<a href="{{{U}}}"><img src="x.png" width="1" height="1"></a>', false],
    ['the address of a picture', '<img src="{{{U}}}" alt="Leave">', false],
    ['another attribute', '<a href="https://example.com" data-url="{{{U}}}" title="{{{U}}}">Leave</a>', false],
    ['a template', '<template><a href="{{{U}}}">Leave</a></template>', false],
    ['a style sheet', '<style>a { background: url({{{U}}}) }</style>', false],
  ])('knows whether a reader gets to a merge tag in %s', (_where, html, isReachable) => {
    expect(readContent(`<p>Hello</p>${html}`).reachableTags).toEqual(isReachable ? ['U'] : []);
  });
});
