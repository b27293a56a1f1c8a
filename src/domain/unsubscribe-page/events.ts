import { z } from 'zod';
import { type DataOf, event, type EventIn, streams } from '../shared/event.js';
import { pageLanguages } from '../shared/page-language.js';

/** The team's own words; what is null is ours, in the language of the visitor. */
const pageTexts = z.object({ title: z.string().nullable(), text: z.string().nullable() });

const pageSettings = z.object({
  /** `#rrggbb`: of buttons and links; null: ours. */
  color: z.string().nullable(),
  /** A `data:` URI of a picture, so that nothing is fetched from elsewhere; null: none. */
  logo: z.string().nullable(),
  texts: z.partialRecord(z.enum(pageLanguages), pageTexts),
});
/** How the pages of a team look on which people leave, choose and join. */
export type PageSettings = DataOf<typeof pageSettings>;

/** The whole page as it is from now on. Its version is what consents name: each stays readable here. */
const unsubscribePageChanged = event('UnsubscribePageChanged', {
  data: z.object({ version: z.number(), settings: pageSettings }),
  summary: ({ version }) => `Unsubscribe page changed: version ${version}`,
});

/** `unsubscribepage-<team>`. */
export const unsubscribePageStreams = streams('unsubscribepage', [unsubscribePageChanged]);
export type UnsubscribePageEvent = EventIn<typeof unsubscribePageStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly unsubscribepage: true;
  }
}
