import type { Served } from './served.js';
import { streams } from '../../domain/shared/event.js';
import { userAddressStreams, userStreams } from '../../domain/user/events.js';

export const user = {
  streams: [userStreams, userAddressStreams, streams('useridentity', [])],
  audit: {},
  http: async () => (await import('../../infrastructure/http/people/people.http.js')).peopleHttp,
} satisfies Served;
