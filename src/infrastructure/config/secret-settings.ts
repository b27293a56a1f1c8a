/** Settings whose value is a secret or may hold one, as an address with a password in it does. */
export function isSecret(name: string): boolean {
  return /KEY$|SECRET|TOKEN|PASSWORD|HEADERS$|_URL$/.test(name) && name !== 'PUBLIC_URL';
}

const longestShown = 60;

/** The value as a message may show it. @returns undefined for a secret. */
export function shownValue(name: string, value: string | undefined): string | undefined {
  if (value === undefined || isSecret(name) || value.includes('@')) return undefined;
  const line = value.replaceAll(/[^\x20-\x7e\u00a1-\uffff]/g, '?').trim();
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line;
}
