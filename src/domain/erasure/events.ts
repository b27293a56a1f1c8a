import { z } from 'zod';
import { event, type EventIn, type EventOf, kid, streamNamed, streams } from '../shared/event.js';

/**
 * `listed`: keys and blobs of these streams are about to be destroyed. `person`: everything of this person is to go, in
 * as many listed erasures as it takes. `person` is a keyed hash, where a person asked.
 */
const erasureRequested = event('ErasureRequested', {
  data: z.object({
    scope: z.enum(['listed', 'person']).default('listed'),
    person: z.string().nullable(),
    streams: z.array(streamNamed),
    kids: z.array(kid),
    blobIds: z.array(z.string()),
  }),
  summary: ({ scope, ...erased }) =>
    scope === 'person' ? 'Erasure of a person requested' : `Erasure requested: ${inWords(erased)}`,
});
export type ErasureRequested = EventOf<typeof erasureRequested>;

/** They are destroyed: the documents of these streams are folded again. */
const erasureCompleted = event('ErasureCompleted', {
  data: z.object({ streams: z.array(streamNamed), kids: z.array(kid) }),
  summary: (erased) => (erased.streams.length === 0 ? 'Erased permanently' : `Erased permanently: ${inWords(erased)}`),
});
export type ErasureCompleted = EventOf<typeof erasureCompleted>;

export const erasureStreams = streams('erasure', [erasureRequested, erasureCompleted]);
export type ErasureEvent = EventIn<typeof erasureStreams>;

interface Erased {
  readonly streams: readonly string[];
  readonly kids: readonly string[];
}

function inWords({ streams, kids }: Erased): string {
  return `${kids.length} keys of ${streams.join(', ')}`;
}

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly erasure: true;
  }
}
