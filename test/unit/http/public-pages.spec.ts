import { archiveFeed, archivePage, publicMail } from '../../../src/infrastructure/http/broadcasts/public-pages.js';
import { safeHtml } from '../../../src/infrastructure/html/safe/safe-html.js';

const archive = {
  name: 'News & more',
  description: null,
  broadcasts: [
    { token: 'abc', subject: '<b>1 & 2\u0007</b>', previewText: 'A "preview"', sentAt: '2026-11-26T10:00:00.000Z' },
  ],
};
const linkOf = (token: string) => `https://mail.example.com/public/broadcasts/${token}`;
const url = 'https://mail.example.com/public/topics/xyz';

describe('public pages', () => {
  it('lead where the links of the email lead, and nowhere else', () => {
    const html =
      '<html><head></head><body><a href="https://a.example/?a=1&amp;b=2" onclick="x">a</a><a href="javascript:x">b</a></body></html>';
    const page = publicMail('A & B', safeHtml(html, { remote: true, links: true }), null);
    expect(page).toContain('<a href="https://a.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">a</a><a>b</a>');
    expect(page).toContain('<title>A &amp; B</title>');
    expect(page).not.toMatch(/onclick|javascript/);
    // A frame of the dashboard asks no host for anything.
    expect(safeHtml(html)).not.toContain('href');
    expect(publicMail('A', null, 'a < b')).toContain('<pre>a &lt; b</pre>');
  });

  it('name what is public in html and in RSS, each escaped', () => {
    const page = archivePage(archive, url, linkOf);
    expect(page).toContain(`<a href="${linkOf('abc')}">&lt;b&gt;1 &amp; 2`);
    expect(page).toContain(`href="${url}/feed.xml"`);
    const feed = archiveFeed(archive, url, linkOf);
    expect(feed).toContain('<title>News &amp; more</title>');
    expect(feed).toContain('<item><title>&lt;b&gt;1 &amp; 2&lt;/b&gt;</title>');
    expect(feed).toContain('<pubDate>Thu, 26 Nov 2026 10:00:00 GMT</pubDate>');
    expect(feed).not.toContain('\u0007');
  });
});
