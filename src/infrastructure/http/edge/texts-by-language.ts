import { membersOf } from '../../../domain/shared/members.js';
import { type PageLanguage, pageLanguages } from '../../../domain/shared/page-language.js';
import { type FieldRule, isEmpty, type Problem } from './field.js';

interface TextRule {
  /** In characters. */
  readonly most: number;
  readonly description: string;
}

/** A team's own texts in the languages of visitors; an empty text is none. */
export function textsByLanguage<Name extends string, Texts>(
  rules: Readonly<Record<Name, TextRule>>,
  textsOf: (text: (name: Name) => string | null) => Texts,
): FieldRule<Partial<Record<PageLanguage, Texts>>> {
  const all: readonly (readonly [string, TextRule])[] = Object.entries(rules);
  const properties = all.map(([name, { most, description }]) => [
    name,
    { type: ['string', 'null'], maxLength: most, description },
  ]);
  const schema = {
    type: 'object',
    description: 'The texts for visitors with this language.',
    properties: Object.fromEntries(properties),
  };
  const limits = all.map(([name, { most }]) => `a \`${name}\` of at most ${most}`);
  const each = [...limits.slice(0, -1), `and ${limits.at(-1) ?? ''} characters`].join(limits.length > 2 ? ', ' : ' ');
  return {
    schema: { type: 'object', properties: Object.fromEntries(pageLanguages.map((language) => [language, schema])) },
    parse(value, field) {
      const wrong: Problem = {
        problem: `Invalid \`${field}\` field. It must be an object by language (${pageLanguages.join(', ')}), each with ${each}.`,
      };
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
      const given = membersOf(value);
      const isKnown = (name: string): boolean => pageLanguages.some((language) => language === name);
      if (Object.entries(given).some(([name, texts]) => !isKnown(name) && !isEmpty(texts))) return wrong;
      const read: Partial<Record<PageLanguage, Texts>> = {};
      for (const language of pageLanguages) {
        const texts = given[language];
        if (texts === undefined || isEmpty(texts)) continue;
        if (typeof texts !== 'object' || texts === null) return wrong;
        const members = membersOf(texts);
        if (all.some(([name, { most }]) => !isTextOf(members[name], most))) return wrong;
        read[language] = textsOf((name) => textIn(members[name]));
      }
      return { value: read };
    },
  };
}

const isTextOf = (value: unknown, most: number): boolean =>
  value === undefined || isEmpty(value) || (typeof value === 'string' && value.length <= most);
const textIn = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
