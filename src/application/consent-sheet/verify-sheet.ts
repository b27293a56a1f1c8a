import { consentSheet } from '../../domain/consent-sheet/consent-sheet.js';
import type { ContactEvent } from '../../domain/contact/events.js';
import { type ConsentSheet, type SheetFact, signedText, statedText } from '../../domain/consent-sheet/sheet.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { logSealStream, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { ConsentProof } from '../ports/consent-proof.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { SealMath } from '../ports/seal-signing.js';
import { type CoveringSeal, coveringSeal } from '../seal/covering-seal.js';
import { lastSeal } from '../seal/last-seal.js';
import { rootOf } from '../seal/seal-content.js';
import { addressHash } from '../shared/address-hash.js';
import { load, type LogPorts } from '../shared/handle.js';
import { isSigned } from '../verify/log-head.js';
import { type ChainLink, problemInWords } from '../verify/succession.js';
import { placeOf } from './facts.js';

export interface VerifySheetPorts extends LogPorts {
  readonly hash: KeyedHash;
  readonly math: SealMath;
  readonly consentProof: Pick<ConsentProof, 'macOf'>;
  /** As {@link VerifyPorts.linkOf}. */
  readonly linkOf: (stored: StoredEvent) => ChainLink;
}

/** A fact of the sheet, held against the log. */
interface VerifiedFact {
  readonly event: string;
  /** Number of the seal that covers it; null: none yet. */
  readonly seal: number | null;
  /** Absent when the log says the same. */
  readonly problem?: string;
}

export interface SheetVerification {
  /** What is wrong with the sheet as a whole; nothing: it is as it was issued. */
  readonly problems: readonly string[];
  /** The number of the seal that covers its issuing; null when none does yet. */
  readonly issuedSeal: number | null;
  readonly facts: readonly VerifiedFact[];
  /** Whether nothing in the log tells any more who the person is. */
  readonly isErased: boolean;
}

/**
 * Holds a sheet against the log: what was signed and committed to, each fact, its chain up to the seal that covers it,
 * and that seal. Needs none of the person's keys. The rest of the log is for `verifyLog`.
 */
export async function verifySheet(ports: VerifySheetPorts, sheet: ConsentSheet): Promise<SheetVerification> {
  const issued = await placed(ports, { stream: streamName('consentsheet', sheet.id), revision: 0 });
  const problems = [
    signatureProblem(ports, sheet, (await lastSeal(ports))?.event.data.publicKey),
    await commitmentProblem(ports, sheet),
    'problem' in issued ? issued.problem : undefined,
    await addressProblem(ports, sheet),
  ].filter((problem) => problem !== undefined);
  const facts: VerifiedFact[] = [];
  for (const fact of sheet.facts) facts.push(await verifyFact(ports, fact, sheet.contact_ids));
  const issuedSeal = 'problem' in issued ? null : issued.seal;
  return { problems, issuedSeal, facts, isErased: await isErased(ports, sheet) };
}

function signatureProblem({ math }: VerifySheetPorts, sheet: ConsentSheet, sealedBy: string | undefined) {
  if (!math.isSignedBy(sheet.public_key, signedText(sheet), sheet.signature))
    return 'its signature does not fit what it says: it was changed after it was issued';
  if (sealedBy !== undefined && sheet.public_key !== sealedBy)
    return 'it is signed with another key than the seals of this log: another installation issued it';
  return undefined;
}

async function commitmentProblem(ports: VerifySheetPorts, sheet: ConsentSheet): Promise<string | undefined> {
  const { state } = await load(ports, consentSheet, streamName('consentsheet', sheet.id));
  if (state === null) return 'the log does not know that it was issued';
  const computed = ports.consentProof.macOf(sheet.secret, statedText(sheet));
  return computed === state.commitment ? undefined : 'it is not the sheet that the log has a commitment to';
}

/** The hash of the address stays in the log when the person is erased. */
async function addressProblem(ports: VerifySheetPorts, { address, contact_ids }: ConsentSheet) {
  const hash = addressHash(ports.hash, address);
  for (const id of contact_ids) {
    const events = ports.codec.decode(await ports.store.readStream(streamName('contact', id)));
    const own = events.some(({ event }) => 'addressHash' in event.data && event.data.addressHash === hash);
    if (!own) return `contact ${id} never had the address that it names`;
  }
  return undefined;
}

async function isErased(ports: VerifySheetPorts, { contact_ids }: ConsentSheet): Promise<boolean> {
  for (const id of contact_ids) {
    const kids = ports.codec.kids(await ports.store.readStream(streamName('contact', id)));
    for (const { state } of (await ports.keys.getMany(kids)).values()) if (state === 'present') return false;
  }
  return true;
}

async function verifyFact(
  ports: VerifySheetPorts,
  fact: SheetFact,
  contactIds: readonly string[],
): Promise<VerifiedFact> {
  const { event, seal } = fact;
  const found = await placed(ports, event);
  if ('problem' in found) return { event: event.id, seal: null, problem: found.problem };
  const problem = contactIds.some((id) => event.stream === streamName('contact', id))
    ? differenceIn(fact, found.recorded, found.digest)
    : 'it is in the stream of another contact';
  const moved = seal !== null && JSON.stringify(placeOf(found.covering)) !== JSON.stringify(seal);
  const wrong = problem ?? (moved ? `seal ${seal.number} of the log is another one than the sheet names` : undefined);
  return { event: event.id, seal: found.seal, ...(wrong === undefined ? {} : { problem: wrong }) };
}

function differenceIn(fact: SheetFact, { id, event, metadata }: Recorded, digest: string): string | undefined {
  if (id !== fact.event.id || digest !== fact.event.digest) return 'the log has another event there';
  // The codec types the union of all events; the stream is a contact's.
  const { type, data } = event as ContactEvent;
  if (type !== 'ContactSubscribed' && type !== 'ContactUnsubscribed') return 'the event there is no yes or no';
  const { topicId, occasion } = data;
  const isSame =
    (type === 'ContactSubscribed') === (fact.answer === 'yes') &&
    topicId === (fact.topic?.id ?? null) &&
    metadata.time === fact.at &&
    occasion.means === fact.means &&
    occasion.emailId === fact.email_id &&
    occasion.importId === fact.import_id &&
    (occasion.formId ?? null) === fact.form_id &&
    occasion.saidAt === fact.said_at &&
    occasion.pageVersion === (fact.shown?.version ?? null);
  return isSame ? undefined : 'the event there says something else';
}

interface Placed {
  readonly recorded: Recorded;
  readonly digest: string;
  readonly covering: CoveringSeal | undefined;
  readonly seal: number | null;
}

/** The event at this place, with its digest computed again, and what seals it. */
async function placed(
  ports: VerifySheetPorts,
  { stream, revision }: { readonly stream: StreamName; readonly revision: number },
): Promise<Placed | { readonly problem: string }> {
  const [stored] = await ports.store.readStream(stream, { from: revision, limit: 1 });
  if (stored === undefined || stored.revision !== revision)
    return { problem: `${stream} has no event at revision ${revision} in this log` };
  const covering = await coveringSeal(ports, stored);
  const link = await chainUpTo(ports, stored, covering);
  if (typeof link === 'string') return { problem: link };
  const [recorded] = ports.codec.decode([stored]);
  if (recorded === undefined) return { problem: `${stream} has no event at revision ${revision} in this log` };
  return { recorded, digest: link.digest, covering, seal: covering === undefined ? null : covering.seal.revision + 1 };
}

/** The event's own digest, once each digest from it to the end that the seal names fits; else what does not. */
async function chainUpTo(
  ports: VerifySheetPorts,
  first: StoredEvent,
  covering: CoveringSeal | undefined,
): Promise<ChainLink | string> {
  const { store, linkOf } = ports;
  const { stream, revision: from } = first;
  const limit = (covering?.leaf.revision ?? from) - from + 1;
  const links: ChainLink[] = [];
  for (const stored of await store.readStream(stream, { from, limit })) {
    const link = problemInWords(() => linkOf(stored));
    if (typeof link === 'string') return `${stream} revision ${stored.revision}: ${link}`;
    const before = links.at(-1);
    if (link.computed !== link.digest || (before !== undefined && link.predecessor !== before.digest))
      return `${stream} revision ${stored.revision} was changed: its digest or its chain does not fit`;
    links.push(link);
  }
  const [own, last] = [links[0], links.at(-1)];
  if (own === undefined) return `${stream} has no event at revision ${from} in this log`;
  if (covering === undefined) return own;
  if (links.length !== limit || last?.digest !== covering.leaf.digest)
    return `${stream} does not end as seal ${covering.seal.revision + 1} says`;
  return (await sealProblem(ports, covering)) ?? own;
}

async function sealProblem({ store, linkOf, math }: VerifySheetPorts, { seal }: CoveringSeal) {
  const { revision, event } = seal;
  const number = revision + 1;
  const [before] = revision === 0 ? [] : await store.readStream(logSealStream, { from: revision - 1, limit: 1 });
  const previous = before === undefined ? null : problemInWords(() => linkOf(before).computed);
  if (rootOf(math, event.data.leaves, previous) !== event.data.root)
    return `seal ${number} was changed: its root does not fit`;
  return isSigned(math, { ...event.data }) ? undefined : `seal ${number} was changed: its signature does not fit`;
}
