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
        name: { type: 'string', minLength: 1, maxLength: maxNameCharacters, description: 'Of the network: LinkedIn.' },
        url: { ...webUrl.schema, description: 'Of the profile.' },
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

const color = (what: string) => described(orNull(hexColor), `${what} Null: ours.`);

export class ChangeBrandBody {
  @Field(color('Links and buttons.')) color: string | null | undefined;
  @Field(color('Text.')) text_color: string | null | undefined;
  @Field(color('Behind the text.')) background_color: string | null | undefined;
  @Field(color('Around the email.')) ground_color: string | null | undefined;
  @Field(described(orNull(oneOf(brandFonts)), 'Null: ours.')) font: BrandSettings['font'] | undefined;
  @Field(described(orNull(number(0, 24, true)), 'Corners of buttons, in px. Null: ours.')) radius:
    | number
    | null
    | undefined;
  @Field(described(orNull(languageTag), 'What emails are written in. Null: English.')) language:
    | string
    | null
    | undefined;
  @Field(described(orNull(webUrl), 'The logo above new emails. Null: none.')) logo_url: string | null | undefined;
  @Field(described(textUpTo(200), 'What stands where images are blocked.')) logo_alt: string | null | undefined;
  @Field(described(orNull(number(16, 600, true)), 'The width of the logo in px. Null: its own.')) logo_width:
    | number
    | null
    | undefined;
  @Field(described(profiles, 'Profiles that new emails link to.')) social: BrandSettings['social'] | undefined;
  @Field(described(textUpTo(500), 'Why people get the email, in the footer.')) footer_reason: string | null | undefined;
  @Field(described(textUpTo(500), 'The postal address in the footer.')) footer_address: string | null | undefined;
  @Field(described(textUpTo(60), 'The words of the link to unsubscribe.')) footer_label: string | null | undefined;
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
