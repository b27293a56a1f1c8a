import { nextTurn } from '../shared/delay.js';
import type { LogPorts } from '../shared/handle.js';
import { loadAudience } from './broadcast-streams.js';
import type { MemberPlace } from './proof.js';

/**
 * Finds contacts in the frozen audience of a broadcast, a chunk in memory at a time. Audiences go from newer contacts
 * to older ones, so one pass finds all that are asked for in this order; another order reads chunks again.
 */
export class MemberCursor {
  /** The oldest contact of each chunk that was read. */
  readonly #oldest: string[] = [];
  #chunk = -1;
  #there: (Omit<MemberPlace, 'member'> & { readonly members: ReadonlyMap<string, number> }) | undefined;

  constructor(
    private readonly ports: LogPorts,
    private readonly broadcastId: string,
    private readonly chunks: number,
  ) {}

  /** @returns undefined for somebody who is not in the audience. */
  async find(contactId: string): Promise<MemberPlace | undefined> {
    if (!this.#isIn(this.#chunk, contactId)) {
      let chunk = this.#oldest.findIndex((oldest) => oldest <= contactId);
      while (chunk === -1 && this.#oldest.length < this.chunks) {
        const next = this.#oldest.length;
        await this.#read(next);
        if (this.#isIn(next, contactId)) chunk = next;
      }
      if (chunk === -1) return undefined;
      if (chunk !== this.#chunk) await this.#read(chunk);
    }
    const member = this.#there?.members.get(contactId);
    if (this.#there === undefined || member === undefined) return undefined;
    const { audience, chunkId } = this.#there;
    return { audience, chunkId, member };
  }

  /** Whether it is in this chunk or in none. */
  #isIn(chunk: number, contactId: string): boolean {
    const [before, oldest] = [this.#oldest[chunk - 1], this.#oldest[chunk]];
    return oldest !== undefined && oldest <= contactId && (before === undefined || contactId < before);
  }

  async #read(chunk: number): Promise<void> {
    const { state, events, stream } = await loadAudience(this.ports, this.broadcastId, chunk);
    const [opening] = events;
    // Without it, its members would count as such who never had it.
    if (state === null || opening === undefined) throw new Error(`${stream} is missing`);
    const { members } = state.frozen;
    this.#there = {
      audience: state,
      chunkId: opening.id,
      members: new Map(members.map(({ contactId }, member) => [contactId, member])),
    };
    this.#chunk = chunk;
    this.#oldest[chunk] = members.at(-1)?.contactId ?? '';
    await nextTurn();
  }
}
