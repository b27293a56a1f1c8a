import { brand } from '../../../src/domain/brand/brand.js';
import type { FormDescription } from '../../../src/domain/form/form.js';
import { confirmationWriter } from '../../../src/infrastructure/http/forms/confirmation-email.js';
import { confirmedPage, joinedPage, joinPage } from '../../../src/infrastructure/http/forms/join-pages.js';
import { lookOf, usualSettings } from '../../../src/infrastructure/http/unsubscribe/page.js';

const publicUrl = 'https://mail.example.com';
const page = (
  said: Partial<typeof brand.initial.settings>,
  settings = usualSettings,
  texts: FormDescription['texts'] = {},
) =>
  joinPage(
    { ...lookOf({ settings, brand: { ...brand.initial.settings, ...said } }, publicUrl), language: 'en' },
    { form: { id: 'f', redirectUrl: null, texts }, topics: [{ name: 'News' }], formToken: 'token' },
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

  it('of a form has its words before those of all pages, and says thanks once the person is subscribed', () => {
    const own = { title: 'The <workshop>', text: 'One letter a month.', button: 'Sign me up', thanks: 'Welcome!' };
    const form = { id: 'f', redirectUrl: null, texts: { en: own } };
    const settings = { ...usualSettings, texts: { en: { title: 'Your emails', text: 'Goodbye.' } } };
    const { html } = page({}, settings, { en: own });
    expect(html).toContain('<h1 dir="auto">The &lt;workshop&gt;</h1>');
    expect(html).toContain('<p class="own" dir="auto">One letter a month.</p>');
    expect(html).toContain('<button type="submit">Sign me up</button>');
    expect(html).not.toMatch(/Your emails|Goodbye/);
    expect(page({}, settings, { de: own }).html).toContain('Your emails');

    const frame = { settings: usualSettings, language: 'fr' } as const;
    const said = (asksConfirmation: boolean) => joinedPage(frame, { form }, 'ada@example.com', asksConfirmation).html;
    expect(said(false)).toContain('<p class="ask" role="status">Welcome!</p>');
    expect(said(true)).not.toContain('Welcome!');
    const shown = { form, topics: [{ name: 'News' }], address: 'ada@example.com', sender: '' };
    expect(confirmedPage(frame, shown).html).toContain('Welcome!');
  });
});

describe('the email that asks for a confirmation', () => {
  const write = (said: Partial<typeof brand.initial.settings>) =>
    confirmationWriter.write({
      topics: ['A & B'],
      language: 'de',
      brand: { ...brand.initial.settings, ...said },
      link: `${publicUrl}/confirm/token`,
      linkLifeDays: 7,
    });

  it('looks as the brand says, and has the postal address in the text too', () => {
    const { html, text, subject } = write({
      ...{ color: '#fde047', textColor: '#222222', surfaceColor: '#fffbeb', groundColor: '#fef3c7' },
      ...{ font: 'georgia', radiusPx: 2, footerAddress: 'Example <b>\nLondon' },
      ...{ logoUrl: 'https://www.example.com/logo.png', logoAlt: 'The "shop"', logoWidthPx: 120 },
    });
    expect(html).toContain('<html lang="de">');
    expect(html).toContain(`<title>${subject}</title>`);
    expect(html).toContain('<img src="https://www.example.com/logo.png" alt="The &quot;shop&quot;" width="120"');
    expect(html).toContain('bgcolor="#fde047" style="border-radius:2px;background:#fde047;');
    expect(html).toContain(`<a href="${publicUrl}/confirm/token" style="display:inline-block;padding:12px 28px;`);
    expect(html).toContain("background:#fffbeb;color:#222222;font:16px/1.5 Georgia,'Times New Roman',serif");
    expect(html).toContain('„A &amp; B“');
    expect(html).toContain('Example &lt;b&gt;<br>London');
    expect(text).toContain('„A & B“');
    expect(text).toMatch(/\n\nhttps:\/\/mail\.example\.com\/confirm\/token\n\n[^]*\n\nExample <b>\nLondon\n\n$/);
  });

  it('looks as the pages do where the team has no brand', () => {
    const { html } = write({});
    expect(html).toContain('background:#1d4ed8');
    expect(html).not.toContain('<img');
  });
});
