import { z } from 'zod';
import { event, type EventIn, type EventOf, position, streams } from '../shared/event.js';

/** A process manager has finished with everything up to and including `position`. */
const processManagerAdvanced = event('ProcessManagerAdvanced', {
  data: z.object({ position }),
  summary: (data) => `Processed everything up to position ${data.position}`,
});

/** The orphan sweep has visited every vault entry up to and including these ids; null: none yet. */
const orphanSweepAdvanced = event('OrphanSweepAdvanced', {
  data: z.object({ keyRow: z.string().nullable(), blob: z.string().nullable() }),
  summary: ({ keyRow, blob }) => `Searched for orphans up to key row ${keyRow ?? 'none'} and blob ${blob ?? 'none'}`,
});
export type OrphanSweepAdvanced = EventOf<typeof orphanSweepAdvanced>;

export const processManagerStreams = streams('processmanager', [processManagerAdvanced, orphanSweepAdvanced], {
  activity: 'never',
});
export type ProcessManagerEvent = EventIn<typeof processManagerStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly processmanager: true;
  }
}
