/** The languages of what visitors read, and of the emails that forms send. */
export const pageLanguages = ['en', 'de', 'fr', 'es'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

type Texts = Readonly<Record<string, string | null>>;
type TextsByLanguage<Of> = Readonly<Partial<Record<PageLanguage, Of>>>;

/** Languages that are not named stay, and one whose texts are all taken away is as one that was never written. */
export function mergedTexts<Of extends Texts>(texts: TextsByLanguage<Of>, change: TextsByLanguage<Of>) {
  const merged: Partial<Record<PageLanguage, Of>> = {};
  for (const language of pageLanguages) {
    const each = change[language] ?? texts[language];
    if (each !== undefined && Object.values(each).some((text) => text !== null)) merged[language] = each;
  }
  return merged;
}

/** What a visitor of this language reads: the team's texts in it, else those in English; undefined where ours stand. */
export const textsIn = <Of>(texts: TextsByLanguage<Of>, language: PageLanguage): Of | undefined =>
  texts[language] ?? texts.en;
