import type { Resource } from '../../application/shared/resource.js';
import { streams } from '../../domain/shared/event.js';

/** What a server says of itself and of its work: kept, and shown only as part of an audit. */
export const server = [
  { streams: [streams('installation', [])] },
  { streams: [streams('queue', [])] },
  { streams: [streams('processmanager', [])] },
  { streams: [streams('retention', [])] },
  { streams: [streams('logseal', []), streams('logverification', [])] },
] as const satisfies readonly Resource[];
