import { clientSupportLines } from './client-support.data.js';

/** The main clients, in the order of the data. */
export const clients = [
  'Gmail',
  'Apple Mail',
  'Outlook for Windows (classic)',
  'Outlook for Mac',
  'Outlook.com',
  'Outlook for iOS and Android',
  'Yahoo Mail',
  'Samsung Email',
] as const;
export type Client = (typeof clients)[number];

/** What caniemail.com says of something that html or css can use. */
export interface Feature {
  /** Its page: `https://www.caniemail.com/features/<page>/`. */
  readonly page: string;
  readonly title: string;
  /** Those that ignore it, as far as someone has tried. */
  readonly ignoredBy: readonly Client[];
}

/** By the key of a use: `property:position`. */
export const features: ReadonlyMap<string, Feature> = new Map(
  clientSupportLines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [keys = '', page = '', title = '', support = ''] = line.split('|');
      const feature = { page, title, ignoredBy: clients.filter((_client, index) => support[index] === 'n') };
      return keys.split(',').map((key) => [key, feature] as const);
    }),
);
