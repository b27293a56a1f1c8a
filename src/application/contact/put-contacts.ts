import { contactAddress } from '../../domain/contact/contact-address.js';
import type { Cause } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { StreamAppends } from '../ports/event-store.js';
import { addressHash } from '../shared/address-hash.js';
import type { StreamPart } from '../shared/append-together.js';
import { metadataOf, type Provenance, unwritten } from '../shared/handle.js';
import { createKeys } from '../shared/personal-values.js';
import { creationUnder, type WriteContactPorts, type WriteOfNew } from './contact-change.js';
import { contactAddressStream, contactStream } from './contact-streams.js';
import { type ContactWritten, creationParts } from './create-contact.js';
import { putContact } from './write-contact.js';

export interface ContactToPut {
  readonly write: WriteOfNew;
  readonly cause: Cause;
}

/** Who has written, for all of them. */
type PutBy = Omit<Provenance, 'cause' | 'causedBy'>;

/**
 * {@link putContact} for several that have an address each. Those with addresses that were never taken are made
 * together: one question to the log, one row of keys, one call of appends. All others, and those where something came
 * between, are put alone.
 */
export async function putContacts(
  ports: WriteContactPorts,
  teamId: string,
  puts: readonly ContactToPut[],
  by: PutBy,
): Promise<readonly ContactWritten[]> {
  const named = puts.map((put): Named => {
    const hash = addressHash(ports.hash, put.write.fields.email);
    return { ...put, hash, stream: contactAddressStream(teamId, hash) };
  });
  const absent = await ports.store.absentAmong(named.map(({ stream }) => stream));
  const made = await createTogether(
    ports,
    teamId,
    named.filter(({ stream }) => absent.has(stream)),
    by,
  );
  const alone = named.filter(({ stream }) => !made.has(stream));
  const others = await Promise.all(
    alone.map(async ({ stream, write, cause }) => {
      const written = await putContact(ports, teamId, write, { ...by, cause });
      return [stream, written] as const;
    }),
  );
  const written = new Map([...made, ...others]);
  return named.map(({ stream }) => {
    const each = written.get(stream);
    if (each === undefined) throw new Error(`nothing became of ${stream}`);
    return each;
  });
}

interface Named extends ContactToPut {
  /** The address's, keyed. */
  readonly hash: string;
  readonly stream: StreamName;
}

/** By the streams of their addresses, those that were written. */
async function createTogether(
  ports: WriteContactPorts,
  teamId: string,
  puts: readonly Named[],
  by: PutBy,
): Promise<ReadonlyMap<StreamName, ContactWritten>> {
  const contactIds = puts.map(() => ports.ids.next());
  const [first] = contactIds;
  if (first === undefined) return new Map();
  const { kids, newKeys } = await createKeys(ports, contactStream(first), puts.length);
  const metadata = metadataOf(ports.clock, by);
  const created = puts.flatMap(({ write, cause, hash, stream }, index) => {
    const [kid, contactId] = [kids[index], contactIds[index]];
    if (kid === undefined || contactId === undefined) return [];
    const command = creationUnder(kid, teamId, hash, write);
    const names = unwritten(contactAddress, stream);
    const parts = creationParts(ports, { teamId, contactId, names, command }, { ...metadata, causation: cause }, cause);
    return parts === undefined ? [] : [{ stream, contactId, parts }];
  });
  const appended = await ports.store.appendEach(
    encodedEach(
      ports,
      created.map(({ parts }) => parts),
      newKeys,
    ),
  );
  return new Map(
    created.flatMap(({ stream, contactId: id }, index) => {
      const result = appended[index];
      return result?.result === 'written'
        ? [[stream, { id, outcome: 'created', position: result.position }] as const]
        : [];
    }),
  );
}

function encodedEach(
  { codec }: Pick<WriteContactPorts, 'codec'>,
  all: readonly (readonly [StreamPart, StreamPart])[],
  keys: KeyRing,
): readonly StreamAppends[] {
  const encoded = codec.encode(all.flat(), keys);
  return all.map(([address, created], index): StreamAppends => {
    const [ofAddress, ofContact] = encoded.slice(2 * index, 2 * index + 2);
    if (ofAddress === undefined || ofContact === undefined) throw new Error('the codec left out a contact');
    return [
      { stream: address.stream, expected: address.expected, events: ofAddress.events },
      { stream: created.stream, expected: created.expected, events: ofContact.events },
    ];
  });
}
