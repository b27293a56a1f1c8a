const words: Readonly<Record<string, string>> = {
  bounce: 'mail bounced',
  complaint: 'its owner complained',
  manual: 'added by hand',
};

export const origins = Object.entries(words).map(([value, label]) => ({ value, label }));

export function originWords(origin: string): string {
  return words[origin] ?? origin;
}
