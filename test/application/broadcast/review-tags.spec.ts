import {
  emptyContent,
  lacksValue,
  namesWithoutFallback,
  unknownPerson,
} from '../../../src/application/broadcast/broadcast-content.js';
import { ofAudience } from '../../../src/application/broadcast/review-audience.js';
import { ofForeignTags, ofLackedValues, ofLongLinks } from '../../../src/application/broadcast/review-tags.js';
import { findPlaces } from '../../../src/infrastructure/html/find-places.js';

it('names tags of other services with their place, and what is derived once', () => {
  const html = '<p>Hello *|FNAME|*</p>\n<a href="{{ unsubscribe }}">x</a>';
  const content = {
    ...emptyContent,
    subject: 'Hi %FIRSTNAME%',
    previewText: '{$name}',
    html,
    text: 'Hello *|FNAME|*, [FNAME]',
  };
  const named = (isTextDerived: boolean) =>
    ofForeignTags({ ...content, isTextDerived }).map(({ seen, place, blocks }) => [
      seen.split('`')[1],
      place?.part,
      place?.line,
      blocks,
    ]);
  const ofHtml = [
    ['%FIRSTNAME%', 'subject', 1, false],
    ['{$name}', 'preview_text', 1, false],
    ['*|FNAME|*', 'html', 1, false],
    ['{{ unsubscribe }}', 'html', 2, false],
  ];
  expect(named(true)).toEqual(ofHtml);
  expect(named(false)).toEqual([...ofHtml, ['[FNAME]', 'text', 1, false]]);
});

it('counts whom a tag without a fallback leaves a hole for', () => {
  const html =
    '{{{FIRST_NAME|you}}} {{{LAST_NAME}}} {{{contact.plan}}} {{{contact.city}}} {{{contact.city|here}}} {{{RESEND_UNSUBSCRIBE_URL}}}';
  const content = { ...emptyContent, subject: '{{{contact.shop}}}', html, ...findPlaces(html) };
  const fallbacks = new Map([
    ['plan', 'free'],
    ['city', 'Rome'],
  ]);
  expect(namesWithoutFallback(content, fallbacks)).toEqual(['contact.shop', 'LAST_NAME', 'contact.city']);
  const ann = { ...unknownPerson, email: 'ann@one.test', lastName: '', properties: { shop: 0 } };
  expect(['LAST_NAME', 'EMAIL', 'contact.shop', 'contact.city'].map((name) => lacksValue(name, ann))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  const seen = (isExact: boolean) =>
    ofLackedValues(
      new Map([
        ['A', 0],
        ['B', 1],
        ['C', 12],
      ]),
      isExact,
    ).map((each) => each.seen);
  expect(seen(true)).toEqual([
    '`{{{B}}}` has no fallback, and 1 person has no value for it.',
    '`{{{C}}}` has no fallback, and 12 people have no value for it.',
  ]);
  expect(seen(false)[0]).toContain('at least 1 person');
});

it.each([
  [1_400, 'https://links.example.com', false],
  [1_420, 'https://links.example.com', true],
  [1_420, undefined, false],
  [2_000, undefined, false],
  [2_001, undefined, true],
])('tells of links that are too long: %i characters, tracked at %s', (characters, trackedAt, isTold) => {
  const spot = { line: 1, column: 1 };
  const url = 'https://a.test/?q='.padEnd(characters, 'x');
  expect(
    ofLongLinks(
      [
        { url, spot },
        { url, spot },
      ],
      trackedAt,
    ),
  ).toHaveLength(isTold ? 1 : 0);
});

it('measures links without what merge tags add, and each once', () => {
  const spot = { line: 1, column: 1 };
  const tagged = `${'https://a.test/?q='.padEnd(1_990, 'x')}{{{contact.a_long_name_of_a_property}}}`;
  expect(ofLongLinks([{ url: tagged, spot }], undefined)).toEqual([]);
  expect(ofLongLinks([{ url: `mailto:${'x'.repeat(3_000)}`, spot }], undefined)).toEqual([]);
});

const nowMs = Date.parse('2026-11-28T12:00:00Z');
const old = '2026-01-01T00:00:00Z';
it.each([
  ['empty', { counted: 0 }, old, 'empty-segment'],
  ['skipped altogether', { counted: 3, skipped: { unsubscribed: 2, suppressed: 1 } }, old, 'empty-audience'],
  ['as it was', { counted: 100, joined: 0 }, old, undefined],
  ['grown by half', { counted: 150, joined: 50 }, old, undefined],
  ['grown by more', { counted: 151, joined: 51 }, old, 'grown-segment'],
  ['empty until today', { counted: 10, joined: 10 }, old, 'grown-segment'],
  ['made today', { counted: 10, joined: 10 }, '2026-11-28T11:00:00Z', undefined],
  ['not counted to its end', { counted: 10, joined: 10, isExact: false }, old, undefined],
])('tells of a segment that is %s', (_, count, createdAt, name) => {
  const audience = { skipped: {}, joined: 0, lacked: new Map(), shownTo: new Map(), isExact: true, ...count };
  expect(ofAudience(audience, createdAt, nowMs).map((each) => each.name)).toEqual(name === undefined ? [] : [name]);
});
