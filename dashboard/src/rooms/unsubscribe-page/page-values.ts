import type { Answer, Body } from '../../api/operations';

export type UnsubscribePage = Answer<'GET /dashboard-api/unsubscribe-page'>;
type Language = UnsubscribePage['languages'][number];
type PageChange = NonNullable<Body<'PATCH /dashboard-api/unsubscribe-page'>>;

type TextName = `title_${Language}` | `text_${Language}`;
/** As they stand in the inputs: an empty text is none. */
export type PageValues = Readonly<Record<'color' | 'logo' | TextName, string>>;

export function valuesOf({ color, logo, texts, languages }: UnsubscribePage): PageValues {
  const words = languages.flatMap((language) => [
    [`title_${language}`, texts[language]?.title ?? ''],
    [`text_${language}`, texts[language]?.text ?? ''],
  ]);
  // The entries are those of every language.
  return { color: color ?? '', logo: logo ?? '', ...(Object.fromEntries(words) as Record<TextName, string>) };
}

export function changeOf(values: PageValues, languages: readonly Language[]) {
  const texts = languages.map((language) => [
    language,
    { title: orNull(values[`title_${language}`]), text: orNull(values[`text_${language}`]) },
  ]);
  return {
    color: orNull(values.color),
    logo: orNull(values.logo),
    texts: Object.fromEntries(texts) as NonNullable<PageChange['texts']>,
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
