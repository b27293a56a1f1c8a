import { brandStreams } from '../../domain/brand/brand.js';
import type { Served } from './served.js';

export const brand = {
  streams: [brandStreams],
  audit: { stateOf: (events) => events.at(-1)?.event.data },
  http: async () => (await import('../../infrastructure/http/brand/brand.operations.js')).brandHttp,
} satisfies Served;
