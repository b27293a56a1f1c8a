/* Browsers claim to be others too, so the order counts. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const first = (known: readonly (readonly [RegExp, string])[], text: string) =>
  known.find(([form]) => form.test(text))?.[1];

/** What people call the browser of a `User-Agent`: "Firefox on Linux"; null where it is not known. */
export function browserOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = first(browsers, userAgent);
  const system = first(systems, userAgent);
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
