import type { Served } from './served.js';
import { eraseAccount } from '../../application/people/erase-account.js';
import { userIdentityStreams } from '../../domain/user/credential-events.js';
import { userAddressStreams, userStreams } from '../../domain/user/events.js';

export const user = {
  streams: [userStreams, userAddressStreams, userIdentityStreams],
  audit: {},
  erasure: { UserCreated: eraseAccount, UserEmailChanged: eraseAccount },
  http: async () => (await import('../../infrastructure/http/people/people.http.js')).peopleHttp,
  processManagers: async () => [(await import('../../application/people/account-notifier.js')).accountNotifier],
} satisfies Served;
