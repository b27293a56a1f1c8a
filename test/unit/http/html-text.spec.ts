import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ContentThreads } from '../../../src/infrastructure/http/content-reading/content-threads.js';
import { HtmlText } from '../../../src/infrastructure/http/content-reading/html-text.js';
import { pageHeadOf } from '../../../src/infrastructure/html/page-head.js';
import { findPlaces } from '../../../src/infrastructure/html/find-places.js';
import { fakeTimeouts } from '../../support/fake-timeouts.js';
import { stripTags } from '../../../src/infrastructure/html/text/strip-tags.js';

describe('the text of an html mail', () => {
  const warnings: string[] = [];
  let threads: ContentThreads;
  let htmlText: HtmlText;
  let timeMs: number;
  beforeEach(() => {
    warnings.length = 0;
    timeMs = 0;
    const silent = () => {};
    const warn = (_fields: object, message: string) => warnings.push(message);
    // The edge uses one of pino's signatures: an object and a message.
    // However busy the machine is, no team has used up its share, and nothing takes too long.
    const clock = { now: () => timeMs, threadTime: () => timeMs };
    threads = new ContentThreads({ logger: { info: silent, warn, error: silent } as never, clock });
    htmlText = new HtmlText(threads);
    fakeTimeouts();
  });
  afterEach(async () => {
    jest.useRealTimers();
    await threads.onModuleDestroy();
  });

  const paragraph = '<p>Hello <b>you</b> &amp; <a href="https://example.com/a">all</a></p>';
  const text = 'Hello you & all [https://example.com/a]';

  it('reads like a text mail', async () => {
    expect(await htmlText.derive('', 'a team')).toBe('');
    expect(await htmlText.derive(paragraph, 'a team')).toBe(text);
    expect(
      await htmlText.derive('<style>p{}</style><h1>Hi</h1><img src="x.png" alt="x"><ul><li>a<li>b</ul>', 'a team'),
    ).toBe('Hi\n\n * a\n * b');
  });

  it('leaves the preheader out', async () => {
    const hidden = '<div style="display:none;max-height:0" data-skip-in-text="true">Sale<div>&zwnj;&nbsp;</div></div>';
    expect(await htmlText.derive(`${hidden}${paragraph}`, 'a team')).toBe(text);
    expect(await htmlText.derive(hidden.replace(/ data-\S*"/, '') + paragraph, 'a team')).toBe(text);
  });

  it('is the same for a long document', async () => {
    expect(await htmlText.derive(paragraph.repeat(50), 'a team')).toBe(
      Array.from({ length: 50 }, () => text).join('\n\n'),
    );
  });

  it('comes in the order of the requests', async () => {
    const documents = Array.from({ length: 20 }, (_, i) => `<p>${i}</p>`.repeat(200));
    const derived = await Promise.all(documents.map((html) => htmlText.derive(html, 'a team')));
    expect(derived.map((each) => each.split('\n')[0])).toEqual(documents.map((_, i) => String(i)));
  });

  it('of a hostile document is cut short, and the ones behind it are still read', async () => {
    const hostile = htmlText.derive(`${'<b>'.repeat(300_000)}bait`, 'a team');
    // Long too, so in the same thread: only the hostile one has begun.
    const next = htmlText.derive(paragraph.repeat(1_000), 'another team');
    timeMs = 1_000;
    jest.runOnlyPendingTimers();
    expect(await hostile).toBe('bait');
    expect(await next).toContain(text);
    expect(warnings).toEqual(['html conversion took too long']);
  });

  it('and its places and head are what they are on the main thread', async () => {
    const html = `<title>T</title><a href="https://x.example/{{{A}}}">x</a>${'<p>{{{B}}}</p>'.repeat(1_000)}`;
    const { placesOf, headOf } = htmlText.of('a team');
    expect(await placesOf(html)).toEqual(findPlaces(html));
    expect(await headOf(html)).toEqual(pageHeadOf(html));
  });

  it('that takes too long to find places in is not saved', async () => {
    const hostile = htmlText.of('a team').placesOf('<b>'.repeat(300_000));
    timeMs = 1_000;
    jest.runOnlyPendingTimers();
    await expect(hostile).rejects.toMatchObject({ code: 'budget-exceeded' });
  });

  it('of one team waits for one document of another, however many that has sent', async () => {
    const slow = `${'<b>'.repeat(2_000)}bait`;
    const order: string[] = [];
    const noted = (name: string, text: Promise<string>) => text.then(() => order.push(name));
    const greedy = [1, 2, 3].map((number) => noted(`greedy ${number}`, htmlText.derive(slow, 'greedy')));
    await Promise.all([...greedy, noted('other', htmlText.derive(paragraph.repeat(50), 'other'))]);
    expect(order.indexOf('other')).toBeLessThanOrEqual(1);
  });

  it('of an owner whose teams have used up its share of the thread is what stands between the tags, for a while', async () => {
    const teamOwners = { of: async () => 'nobody', known: (teamId: string) => teamId.replace(' too', '') };
    const itsThreads = new ContentThreads({
      logger: {} as never,
      teamOwners,
      clock: { now: () => timeMs, threadTime: () => timeMs },
    });
    const hurried = new HtmlText(itsThreads);
    const long = paragraph.repeat(50);
    try {
      const first = hurried.derive(long, 'greedy');
      timeMs = 4_000;
      expect(await first).toContain(text);
      expect(await hurried.derive(long, 'greedy')).not.toContain(text);
      expect(await hurried.derive(long, 'greedy too')).not.toContain(text);
      expect(await hurried.derive(long, 'other')).toContain(text);
      timeMs = 20_000;
      expect(await hurried.derive(long, 'greedy')).toContain(text);
    } finally {
      await itsThreads.onModuleDestroy();
    }
  });

  it('of an enormous document is what stands between the tags of its beginning', async () => {
    const derived = await htmlText.derive(`<title>no</title>${'<p>word</p>'.repeat(200_000)}`, 'a team');
    expect(derived).toMatch(/^(?:word )+\w+$/);
    // The first million characters hold 90,907 whole paragraphs, and the letters of one more.
    expect(derived.split(' ').length).toBe(90_908);
  });
});

describe('stripping tags', () => {
  it.each([
    ['a<br>b', 'a b'],
    ['<p title="x">a</p>\n\n<p>b</p>', 'a b'],
    ['a &lt;b&gt; &amp;amp; &quot;c&quot;&nbsp;&#39;d&#39;', 'a <b> &amp; "c" \'d\''],
    ['<STYLE>p { }</style>a<script>x > 1; "</p>"</script >b', 'a b'],
    ['a<!-- <p>b</p> -->c', 'a c'],
    ['a<b', 'a'],
    ['<!-- a', ''],
    ['<script>a', ''],
  ])('%s', (html, text) => {
    expect(stripTags(html)).toBe(text);
  });

  it.each(['<', '<b>', '<!--', '<script>', '</script', '<a <'])(
    'leaves nothing of %s, however often it stands there',
    (piece) => {
      expect(stripTags(piece.repeat(300_000))).toBe('');
    },
  );
});
