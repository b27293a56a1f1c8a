import type { AudienceMember } from '../../domain/broadcast/audience.js';
import type { Excluding, SentAs } from '../../domain/broadcast/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import { contactAddress } from '../../domain/contact/contact-address.js';
import type { MemberResult } from '../../projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import { contactAddressStream, takersIn } from '../contact/contact-streams.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { WhenProcessed } from '../shared/own-writes.js';
import type { Ports } from '../shared/ports.js';
import type { ContentPorts } from '../template/template-content.js';
import { type EarlierBroadcast, isFreezing, sentEarlier } from './chain.js';
import { MemberCursor } from './member-cursor.js';
import { addressHashAt } from './known-then.js';
import { type Fate, fateOf, type MemberFate } from './proof.js';
import { type Said, saySame } from './variant-content.js';

export type ExclusionPorts = LogPorts & ContentPorts & Pick<Ports, 'readStore'>;

/** Why somebody does not get a broadcast that is sent again. */
export type LeftOut = Extract<AudienceMember['skipped'], Excluding['kind'] | 'not-sent-before'>;

/** Somebody who may be left out. */
export interface Asked {
  readonly contactId: string;
  /** The keyed hash of the address that an email would go to. */
  readonly addressHash: string;
}

interface Earlier extends EarlierBroadcast {
  readonly cursor: MemberCursor;
  /** For those who had the address of somebody before. */
  readonly formerCursor: MemberCursor;
}

const readTogether = 50;
/** How long a step of a broadcast waits for a read model; then it comes again later. */
export const processedWithinMs = 1_000;
/** Whom it reached, as far as the log knows. */
const reached: readonly Fate[] = ['sent', 'unknown'];

/** Whom a broadcast that is sent again leaves out: each chunk of an earlier audience is read once, in their order. */
export class Exclusion {
  private constructor(
    private readonly ports: ExclusionPorts,
    /** Only those are meant who were sent this one; undefined where it goes to those who had none. */
    private readonly first: Earlier | undefined,
    /** Who had any of these does not get it. */
    private readonly others: readonly Earlier[],
  ) {}

  /** `content`, `test`: of the one that is sent. `earlier`: all of its chain that were sent before. */
  static async of(
    ports: ExclusionPorts,
    { excluding: { broadcastId, kind }, ...said }: Said & { readonly excluding: Excluding },
    earlier: readonly EarlierBroadcast[],
  ): Promise<Exclusion> {
    const walked = ({ id, state }: EarlierBroadcast): Earlier => {
      const cursor = () => new MemberCursor(ports, id, state.audience?.chunks ?? 0);
      return { id, state, cursor: cursor(), formerCursor: cursor() };
    };
    if (kind === 'had-it') return new Exclusion(ports, undefined, earlier.map(walked));
    const same: Earlier[] = [];
    let first: Earlier | undefined;
    for (const each of earlier) {
      if (each.id === broadcastId) first = walked(each);
      else if (await saySame(ports, said, each.state)) same.push(walked(each));
    }
    if (first === undefined) throw new Error(`${broadcastId} was not sent, and its audience is asked for`);
    return new Exclusion(ports, first, same);
  }

  /** `asked`: from newer contacts to older ones. @returns those who do not get it, by contact. */
  async reasons(asked: readonly Asked[]): Promise<ReadonlyMap<string, LeftOut>> {
    const reasons = new Map<string, LeftOut>();
    if (this.first !== undefined) {
      const contactIds = asked.map(({ contactId }) => contactId);
      const opened = await this.#opened(await this.#fates(this.first, contactIds), contactIds);
      for (const [contactId, reason] of opened) reasons.set(contactId, reason);
    }
    for (const other of this.others) {
      const left = asked.filter(({ contactId }) => !reasons.has(contactId));
      const fates = await this.#fates(
        other,
        left.map(({ contactId }) => contactId),
      );
      // One of whom the log has lost the email may have had it.
      for (const [contactId, { fate }] of fates) if (fate !== 'skipped') reasons.set(contactId, 'had-it');
      for (const { contactId } of await this.#hadAtAddress(other, left)) reasons.set(contactId, 'had-it');
    }
    return reasons;
  }

  /** Those to whose address it was sent, as another contact had it then: a contact that was deleted and made again. */
  async #hadAtAddress(earlier: Earlier, asked: readonly Asked[]): Promise<readonly Asked[]> {
    const had: Asked[] = [];
    for (let from = 0; from < asked.length; from += readTogether) {
      const some = asked.slice(from, from + readTogether);
      const former = await Promise.all(some.map((each) => this.#formerOf(earlier, each)));
      for (const [index, each] of some.entries()) {
        const isHad = await this.#wasSent(earlier, each, former[index] ?? []);
        if (isHad) had.push(each);
      }
    }
    return had;
  }

  /** Other contacts that had the address. */
  async #formerOf({ state: { teamId } }: Earlier, { contactId, addressHash }: Asked): Promise<readonly string[]> {
    const stream = contactAddressStream(teamId, addressHash);
    const { events } = await load(this.ports, contactAddress, stream);
    return takersIn(events).filter((id) => id !== contactId);
  }

  async #wasSent(
    { state, formerCursor }: Earlier,
    { addressHash }: Asked,
    contactIds: readonly string[],
  ): Promise<boolean> {
    for (const contactId of contactIds) {
      const place = await formerCursor.find(contactId);
      const revision = place?.audience.frozen.members[place.member]?.revision;
      if (place === undefined || revision === undefined) continue;
      const isSame = (await addressHashAt(this.ports, contactId, revision)) === addressHash;
      if (isSame && (await fateOf(this.ports, state, place)).fate !== 'skipped') return true;
    }
    return false;
  }

  /** A click says that somebody saw it, also where pictures are not loaded. */
  async #opened(
    fates: ReadonlyMap<string, MemberFate>,
    contactIds: readonly string[],
  ): Promise<readonly (readonly [string, LeftOut])[]> {
    const emailIds = [...fates.values()].flatMap(({ emailId }) => emailId ?? []);
    const results = await this.ports.readStore.getMany(broadcastResultsProjection, emailIds);
    return contactIds.flatMap((contactId): readonly (readonly [string, LeftOut])[] => {
      const { fate, emailId } = fates.get(contactId) ?? { fate: 'skipped', emailId: null };
      if (emailId === null || !reached.includes(fate)) return [[contactId, 'not-sent-before']];
      const seen = results.get(emailId)?.document as MemberResult | undefined;
      const isOpened = seen !== undefined && seen.opens.people + seen.clicks.people > 0;
      return isOpened ? [[contactId, 'opened']] : [];
    });
  }

  /** By contact; missing for those who were not in the audience. */
  async #fates({ state, cursor }: Earlier, contactIds: readonly string[]): Promise<ReadonlyMap<string, MemberFate>> {
    const found = new Map<string, MemberFate>();
    for (let from = 0; from < contactIds.length; from += readTogether) {
      const reads: Promise<MemberFate>[] = [];
      for (const contactId of contactIds.slice(from, from + readTogether)) {
        const place = await cursor.find(contactId);
        if (place !== undefined) reads.push(fateOf(this.ports, state, place));
      }
      for (const fate of await Promise.all(reads)) found.set(fate.contactId, fate);
    }
    return found;
  }
}

/** @returns undefined while it is not known who got, or who opened, what was sent before. */
export async function exclusionOf(
  ports: ExclusionPorts & { readonly whenProcessed: WhenProcessed },
  id: string,
  { excluding, content, test }: SentAs,
  queuedAt: Position,
): Promise<Exclusion | undefined> {
  if (excluding === undefined) return undefined;
  const earlier = await sentEarlier(ports, { id, excluding }, queuedAt);
  if (earlier.some(isFreezing)) return undefined;
  const isCaughtUp =
    excluding.kind === 'had-it' ||
    (await ports.whenProcessed(broadcastResultsProjection.name, queuedAt, processedWithinMs));
  return isCaughtUp ? Exclusion.of(ports, { excluding, content, test }, earlier) : undefined;
}
