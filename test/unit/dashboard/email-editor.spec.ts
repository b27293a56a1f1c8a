import {
  blocksOf,
  documentIn,
  documentOf,
  hasWayOut,
} from '../../../dashboard/src/rooms/broadcasts/editor/email/document.js';
import { defaultStyles } from '../../../dashboard/src/rooms/broadcasts/editor/email/styles.js';
import { toEmail } from '../../../dashboard/src/rooms/broadcasts/editor/email/to-email.js';
import { iconFor } from '../../../dashboard/src/rooms/broadcasts/editor/panels/networks.js';
import { readDocument } from '../../../src/application/broadcast/written-document.js';
import { socialIcon } from '../../../src/application/image/social-icons.js';
import { contentFindings } from '../../../src/domain/template/check/rules.js';
import { findPlaces } from '../../../src/infrastructure/html/find-places.js';
import { unsafeHtml } from '../../../src/domain/template/check/unsafe-html.js';
import { readContent } from '../../../src/infrastructure/http/content-reading/read-content.js';
import { broadcastDocuments } from './broadcast-documents.js';
import { emailDocuments } from './email-documents.js';

type Name = keyof typeof emailDocuments;
const names = Object.keys(emailDocuments) as Name[];
const sent = (name: Name) => toEmail(emailDocuments[name]);

/** What some program ignores, and what it shows then. */
const fallbacks = [
  /<style>/, // Columns stay side by side; everything else is at its element.
  /@media/,
  /border-radius/, // Corners are square.
  /height property/, // Images have their height from their width.
  /word-break/, // An address that is wider than a phone is cut off.
];

describe('the html of ten documents', () => {
  it.each(names)('%s: works in mail programs, and can be left', (name) => {
    const { html, text } = sent(name);
    const findings = contentFindings({
      ...{ subject: 'News', html, text, variables: [], read: readContent(html) },
      senderDomains: new Set(['example.com']),
      registeredDomainOf: (host) => host.split('.').slice(-2).join('.'),
    }).filter(({ name: check, seen }) => check !== 'preheader' && !fallbacks.some((known) => known.test(seen)));
    // Without a fallback, a value that is missing leaves nothing: the review says so too.
    expect(findings.filter(({ name: check }) => check !== 'unknown-variables')).toEqual([]);
    expect(html).not.toMatch(/display:(flex|grid)|position:|javascript:|undefined|\[object/);
    expect(html).toContain('<a href="{{{RESEND_UNSUBSCRIBE_URL}}}"');
    expect(text).toContain('Unsubscribe [{{{RESEND_UNSUBSCRIBE_URL}}}]');
  });

  it('is the same for what was saved and read again', () => {
    for (const name of names) {
      const again = documentIn(JSON.parse(JSON.stringify(emailDocuments[name])));
      expect(again && toEmail(again).html).toBe(sent(name).html);
    }
  });
});

describe('a document', () => {
  it('has merge tags where the server finds them, also in links, and no braces in a fallback', () => {
    const { html, text } = sent('tags');
    const tag = { name: 'contact.plan', fallback: '"free"  plan' };
    expect(findPlaces(html).places).toMatchObject([
      { ...tag, kind: 'text' },
      { name: 'LAST_NAME', fallback: null },
      { name: 'contact.account_url', fallback: 'https://example.com', kind: 'link' },
      { name: 'RESEND_UNSUBSCRIBE_URL', kind: 'link' },
    ]);
    expect(text).toContain('{{{contact.plan|"free"  plan}}} {{{LAST_NAME}}}');
  });

  it('escapes what is typed, and leads nowhere that runs code', () => {
    expect(sent('newsletter').html).toContain('<em><strong>new</strong></em> &amp; what is &lt;old&gt;.');
    expect(sent('links').html).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"');
    expect(sent('links').html).toContain('>not a link</p>');
  });

  it('has columns of equal width, which a phone shows below one another', () => {
    const { html } = sent('columns');
    expect(html.match(/class="column" width="25%"/g)).toHaveLength(4);
    expect(html).toContain('width="129"'); // Half of a column of 258 px.
    expect(html).toContain('.column{display:block!important');
  });

  it('reads as text in its order, with lists, quotes and addresses', () => {
    expect(sent('lists').text).toMatch(/^- First\n {2}- Inner\n- Second\n\n3\. Third\n4\. Fourth\n\n-{40}\nYou/);
    expect(sent('quotes').text).toMatch(/^> Be conservative in what you send\.\n>\n> Jon Postel\n/);
    expect(sent('newsletter').text).toMatch(/\n\nRead more \[https:\/\/example\.com\/news\]\n/);
    expect(sent('html').text).toMatch(/^Own html\n\nafter\n/);
  });

  it('is read from the right where its first letter is, with lists and quotes on that side', () => {
    const { html } = toEmail(broadcastDocuments.get('right-to-left')!);
    expect(html).toMatch(/<h1 dir="rtl" style="[^"]*text-align:right">/);
    expect(html).toMatch(/<ul dir="rtl" style="[^"]*padding:0 24px 0 0;/);
    expect(html).toMatch(/<td style="border-right:3px solid #1b4d84;/);
    expect(html).toMatch(/<p style="[^"]*line-height:1.6">And one line of English/);
  });

  it('is sent without the empty line that is there to be typed in', () => {
    const { html, text } = sent('letter');
    expect(html).not.toContain('>&nbsp;</p>');
    expect(text).toMatch(/being here\.\n\n-{40}/);
  });

  it('has dark text on light buttons, whatever its colors are', () => {
    expect(sent('dark').html).toMatch(/bgcolor="#f5b83d".*color:#000000/);
    expect(sent('letter').html).not.toContain('bgcolor="#f5b83d"');
  });

  it.each([
    ['de', '<html lang="de">'],
    ['pt-BR', '<html lang="pt-BR">'],
    ['ar', '<html lang="ar" dir="rtl">'],
    ['"><script>', '<html lang="en">'],
    [undefined, '<html lang="en">'],
  ])('is in the language that it says: %s', (language, expected) => {
    const again = documentIn({ ...emailDocuments.letter, style: { language } });
    expect(again && toEmail(again).html).toContain(expected);
  });

  it('is read only where it is ours, and as far as its styles are sound', () => {
    const content = blocksOf(emailDocuments.letter);
    expect(documentIn(null)).toBeUndefined();
    expect(documentIn({ ...emailDocuments.letter, version: 2 })).toBeUndefined();
    expect(documentIn({ ...emailDocuments.letter, style: { brand: 'red;}', width: 9_999, font: 'x' } })).toEqual(
      documentOf({ ...defaultStyles, width: 720 }, content),
    );
    expect(hasWayOut(content)).toBe(true);
    expect(hasWayOut(content.slice(0, 2))).toBe(false);
  });
});

describe('the icon of a link', () => {
  it.each([
    ['https://www.linkedin.com/company/acme', '', 'linkedin'],
    ['https://twitter.com/acme', '', 'x'],
    ['https://example.com/x.com', '', 'website'],
    ['https://notx.com', '', 'website'],
    ['https://www.pinterest.co.uk/acme', '', 'pinterest'],
    ['https://social.example/@acme', '', 'mastodon'],
    ['https://youtube.com/@acme', '', 'youtube'],
    ['mailto:news@example.com', '', 'mail'],
    ['https://example.com/feed.xml', 'Our feed', 'rss'],
    ['', 'LinkedIn', undefined],
  ])('of %s %s is %s', (url, name, icon) => {
    expect(iconFor(url, name)).toBe(icon);
    if (icon !== undefined) expect(socialIcon(`social-${icon}.png`)).toBeDefined();
  });
});

describe('the server', () => {
  it.each(names)('takes %s as it is saved', (name) => {
    expect(unsafeHtml(readContent(sent(name).html))).toBeUndefined();
    const answer = readDocument(JSON.parse(JSON.stringify(emailDocuments[name])));
    // The editor keeps no such address: its field says that it is none.
    if (name === 'links') expect(answer).toHaveProperty('problem', expect.stringContaining('http, https, mailto'));
    else if (name === 'unknown') expect(answer).toHaveProperty('problem', expect.stringContaining('unknown type'));
    else expect(answer).toHaveProperty('document');
  });
});
