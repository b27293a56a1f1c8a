import { mostLinkCharacters, trackedBody } from '../../../src/application/tracking/track-body.js';
import { readToken } from '../../../src/application/tracking/track-token.js';
import { kidOf } from '../../../src/domain/shared/personal.js';
import { trackingSealer } from '../../../src/infrastructure/crypto/tracking-sealer.js';
import { linksIn } from '../../../src/infrastructure/html/read-links.js';
import { trackHtml } from '../../../src/infrastructure/tracking/tracked-html.js';
import { idAt } from '../../support/recorded-events.js';

const host = 'links.example.com';
const key = Buffer.alloc(32, 1);
const kid = kidOf(idAt(1), 0);
const tracking = {
  keys: { get: async () => key },
  sealer: trackingSealer,
  html: trackHtml,
  links: linksIn,
  originOf: (name: string) => `https://${name}`,
  isOwn: (target: string) => target.startsWith('https://leave.test/'),
};

/** What each link of the html became: its number and where it leads, or the link itself. */
async function linksOf(
  html: string,
  frame?: { readonly html: string; readonly cuts: readonly { readonly start: number; readonly end: number }[] },
  links: typeof linksIn = linksIn,
) {
  const accepted = {
    tracking: { opens: false, clicks: true, host },
    recipients: [],
    body: { blobId: idAt(2), kid, sizeBytes: 1, digest: '' },
  };
  const mail = { emailId: idAt(3), teamId: idAt(4), accepted, recipient: null, frame };
  const made = await trackedBody(
    { tracking: { ...tracking, links } },
    new Map([[kid, { state: 'present', key }]]),
    mail,
    { html },
  );
  return linksIn(made.html ?? '').map(({ href: url = '' }) => {
    const [, token] = /^https:\/\/links\.example\.com\/t\/(.*)$/.exec(url) ?? [];
    if (token === undefined) return url;
    expect(url.length).toBeLessThanOrEqual(mostLinkCharacters);
    const { link, target } = readToken(trackingSealer, key, host, token)?.click ?? {};
    return [link, target];
  });
}

const longUrl = (characters: number): string => `https://a.test/?q=`.padEnd(characters, 'x');

it('tracks links up to where their tracked form would be cut off, and leaves longer ones as they are', async () => {
  const urls = [30, 685, 690, 1_000, 1_300, 1_414, 1_415, 1_500, 2_000, 20_000].map(longUrl);
  const made = await linksOf(urls.map((url) => `<a href="${url}">x</a>`).join(''));
  expect(made).toEqual(urls.map((url, number) => (url.length <= 1_414 ? [number, url] : url)));
});

it.each([
  ['all values', { site: 'https://own.test/', mail: 'ann@a.test' }, [0, 1, 2]],
  ['a link without a value', { site: '', mail: '' }, [1, 2]],
  ['a link that became too long', { site: longUrl(1_800), mail: '' }, [1, 2]],
  ['a link of another kind', { site: 'tel:+123', mail: '' }, [1, 2]],
  ['a link to this server', { site: 'https://leave.test/x', mail: '' }, [1, 2]],
])('gives links of a template the same numbers in every email: %s', async (_, { site, mail }, numbers) => {
  const frame = {
    html: '<a href="{{{contact.site}}}">1</a><a href="{{{UNSUBSCRIBE_URL}}}">-</a><a href="https://a.test/?m={{{EMAIL}}}">2</a><a href="https://a.test/3">3</a>',
    cuts: [],
  };
  const html = frame.html
    .replace('{{{contact.site}}}', site)
    .replace('{{{UNSUBSCRIBE_URL}}}', 'https://leave.test/y')
    .replace('{{{EMAIL}}}', encodeURIComponent(mail));
  const made = await linksOf(html, frame);
  expect(made.flatMap((each) => (typeof each === 'string' ? [] : [each[0]]))).toEqual(numbers);
});

it('gives links the same numbers where an email leaves out a part of the content', async () => {
  const parts = [
    '<a href="https://a.test/1">1</a>',
    '<a href="https://a.test/2">2</a>',
    '<a href="https://a.test/3">3</a>',
  ];
  const html = parts.join('');
  const [start, end] = [parts[0]?.length ?? 0, (parts[0]?.length ?? 0) + (parts[1]?.length ?? 0)];
  const made = await linksOf(html.slice(0, start) + html.slice(end), { html, cuts: [{ start, end }] });
  expect(made).toEqual([
    [0, 'https://a.test/1'],
    [2, 'https://a.test/3'],
  ]);
});

it('reads a content once, however many parts an email leaves out', async () => {
  const parts = Array.from({ length: 400 }, (_, index) => `<a href="https://a.test/${index}">x</a>`);
  const starts = parts.map((_, index) => parts.slice(0, index).join('').length);
  const html = parts.join('');
  const cuts = starts.flatMap((start, index) =>
    index % 2 === 0 ? [] : [{ start, end: start + (parts[index]?.length ?? 0) }],
  );
  const shown = parts.filter((_, index) => index % 2 === 0).join('');
  let characters = 0;
  const made = await linksOf(shown, { html, cuts }, (text) => {
    characters += text.length;
    return linksIn(text);
  });
  expect(made).toEqual(Array.from({ length: 200 }, (_, index) => [2 * index, `https://a.test/${2 * index}`]));
  expect(characters).toBe(html.length);
});

it('tracks 5,000 links of an email, and leaves those behind them as they are', async () => {
  const made = await linksOf('<a href="https://a.test/">x</a>'.repeat(5_002));
  expect(made.slice(4_999)).toEqual([[4_999, 'https://a.test/'], 'https://a.test/', 'https://a.test/']);
});

it('tracks html of up to 1 MiB, and leaves a larger one as it is', async () => {
  const link = '<a href="https://a.test/">x</a>';
  const [most, more] = [link.padEnd(1_048_576, 'x'), link.padEnd(1_048_577, 'x')];
  expect(await linksOf(most)).toEqual([[0, 'https://a.test/']]);
  expect(await linksOf(more)).toEqual(['https://a.test/']);
});
