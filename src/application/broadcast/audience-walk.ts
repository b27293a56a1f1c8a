import { audience, type AudienceOpened, turnsLeft } from '../../domain/broadcast/audience.js';
import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import { atOnce, beginsMs, membersOfTurn, type Turn } from '../../domain/broadcast/turns.js';
import { nextTurn } from '../shared/delay.js';
import { factPatience, handle, type LogPorts, type Provenance } from '../shared/handle.js';
import { loadAudience } from './broadcast-streams.js';
import type { LoadedChunk } from './open-members.js';

/** Those of a chunk whose turn it is. */
export interface OpenChunk {
  readonly loaded: LoadedChunk;
  readonly turn: Turn;
  readonly members: readonly number[];
  /** Those who were not looked at yet. */
  left: readonly number[];
  readonly skipped: AudienceOpened['skipped'][number][];
  /** Whether some of those left may have an email already. */
  mayBeOpened: boolean;
}

/** `passed`: a chunk with no member in this turn, or that had it already. `untilMs`: when the next turn begins. */
export type NextChunk = OpenChunk | 'passed' | 'end' | { readonly untilMs: number };

/**
 * The way through a frozen audience: turn by turn, and in each chunk by chunk, one of which is in memory. The facts of
 * the chunks say how far it was, so that after a restart no email of a turn is looked for that was dealt with.
 */
export class AudienceWalk {
  #turn = 0;
  #chunk = 0;
  /** Turns that some of the chunks looked at have still before them: others are passed over. */
  readonly #later = new Set<Turn>();
  /** When the last turn of a chunk was noted, as far as chunks were looked at. */
  lastNotedMs: number | undefined;

  constructor(
    private readonly ports: LogPorts,
    private readonly broadcastId: string,
  ) {}

  async next(state: Broadcast): Promise<NextChunk> {
    const { chunks = 0, turns = [{ turn: atOnce }] } = state.audience ?? {};
    if (this.#chunk >= chunks) {
      const next = turns.findIndex(({ turn }, index) => index > this.#turn && this.#later.has(turn));
      if (next === -1) return 'end';
      this.#turn = next;
      this.#chunk = 0;
      this.#later.clear();
    }
    const { turn } = turns[this.#turn] ?? { turn: atOnce };
    const fromMs = beginsMs(turn, state);
    return fromMs > this.ports.clock.now() ? { untilMs: fromMs } : this.#look(turn);
  }

  /** The chunk that the facts leave open, where its turn has begun: only in this one, emails may be there already. */
  async inProgress(state: Broadcast): Promise<OpenChunk | undefined> {
    if (state.audience === null) return undefined;
    for (;;) {
      const next = await this.next(state);
      if (next !== 'passed') return next === 'end' || 'untilMs' in next ? undefined : next;
      await nextTurn();
    }
  }

  async #look(turn: Turn): Promise<OpenChunk | 'passed'> {
    const loaded = await loadAudience(this.ports, this.broadcastId, this.#chunk);
    const { state, events, stream } = loaded;
    if (state === null) throw new Error(`${stream} is missing`);
    const noted = events.findLast(({ event }) => event.type !== 'AudienceFrozen');
    if (noted !== undefined) this.#notedAt(Date.parse(noted.metadata.time));
    const left = turnsLeft(state);
    for (const each of left) this.#later.add(each);
    // One in which all were skipped has no turn, and is ended in the first.
    const isEnded = state.opened !== null || (left.length > 0 && !left.includes(turn));
    if (isEnded) {
      this.#chunk += 1;
      return 'passed';
    }
    const members = membersOfTurn(state.frozen.members, turn);
    return { loaded: { ...loaded, state }, turn, members, left: members, skipped: [], mayBeOpened: true };
  }

  /** Each of those has an email now, or was skipped. */
  async note({ loaded: { stream }, turn, members, skipped }: OpenChunk, provenance: Provenance): Promise<void> {
    const opened = { emails: members.length - skipped.length, skipped };
    const command = { type: 'NoteOpened', turn, opened } as const;
    const handled = await handle(this.ports, audience, stream, command, provenance, { patience: factPatience });
    if ('refused' in handled) throw new Error(`${stream} could not be marked: ${handled.refused}`);
    this.#notedAt(this.ports.clock.now());
    this.#chunk += 1;
  }

  #notedAt(ms: number): void {
    this.lastNotedMs = Math.max(this.lastNotedMs ?? ms, ms);
  }
}
