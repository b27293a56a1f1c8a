import { type PageLanguage, pageLanguages } from '../../../domain/shared/page-language.js';
import type { PageSettings } from '../../../domain/unsubscribe-page/events.js';
import { described, Field, type FieldRule } from '../edge/field.js';
import { hexColor, oneOf, orNull } from '../edge/rules.js';
import { textsByLanguage } from '../edge/texts-by-language.js';

/** As base64: a logo that is larger would make each page slow. */
const maxLogoCharacters = 64 * 1024;
const logoPattern = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

const logo: FieldRule<string> = {
  schema: { type: 'string', maxLength: maxLogoCharacters },
  parse: (value, field) =>
    typeof value === 'string' && value.length <= maxLogoCharacters && logoPattern.test(value)
      ? { value }
      : {
          problem: `Invalid \`${field}\` field. It must be a PNG, JPEG, GIF or WebP as a \`data:\` URI in base64, at most 64 KiB.`,
        },
};

/** By language; those that are not named stay. */
const texts: FieldRule<PageSettings['texts']> = textsByLanguage(
  {
    title: { most: 100, description: 'The heading. Null for Posthorn’s own heading.' },
    text: { most: 2_000, description: 'The text below the heading, in paragraphs. Null for none.' },
  },
  (text) => ({ title: text('title'), text: text('text') }),
);

const colorField = described(
  orNull(hexColor),
  'The color of buttons. Null for the brand’s color, or Posthorn’s own if the brand has none.',
);
const logoField = described(
  orNull(logo),
  'The image above the heading, as a `data:` URI in base64. Null for the logo of the brand, if it is an image of this server.',
);
const textsField = described(
  texts,
  'Your texts by language. If a visitor’s language has no texts, the page shows your English texts.',
);

export class ChangeUnsubscribePageBody {
  @Field(colorField) color: string | null | undefined;
  @Field(logoField) logo: string | null | undefined;
  @Field(textsField) texts: PageSettings['texts'] | undefined;
}

export const previewed = ['unsubscribe', 'preferences'] as const;

export class PreviewUnsubscribePageBody {
  @Field(colorField) color: string | null | undefined;
  @Field(logoField) logo: string | null | undefined;
  @Field(textsField) texts: PageSettings['texts'] | undefined;
  @Field(described(oneOf(pageLanguages), 'The language of the visitor (default: `en`).')) language:
    | PageLanguage
    | undefined;
  @Field(described(oneOf(previewed), 'The page to preview (default: `unsubscribe`).')) page:
    | (typeof previewed)[number]
    | undefined;
}

/** What is given. */
export function changeIn({ color, logo, texts }: ChangeUnsubscribePageBody): Partial<PageSettings> {
  return {
    ...(color === undefined ? {} : { color }),
    ...(logo === undefined ? {} : { logo }),
    ...(texts === undefined ? {} : { texts }),
  };
}
