import type { EmailSuppressed } from '../../domain/email/events.js';
import { type ContactState, contact, isSubscribedTo } from '../../domain/contact/contact.js';
import type { MailSubscription, RetryClass } from '../../domain/shared/accepted-email.js';
import { keepsFrom, suppression } from '../../domain/suppression/suppression.js';
import { contactStream, loadAddress } from '../contact/contact-streams.js';
import { keptAt } from '../contact/kept-noes.js';
import type { KeyedHash } from '../ports/hashing.js';
import { addressHash } from '../shared/address-hash.js';
import { load, type LogPorts } from '../shared/handle.js';
import { suppressionId, suppressionStream } from './write-suppression.js';

interface AddressedMail {
  readonly teamId: string;
  readonly address: string;
  readonly retryClass: RetryClass;
  /** What the person may have said no to. */
  readonly subscription?: MailSubscription | undefined;
  /** The contact that it is for, where it is of a broadcast: its address may be another by now. */
  readonly contactId?: string | undefined;
}

/** Why a mail is not sent to an address. */
type KeptFrom = Pick<EmailSuppressed['data'], 'reason' | 'topicId'>;

/**
 * The lists of all teams and what people said no to, for the sender of a mail. Read each time: an address that was just
 * removed gets its mail at once, and who has just left gets none.
 */
export interface SuppressedAddresses {
  /**
   * Why this mail is kept from the address now; undefined: nothing does. Throws where that cannot be read.
   */
  reason(mail: AddressedMail): Promise<KeptFrom | undefined>;
}

export function createSuppressedAddresses(
  ports: LogPorts,
  hash: KeyedHash,
  playsSuppressed: (address: string) => boolean,
): SuppressedAddresses {
  return {
    async reason({ teamId, address, retryClass, subscription, contactId }) {
      const id = suppressionId({ hash, ids: ports.ids }, teamId, address);
      const { state } = await load(ports, suppression, suppressionStream(id));
      const { entry } = state;
      const isHeld = entry !== null && keepsFrom(entry, retryClass === 'bulk', ports.clock.settledNow());
      if (isHeld) return { reason: entry.origin };
      if (playsSuppressed(address)) return { reason: 'simulated' };
      if (subscription === undefined) return undefined;
      return leftBy({ ...ports, hash }, { teamId, address, subscription, contactId });
    },
  };
}

/** From the contact's own stream, never from a read model: a person who has just left gets nothing more. */
async function leftBy(
  ports: LogPorts & { readonly hash: KeyedHash },
  { teamId, address, subscription, contactId: sentTo }: Omit<AddressedMail, 'retryClass'> & ToSubscriber,
): Promise<KeptFrom | undefined> {
  const { topicId, isOptOut } = subscription;
  const names = await loadAddress(ports, teamId, address);
  const { contactId } = names.state;
  const held = contactId === null ? undefined : await load(ports, contact, contactStream(contactId));
  const hash = addressHash(ports.hash, address);
  // The log may name one that is not there, or not yet.
  const state = isAt(held?.state, hash) ? held.state : null;
  if (sentTo !== undefined && (state === null || sentTo !== contactId)) {
    const moved = (await load(ports, contact, contactStream(sentTo))).state;
    const left = moved === null || moved === 'deleted' ? undefined : whyLeft(moved, subscription);
    if (left !== undefined) return left;
  }
  if (state === null) {
    // A contact that is gone has left behind what the person had said no to.
    const unsubscribed = held === undefined ? names.state.unsubscribed : keptAt(names, held, hash);
    if (unsubscribed.includes(null) || unsubscribed.includes(topicId)) return { reason: 'unsubscribed', topicId };
    return isOptOut ? { reason: 'not-subscribed', topicId } : undefined;
  }
  return whyLeft(state, subscription);
}

const isAt = (state: ContactState | 'deleted' | null | undefined, hash: string): state is ContactState =>
  state !== null && state !== undefined && state !== 'deleted' && state.addressHash === hash;

interface ToSubscriber {
  readonly subscription: MailSubscription;
}

function whyLeft(state: ContactState, { topicId, isOptOut }: MailSubscription): KeptFrom | undefined {
  if (isSubscribedTo(state, topicId === null ? null : { id: topicId, isOptOut })) return undefined;
  const hasSaid = topicId !== null && state.topics[topicId] !== undefined;
  if (state.all?.isSubscribed === false) return { reason: 'unsubscribed', topicId: null };
  return { reason: hasSaid ? 'unsubscribed' : 'not-subscribed', topicId };
}
