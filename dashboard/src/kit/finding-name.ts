const acronyms = new Set(['css', 'dkim', 'dmarc', 'html', 'ptr', 'spf', 'tls', 'url', 'uri']);

/** The name of a check as people read it: `alt-texts` is "Alt texts", `dmarc` is "DMARC". */
export function findingName(name: string): string {
  const spaced = name
    .split('-')
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
