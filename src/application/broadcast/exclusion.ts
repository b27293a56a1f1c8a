import type { AudienceMember } from '../../domain/broadcast/audience.js';
import type { Excluding } from '../../domain/broadcast/events.js';
import type { MemberResult } from '../../projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { ContentPorts } from '../template/template-content.js';
import type { EarlierBroadcast } from './chain.js';
import { MemberCursor } from './member-cursor.js';
import { type Fate, fateOf, type MemberFate } from './proof.js';
import { type Said, saySame } from './variant-content.js';

export type ExclusionPorts = LogPorts & ContentPorts & Pick<Ports, 'readStore'>;

/** Why somebody does not get a broadcast that is sent again. */
export type LeftOut = Extract<AudienceMember['skipped'], Excluding['kind'] | 'not-sent-before'>;

interface Earlier extends EarlierBroadcast {
  readonly cursor: MemberCursor;
}

const readTogether = 50;
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
      return { id, state, cursor: new MemberCursor(ports, id, state.audience?.chunks ?? 0) };
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

  /** `contactIds`: from newer to older. @returns those who do not get it. */
  async reasons(contactIds: readonly string[]): Promise<ReadonlyMap<string, LeftOut>> {
    const reasons = new Map<string, LeftOut>();
    if (this.first !== undefined) {
      const opened = await this.#opened(await this.#fates(this.first, contactIds), contactIds);
      for (const [contactId, reason] of opened) reasons.set(contactId, reason);
    }
    for (const other of this.others) {
      const left = contactIds.filter((contactId) => !reasons.has(contactId));
      // One of whom the log has lost the email may have had it.
      for (const [contactId, { fate }] of await this.#fates(other, left)) {
        if (fate !== 'skipped') reasons.set(contactId, 'had-it');
      }
    }
    return reasons;
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
