import {
  type PageLanguage,
  pageLanguages,
  type PageSettings,
  type PageTexts,
} from '../../../domain/unsubscribe-page/events.js';
import { described, Field, type FieldRule, isEmpty, type Problem } from '../edge/field.js';
import { hexColor, oneOf, orNull } from '../edge/rules.js';
import { membersOf } from '../../../domain/shared/members.js';

const maxTitleCharacters = 100;
const maxTextCharacters = 2_000;
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

const words = (description: string, maxLength: number) => ({ type: ['string', 'null'], maxLength, description });
const textsSchema = {
  type: 'object',
  description: 'The texts for visitors with this language.',
  properties: {
    title: words('The heading. Null for Posthorn’s own heading.', maxTitleCharacters),
    text: words('The text below the heading, in paragraphs. Null for none.', maxTextCharacters),
  },
};

/** By language; those that are not named stay. */
const texts: FieldRule<PageSettings['texts']> = {
  schema: { type: 'object', properties: Object.fromEntries(pageLanguages.map((each) => [each, textsSchema])) },
  parse(value, field) {
    const wrong: Problem = {
      problem: `Invalid \`${field}\` field. It must be an object by language (${pageLanguages.join(', ')}), each with a \`title\` of at most ${maxTitleCharacters} and a \`text\` of at most ${maxTextCharacters} characters.`,
    };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
    const read: Partial<Record<PageLanguage, PageTexts>> = {};
    for (const [name, given] of Object.entries(membersOf(value))) {
      if (isEmpty(given)) continue;
      const language = pageLanguages.find((each) => each === name);
      if (language === undefined || typeof given !== 'object' || given === null) return wrong;
      const words = Object.entries(membersOf(given)).filter(([, each]) => !isEmpty(each));
      const { title = null, text = null } = Object.fromEntries(words);
      if (!isTextOf(title, maxTitleCharacters) || !isTextOf(text, maxTextCharacters)) return wrong;
      read[language] = { title: nullIfEmpty(title), text: nullIfEmpty(text) };
    }
    return { value: read };
  },
};

const isTextOf = (value: unknown, max: number): value is string | null =>
  value === null || (typeof value === 'string' && value.length <= max);
const nullIfEmpty = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text);

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
