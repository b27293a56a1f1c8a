import type { EmailSuppressed } from '../../domain/email/events.js';
import { type ContactState, contact, isSubscribedTo } from '../../domain/contact/contact.js';
import { contactAddress } from '../../domain/contact/contact-address.js';
import type { MailSubscription, RetryClass } from '../../domain/shared/accepted-email.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import { keepsFrom, suppression } from '../../domain/suppression/suppression.js';
import { contactAddressStream, contactStream } from '../contact/contact-streams.js';
import { keptAt } from '../contact/kept-noes.js';
import type { StoredEvent } from '../ports/event-store.js';
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

/** Why a mail is not sent to an address. `erased`: who it was for was erased, as a broadcast opened it. */
type KeptFrom = Pick<EmailSuppressed['data'], 'reason' | 'topicId'> | { readonly reason: 'erased' };

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
      const entryStream = suppressionStream(suppressionId({ hash, ids: ports.ids }, teamId, address));
      const asked = subscription && {
        teamId,
        address,
        addressHash: addressHash(hash, address),
        subscription,
        contactId,
      };
      const read = asked && (await ports.store.readStreams([entryStream, ...streamsToLeave(asked)]));
      const { state } = await load(ports, suppression, entryStream, false, read && (read.get(entryStream) ?? []));
      const { entry } = state;
      const isHeld = entry !== null && keepsFrom(entry, retryClass === 'bulk', ports.clock.settledNow());
      if (isHeld) return { reason: entry.origin };
      if (playsSuppressed(address)) return { reason: 'simulated' };
      return asked && read && leftBy(ports, asked, read);
    },
  };
}

interface ToSubscriber extends Pick<AddressedMail, 'teamId' | 'contactId'> {
  readonly addressHash: string;
  readonly subscription: MailSubscription;
}

/** They are read together, with the entry of the list: each email of a broadcast asks for all of them. */
const streamsToLeave = ({ teamId, addressHash: hash, contactId }: ToSubscriber): readonly StreamName[] => [
  contactAddressStream(teamId, hash),
  ...(contactId === undefined ? [] : [contactStream(contactId)]),
];

/** From the contact's own stream, never from a read model: a person who has just left gets nothing more. */
async function leftBy(
  ports: LogPorts,
  { teamId, addressHash: hash, subscription, contactId: sentTo }: ToSubscriber,
  read: ReadonlyMap<StreamName, readonly StoredEvent[]>,
): Promise<KeptFrom | undefined> {
  const { topicId, isOptOut } = subscription;
  const stream = contactAddressStream(teamId, hash);
  const names = await load(ports, contactAddress, stream, false, read.get(stream) ?? []);
  const { contactId } = names.state;
  const loadOne = (id: string) =>
    load(ports, contact, contactStream(id), false, id === sentTo ? (read.get(contactStream(id)) ?? []) : undefined);
  const held = contactId === null ? undefined : await loadOne(contactId);
  // The log may name one that is not there, or not yet.
  const state = isAt(held?.state, hash) ? held.state : null;
  if (sentTo !== undefined && (state === null || sentTo !== contactId)) {
    const { state: moved, events } = await loadOne(sentTo);
    const end = events.at(-1)?.event;
    if (end?.type === 'ContactDeleted' && end.data.because === 'erasure') return { reason: 'erased' };
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

function whyLeft(state: ContactState, { topicId, isOptOut }: MailSubscription): KeptFrom | undefined {
  if (isSubscribedTo(state, topicId === null ? null : { id: topicId, isOptOut })) return undefined;
  const hasSaid = topicId !== null && state.topics[topicId] !== undefined;
  if (state.all?.isSubscribed === false) return { reason: 'unsubscribed', topicId: null };
  return { reason: hasSaid ? 'unsubscribed' : 'not-subscribed', topicId };
}
