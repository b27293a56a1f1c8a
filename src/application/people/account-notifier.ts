import { reveal } from '../../domain/shared/personal.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { UserEvent } from '../../domain/user/events.js';
import { removedWays, waysInWords } from '../../domain/user/removed-ways.js';
import type { StoredEvent } from '../ports/event-store.js';
import { Backlog } from '../shared/backlog.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';
import type { PeopleServices } from './people-services.js';

type Services = Pick<PeopleServices, 'people' | 'notify'>;

/** Its name, what it follows, and what it is made from. */
export const accountNotifier = {
  name: 'account-notifier',
  filter: {
    categories: ['user'],
    types: [
      'UserWaysInEnded',
      'UserPasswordSet',
      'TotpConfirmed',
      'TotpRemoved',
      'PasskeyAdded',
      'PasskeyRemoved',
      'IdentityLinked',
      'IdentityUnlinked',
      'CredentialsRemoved',
    ],
  },
  make: ({ services }: { readonly services: Services }) => createAccountNotifier(services),
} satisfies DeclaredProcessManager;

/** After so long a mail would say nothing that helps: a new installation of an old log sends none about its past. */
const oldAfterMs = 7 * 24 * 3_600_000;

/** Writes to a person whenever a way into the account is added, taken away or changed, also by themselves. */
export function createAccountNotifier({ people, notify }: Services): ProcessManager {
  const backlog = new Backlog<StoredEvent>();

  async function write(stored: StoredEvent): Promise<void> {
    const [recorded] = people.ports.codec.decode<UserEvent>([stored]);
    if (recorded === undefined) return;
    const { event, metadata, id: eventId } = recorded;
    const words = wordsOf(event);
    const isOld = people.ports.clock.now() - Date.parse(metadata.time) > oldAfterMs;
    if (words === undefined || isOld) return;
    const { state } = await people.openUser(idOf(stored.stream));
    const profile = state.status === 'none' ? undefined : reveal(state.profile);
    // Erased since.
    if (profile === undefined) return;
    const text = `${words.text}\n\nWhen: ${metadata.time}\n\nIf this was not you, change your password, end all sessions, and ask an administrator for help.\n`;
    await notify({ to: profile.email, subject: words.subject, text, eventId });
  }

  return {
    ...accountNotifier,
    backlog,
    note(stored) {
      backlog.add(stored.id, stored);
    },
    async act() {
      await eachInTurn(backlog.entries(), async ([id, stored]) => {
        await write(stored);
        backlog.finish(id);
      });
    },
  };
}

/** @returns undefined when the owner need not be notified. */
function wordsOf(event: UserEvent): { readonly subject: string; readonly text: string } | undefined {
  const account = 'your account on this Posthorn server';
  switch (event.type) {
    case 'UserWaysInEnded':
      return {
        subject: 'Your address is proven',
        text: `The address of ${account} was proven for the first time. The account may have been set up by someone else, so password, authenticator app, recovery codes, passkeys, providers and sessions from before have ended. Only what was set with the proof opens it now.`,
      };
    case 'UserPasswordSet': {
      if (event.data.why === 'created') return undefined;
      const how = event.data.why === 'reset' ? ' with a link that was made for it' : '';
      return {
        subject: 'Your password was changed',
        text: `The password of ${account} was changed${how}. Every other session has ended.`,
      };
    }
    case 'TotpConfirmed':
      return {
        subject: 'An authenticator app was added',
        text: `An authenticator app was added to ${account}. A sign-in asks for a code of it from now on.`,
      };
    case 'TotpRemoved':
      return {
        subject: 'Your authenticator app was removed',
        text: `The authenticator app and the recovery codes of ${account} were removed. A sign-in asks for no code any more.`,
      };
    case 'PasskeyAdded':
      return {
        subject: 'A passkey was added',
        text: `A passkey was added to ${account}. It signs in without a password.`,
      };
    case 'PasskeyRemoved':
      return { subject: 'A passkey was removed', text: `A passkey of ${account} was removed.` };
    case 'IdentityLinked':
      return {
        subject: 'Another way to sign in was added',
        text: `From now on ${account} can be entered by signing in at: ${event.data.provider}.`,
      };
    case 'IdentityUnlinked':
      return {
        subject: 'A way to sign in was removed',
        text: `One of the providers by which ${account} can be entered was removed.`,
      };
    case 'CredentialsRemoved':
      return event.data.why === 'reset'
        ? {
            subject: 'Ways into your account were removed',
            text: `With a link for a new password, this was removed from ${account}: ${waysInWords(removedWays(event.data))}. Every session has ended.`,
          }
        : {
            subject: 'Your second factor was removed',
            text: `The operator of this server removed from ${account}: ${waysInWords(removedWays(event.data))}. The password from before and every session have ended too. Choose a new password with the link that the operator gives you, then add a second factor again.`,
          };
    default:
      return undefined;
  }
}
