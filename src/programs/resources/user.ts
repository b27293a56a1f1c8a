import type { Served } from './served.js';
import { userIdentityStreams } from '../../domain/user/credential-events.js';
import { userAddressStreams, userStreams } from '../../domain/user/events.js';

export const user = {
  streams: [userStreams, userAddressStreams, userIdentityStreams],
  audit: {},
  http: async () => (await import('../../infrastructure/http/people/people.http.js')).peopleHttp,
} satisfies Served;
