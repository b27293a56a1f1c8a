import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { reveal } from '../../domain/shared/personal.js';
import { eraseAccount } from '../../application/people/erase-account.js';
import { userIdentityStreams } from '../../domain/user/credential-events.js';
import { userAddressStreams, type UserEvent, userStreams } from '../../domain/user/events.js';

export const user = {
  streams: [userStreams, userAddressStreams, userIdentityStreams],
  audit: {
    nameOf: (events) =>
      lastSaid<UserEvent>(events, ({ data }) => ('profile' in data ? reveal(data.profile)?.name : undefined)),
  },
  erasure: { UserCreated: eraseAccount, UserEmailChanged: eraseAccount },
  http: async () => (await import('../../infrastructure/http/people/people.http.js')).peopleHttp,
  processManagers: async () => [(await import('../../application/people/account-notifier.js')).accountNotifier],
} satisfies Served;
