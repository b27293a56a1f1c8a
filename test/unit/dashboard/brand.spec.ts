import {
  type Brand,
  brandedDocument,
  followingBrand,
} from '../../../dashboard/src/rooms/broadcasts/editor/email/branded.js';
import { defaultStyles } from '../../../dashboard/src/rooms/broadcasts/editor/email/styles.js';
import { toEmail } from '../../../dashboard/src/rooms/broadcasts/editor/email/to-email.js';

const none: Brand = {
  ...{ object: 'brand', version: 0, color: null, text_color: null, background_color: null, ground_color: null },
  ...{ font: null, radius: null, language: null, logo_url: null, logo_alt: null, logo_width: null, social: [] },
  ...{ footer_reason: null, footer_address: null, footer_label: null },
};
const ours: Brand = {
  ...none,
  ...{ version: 3, color: '#0f766e', font: 'georgia', language: 'de', radius: 0 },
  ...{ logo_url: 'https://mail.example.com/images/logo.png', logo_alt: 'Example', logo_width: 160 },
  social: [{ name: 'LinkedIn', url: 'https://linkedin.com/company/example' }],
  ...{ footer_address: 'Example Ltd\n1 High Street', footer_label: 'Abmelden' },
};
const usual = { reason: 'You subscribed.', label: 'Unsubscribe' };
const hello = { type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] };
const iconAt = () => 'https://mail.example.com/images/social-linkedin.png';

it('makes a new email of a team without a brand as it always was', () => {
  const document = brandedDocument(none, [hello], usual, iconAt);
  expect(document.style).toEqual(defaultStyles);
  expect(document.doc.content?.map(({ type }) => type)).toEqual(['paragraph', 'footer']);
});

it('puts logo, links, footer, colors, font and language of the brand into a new email', () => {
  const { html, text, document } = toEmail(brandedDocument(ours, [hello], usual, iconAt));
  expect(document.style).toMatchObject({ brandVersion: 3, brand: '#0f766e', text: defaultStyles.text, radius: 0 });
  expect(html).toMatch(/<html lang="de">.*alt="Example" width="160".*Hello.*social-linkedin\.png.*You subscribed\./s);
  expect(text).toBe(
    `Example\n\nHello\n\nLinkedIn [https://linkedin.com/company/example]\n\n${'-'.repeat(40)}\nYou subscribed.\nExample Ltd\n1 High Street\nAbmelden [{{{RESEND_UNSUBSCRIBE_URL}}}]\n`,
  );
});

it('gives the new look to a draft that follows the brand, and to no other', () => {
  const draft = brandedDocument(ours, [hello], usual, iconAt);
  const wide = { ...draft, style: { ...draft.style, width: 700 } };
  const next = { ...ours, version: 4, color: '#7c2d12' };
  expect(followingBrand(wide, next).style).toMatchObject({ brandVersion: 4, brand: '#7c2d12', width: 700 });
  expect(followingBrand(wide, next).doc).toBe(wide.doc);
  expect(followingBrand(draft, ours)).toBe(draft);
  const { brandVersion: _none, ...own } = draft.style;
  const apart = { ...draft, style: own };
  expect(followingBrand(apart, next)).toBe(apart);
});
