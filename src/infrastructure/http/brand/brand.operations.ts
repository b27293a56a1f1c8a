import { z } from 'zod';
import { ChangeBrand, GetBrand } from '../../../application/brand/brand.js';
import { brandFonts, type BrandState } from '../../../domain/brand/brand.js';
import { httpPart } from '../http-part.js';
import type { Answer } from '../openapi/operation.js';
import { get, patch } from '../openapi/served.js';
import { ChangeBrandBody, changeIn } from './brand.bodies.js';

const object = 'brand' as const;
const text = z.string().nullable();
const brand = z.strictObject({
  object: z.literal(object),
  version: z
    .int()
    .min(0)
    .describe(
      'The version of the brand, which increases with each change. 0 if the brand was never changed. The document of a draft that follows the brand contains the version it has.',
    ),
  color: text,
  text_color: text,
  background_color: text,
  ground_color: text,
  font: z.enum(brandFonts).nullable(),
  radius: z.int().nullable(),
  language: text,
  logo_url: text,
  logo_alt: text,
  logo_width: z.int().nullable(),
  social: z.array(z.strictObject({ name: z.string(), url: z.string() })),
  footer_reason: text,
  footer_address: text,
  footer_label: text,
});

const present = ({ version, settings }: BrandState): Answer<typeof brand> => ({
  object,
  version,
  color: settings.color,
  text_color: settings.textColor,
  background_color: settings.surfaceColor,
  ground_color: settings.groundColor,
  font: settings.font,
  radius: settings.radiusPx,
  language: settings.language,
  logo_url: settings.logoUrl,
  logo_alt: settings.logoAlt,
  logo_width: settings.logoWidthPx,
  social: settings.social.map(({ name, url }) => ({ name, url })),
  footer_reason: settings.footerReason,
  footer_address: settings.footerAddress,
  footer_label: settings.footerLabel,
});

const given = { color: '#0f766e', footer_address: 'Example Ltd\n1 High Street\nLondon' };
const shown = {
  ...{ object, version: 1, ...given, text_color: null, background_color: null, ground_color: null, font: null },
  ...{ radius: null, language: null, logo_url: null, logo_alt: null, logo_width: null, social: [] },
  ...{ footer_reason: null, footer_label: null },
};

const getBrand = get({
  path: '/dashboard-api/brand',
  summary: 'Get the brand of the team',
  answer: brand,
  examples: { brand: { summary: 'A brand with a color and a postal address', answer: shown } },
  runs: GetBrand,
  input: ({ teamId }) => ({ teamId }),
  present,
});

const changeBrand = patch({
  path: '/dashboard-api/brand',
  summary: 'Change the brand of the team',
  description:
    'Fields that you omit do not change. Forms and unsubscribe pages use the new brand immediately. Drafts that follow the brand use it the next time someone opens their content. Scheduled and sent broadcasts do not change.',
  body: ChangeBrandBody,
  answer: brand,
  examples: { changed: { summary: 'A color and a postal address', request: given, answer: shown } },
  runs: ChangeBrand,
  input: ({ context, body }) => ({ context, change: changeIn(body) }),
  present,
});

export const brandHttp = httpPart({
  tag: {
    name: 'Brand',
    description: 'The logo, colors, font, footer, and social links of the team’s emails, forms, and pages.',
  },
  noun: 'Brand',
  operations: [getBrand, changeBrand],
});
