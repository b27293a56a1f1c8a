import { brand } from '../../../src/domain/brand/brand.js';
import { joinPage } from '../../../src/infrastructure/http/forms/join-pages.js';
import { lookOf, usualSettings } from '../../../src/infrastructure/http/unsubscribe/page.js';

const publicUrl = 'https://mail.example.com';
const page = (said: Partial<typeof brand.initial.settings>, settings = usualSettings) =>
  joinPage(
    { ...lookOf({ settings, brand: { ...brand.initial.settings, ...said } }, publicUrl), language: 'en' },
    { form: { id: 'f', redirectUrl: null }, topics: [{ name: 'News' }], formToken: 'token' },
  );

describe('a page for visitors', () => {
  it('looks as the brand says: colors, font, corners, logo and postal address', () => {
    const { html, headers } = page({
      ...{ color: '#0f766e', textColor: '#222222', surfaceColor: '#fffbeb', groundColor: '#fef3c7' },
      ...{ font: 'georgia', radiusPx: 2, footerAddress: 'Example Ltd <b>\nLondon' },
      ...{ logoUrl: `${publicUrl}/images/abc_-1.png`, logoAlt: 'The "shop"', logoWidthPx: 120 },
    });
    expect(html).toContain('--accent:#0f766e;--on:#ffffff;--ground:#fef3c7;--card:#fffbeb;');
    expect(html).toContain('--text:#222222;');
    expect(html).toContain("font:16px/1.5 Georgia,'Times New Roman',serif");
    expect(html).toContain('--round:2px');
    expect(html).toContain('<img class="logo" alt="The &quot;shop&quot;" src="/images/abc_-1.png" width="120">');
    expect(html).toContain('<footer dir="auto">Example Ltd &lt;b&gt;\nLondon</footer>');
    expect(headers['content-security-policy']).toContain("img-src 'self' data:;");
  });

  it('shows no logo of another host, and its own before that of the brand', () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    for (const logoUrl of [
      'https://elsewhere.example.com/images/abc.png',
      `${publicUrl}/images/../subscribe/f`,
      `${publicUrl}/images/a"onerror="x.png`,
    ])
      expect(page({ logoUrl }).html).not.toContain('<img');
    const { html } = page({ logoUrl: `${publicUrl}/images/abc.png` }, { ...usualSettings, logo });
    expect(html).toContain(`<img class="logo" alt="" src="${logo}">`);
    expect(html).not.toContain('/images/');
  });

  it('stays readable where text and background of a brand are alike', () => {
    const { html } = page({ textColor: '#333333', surfaceColor: '#222222', color: '#fde047' });
    expect(html).toContain('--accent:#fde047;--on:#000000;');
    expect(html).toContain('--text:#ffffff;');
    // Half of this gray would not show where a field ends.
    expect(page({ textColor: '#767676' }).html).toContain('--line:#767676;');
    expect(page({}).html).toContain('--line:#8d9093;');
  });
});
