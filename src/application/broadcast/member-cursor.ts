import { nextTurn } from '../shared/delay.js';
import type { LogPorts } from '../shared/handle.js';
import { loadAudience } from './broadcast-streams.js';
import type { MemberPlace } from './proof.js';

/**
 * Finds contacts in the frozen audience of a broadcast, a chunk in memory at a time. Audiences go from newer contacts
 * to older ones, so one pass finds all that are asked for in this order; a newer one begins another pass.
 */
export class MemberCursor {
  #chunk = -1;
  #at = 0;
  #loaded: Omit<MemberPlace, 'member'> | undefined;
  #asked: string | undefined;

  constructor(
    private readonly ports: LogPorts,
    private readonly broadcastId: string,
    private readonly chunks: number,
  ) {}

  /** @returns undefined for somebody who is not in the audience. */
  async find(contactId: string): Promise<MemberPlace | undefined> {
    if (this.#asked !== undefined && contactId > this.#asked) this.#restart();
    this.#asked = contactId;
    for (;;) {
      const there = this.#loaded;
      const members = there?.audience.frozen.members ?? [];
      while ((members[this.#at]?.contactId ?? '') > contactId) this.#at += 1;
      const member = members[this.#at];
      if (there !== undefined && member !== undefined) {
        return member.contactId === contactId ? { ...there, member: this.#at } : undefined;
      }
      if (this.#chunk + 1 >= this.chunks) return undefined;
      await this.#next();
    }
  }

  #restart(): void {
    this.#chunk = -1;
    this.#at = 0;
    this.#loaded = undefined;
  }

  async #next(): Promise<void> {
    const { state, events, stream } = await loadAudience(this.ports, this.broadcastId, this.#chunk + 1);
    const [opening] = events;
    // Without it, its members would count as such who never had it.
    if (state === null || opening === undefined) throw new Error(`${stream} is missing`);
    this.#loaded = { audience: state, chunkId: opening.id };
    this.#chunk += 1;
    this.#at = 0;
    await nextTurn();
  }
}
