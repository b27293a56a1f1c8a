import { z } from 'zod';
import { brandFonts, type BrandSettings } from '../../../domain/brand/brand.js';
import { described, Field, type FieldRule } from '../edge/field.js';
import { hexColor, number, oneOf, orNull, textUpTo } from '../edge/rules.js';

const maxProfiles = 12;
const maxUrlCharacters = 2_000;
const maxNameCharacters = 60;

const isWebUrl = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= maxUrlCharacters &&
  /^https?:\/\/\S+$/i.test(value) &&
  URL.canParse(value);

const webUrl: FieldRule<string> = {
  schema: { type: 'string', format: 'uri', maxLength: maxUrlCharacters },
  parse: (value, field) =>
    isWebUrl(value)
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a URL, for example \`https://example.com/logo.png\`.` },
};

const languageTag: FieldRule<string> = {
  schema: { type: 'string', pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$' },
  parse: (value, field) =>
    typeof value === 'string' && /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(value)
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a language tag, for example \`de\` or \`pt-BR\`.` },
};

const profileList = z
  .array(z.object({ name: z.string().trim().min(1).max(maxNameCharacters), url: z.string().refine(isWebUrl) }))
  .max(maxProfiles);

const profiles: FieldRule<BrandSettings['social']> = {
  schema: {
    type: 'array',
    maxItems: maxProfiles,
    items: {
      type: 'object',
      required: ['name', 'url'],
      properties: {
        name: {
          type: 'string',
          minLength: 1,
          maxLength: maxNameCharacters,
          description: 'The name of the network, for example `LinkedIn`.',
        },
        url: { ...webUrl.schema, description: 'The URL of the profile.' },
      },
    },
  },
  parse(value, field) {
    const { success, data } = profileList.safeParse(value);
    return success
      ? { value: data }
      : {
          problem: `Invalid \`${field}\` field. It must be a list of at most ${maxProfiles} objects with a \`name\` of at most ${maxNameCharacters} characters and a \`url\`.`,
        };
  },
};

const color = (what: string) => described(orNull(hexColor), `${what}, as \`#rrggbb\`. Null: the default color.`);

export class ChangeBrandBody {
  @Field(color('The color of links and buttons')) color: string | null | undefined;
  @Field(color('The color of text')) text_color: string | null | undefined;
  @Field(color('The color behind the text')) background_color: string | null | undefined;
  @Field(color('The color around the email')) ground_color: string | null | undefined;
  @Field(described(orNull(oneOf(brandFonts)), 'The font. Null: the default font.')) font:
    | BrandSettings['font']
    | undefined;
  @Field(described(orNull(number(0, 24, true)), 'The corner radius of buttons, in pixels. Null: the default radius.'))
  radius: number | null | undefined;
  @Field(
    described(
      orNull(languageTag),
      'The language of emails, as a language tag, for example `de` or `pt-BR`. Null: English.',
    ),
  )
  language: string | null | undefined;
  @Field(described(orNull(webUrl), 'The URL of the logo at the top of new emails. Null: no logo.')) logo_url:
    | string
    | null
    | undefined;
  @Field(
    described(textUpTo(200), 'The alternative text of the logo, which email clients display if they block images.'),
  )
  logo_alt: string | null | undefined;
  @Field(
    described(orNull(number(16, 600, true)), 'The width of the logo, in pixels. Null: the natural width of the image.'),
  )
  logo_width: number | null | undefined;
  @Field(described(profiles, 'The profiles in social networks to which new emails link.')) social:
    | BrandSettings['social']
    | undefined;
  @Field(described(textUpTo(500), 'The sentence in the footer that explains why people get the email.')) footer_reason:
    | string
    | null
    | undefined;
  @Field(described(textUpTo(500), 'The postal address in the footer.')) footer_address: string | null | undefined;
  @Field(described(textUpTo(60), 'The text of the unsubscribe link.')) footer_label: string | null | undefined;
}

/** Each field of a request and what it is called within. */
const keys = {
  color: 'color',
  text_color: 'textColor',
  background_color: 'surfaceColor',
  ground_color: 'groundColor',
  font: 'font',
  radius: 'radiusPx',
  language: 'language',
  logo_url: 'logoUrl',
  logo_alt: 'logoAlt',
  logo_width: 'logoWidthPx',
  social: 'social',
  footer_reason: 'footerReason',
  footer_address: 'footerAddress',
  footer_label: 'footerLabel',
} as const satisfies Readonly<Record<keyof ChangeBrandBody, keyof BrandSettings>>;

/** What is given. */
export function changeIn(body: ChangeBrandBody): Partial<BrandSettings> {
  const given: Readonly<Record<string, unknown>> = { ...body };
  const named = Object.entries(keys).flatMap(([field, key]) =>
    given[field] === undefined ? [] : [[key, given[field]]],
  );
  return Object.fromEntries(named);
}
