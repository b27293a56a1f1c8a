import { z } from 'zod';
import type { Decider } from '../shared/decider.js';
import { type DataOf, event, type EventIn, streams } from '../shared/event.js';
import { canonicalJson } from '../shared/json.js';

/** Fonts that every email client has. */
export const brandFonts = ['sans', 'verdana', 'trebuchet', 'georgia', 'times', 'courier'] as const;

const socialProfile = z.object({ name: z.string(), url: z.string() });

/** How what a team sends and shows looks; what is null is ours. Colors are `#rrggbb`. */
const brandSettings = z.object({
  /** Links and buttons. */
  color: z.string().nullable(),
  textColor: z.string().nullable(),
  /** Under the text. */
  surfaceColor: z.string().nullable(),
  /** Around the email. */
  groundColor: z.string().nullable(),
  font: z.enum(brandFonts).nullable(),
  /** Corners of buttons. */
  radiusPx: z.number().nullable(),
  /** BCP 47. */
  language: z.string().nullable(),
  /** Where the logo is served; it stands first in what is new. */
  logoUrl: z.string().nullable(),
  logoAlt: z.string().nullable(),
  logoWidthPx: z.number().nullable(),
  social: z.array(socialProfile),
  footerReason: z.string().nullable(),
  /** The postal address that many countries ask for. */
  footerAddress: z.string().nullable(),
  footerLabel: z.string().nullable(),
});
export type BrandSettings = DataOf<typeof brandSettings>;

/** The whole brand as it is from now on. */
const brandChanged = event('BrandChanged', {
  data: z.object({ version: z.number(), settings: brandSettings }),
  summary: ({ version }) => `Brand changed: version ${version}`,
});

/** `brand-<team>`. */
export const brandStreams = streams('brand', [brandChanged]);
type BrandEvent = EventIn<typeof brandStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly brand: true;
  }
}

export interface BrandState {
  /** 0: the team has changed nothing yet. */
  readonly version: number;
  readonly settings: BrandSettings;
}

interface ChangeBrand {
  readonly type: 'ChangeBrand';
  /** What is absent stays. */
  readonly change: Partial<BrandSettings>;
}

const usualSettings: BrandSettings = {
  ...{ color: null, textColor: null, surfaceColor: null, groundColor: null, font: null, radiusPx: null },
  ...{ language: null, logoUrl: null, logoAlt: null, logoWidthPx: null, social: [] },
  ...{ footerReason: null, footerAddress: null, footerLabel: null },
};

/** The brand of a team, from its first version on. */
export const brand: Decider<ChangeBrand, BrandState, BrandEvent, never> = {
  initial: { version: 0, settings: usualSettings },
  decide({ change }, { version, settings }) {
    const next = { ...settings, ...change };
    if (canonicalJson(next) === canonicalJson(settings)) return [];
    return [{ type: 'BrandChanged', data: { version: version + 1, settings: next } }];
  },
  evolve: (_state, { data: { version, settings } }) => ({ version, settings }),
};
