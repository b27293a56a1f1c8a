import { BoundedMap } from './bounded-map.js';
import type { TeamOwners } from './team-owners.js';

/** Kinds of things that teams keep as files, each with its own limit for all teams of one owner. */
export type DiskKind = 'images' | 'imports' | 'contents';

/** The owner keeps as much of this kind as it may. Nothing of the new one was kept. */
export class DiskFull extends Error {
  readonly code = 'disk-full';

  constructor(
    readonly kind: DiskKind,
    readonly mostBytes: number,
  ) {
    super(`${kind} take ${mostBytes} bytes at most`);
  }
}

export interface DiskLimit {
  readonly mostBytes: number;
  /** What a team keeps, once its own last write shows. */
  readonly keptBytes: (teamId: string) => Promise<number>;
}

/** Bytes that are about to be kept. */
export interface DiskClaim {
  /** More of them. Throws `DiskFull` where they do not fit. */
  add(bytes: number): Promise<void>;
  /** It is over, and they were kept or not. */
  end(isKept: boolean): void;
}

interface Use {
  /** As the lists had it at that time. */
  read: number;
  readAtMs: number;
  /** Kept since. */
  since: number;
  /** About to be kept. */
  underWay: number;
  reading: Promise<void> | undefined;
}

/** What is deleted leaves room after a minute, or when it is needed. */
const readEveryMs = 60_000;
/** Who has no room is not looked at more often than this. */
const refusedAgainAfterMs = 2_000;
const mostOwners = 10_000;

/**
 * What owners of teams keep on disk, so that no one of them fills it. Claims at the same moment see one another, in
 * this process.
 */
export class DiskUse {
  readonly #uses = new BoundedMap<string, Use>(mostOwners);

  constructor(
    private readonly limits: Readonly<Record<DiskKind, DiskLimit>>,
    private readonly teamOwners: Pick<TeamOwners, 'of' | 'sum'>,
    private readonly nowMs: () => number,
  ) {}

  /** Throws `DiskFull` where nothing fits any more. */
  async claim(kind: DiskKind, teamId: string, bytes = 0): Promise<DiskClaim> {
    const use = await this.#useOf(kind, teamId);
    let own = 0;
    const add = async (more: number): Promise<void> => {
      await this.#readAgain(kind, teamId, use, more);
      // Nothing waits between the look and the claim: claims at the same moment see one another.
      if (!this.#fits(kind, use, more)) throw new DiskFull(kind, this.limits[kind].mostBytes);
      own += more;
      use.underWay += more;
    };
    await add(bytes);
    return {
      add,
      end(isKept) {
        use.underWay -= own;
        if (isKept) use.since += own;
        own = 0;
      },
    };
  }

  async #useOf(kind: DiskKind, teamId: string): Promise<Use> {
    const key = `${kind} ${await this.teamOwners.of(teamId)}`;
    const use = this.#uses.get(key) ?? { read: 0, readAtMs: -Infinity, since: 0, underWay: 0, reading: undefined };
    this.#uses.set(key, use);
    return use;
  }

  #fits(kind: DiskKind, { read, since, underWay }: Use, more: number): boolean {
    return read + since + underWay + more <= this.limits[kind].mostBytes;
  }

  async #readAgain(kind: DiskKind, teamId: string, use: Use, more: number): Promise<void> {
    const age = this.nowMs() - use.readAtMs;
    if (age > readEveryMs || (!this.#fits(kind, use, more) && age > refusedAgainAfterMs)) {
      use.reading ??= this.#read(kind, teamId, use).finally(() => (use.reading = undefined));
    }
    await use.reading;
  }

  async #read(kind: DiskKind, teamId: string, use: Use): Promise<void> {
    const before = use.since;
    use.read = await this.teamOwners.sum(teamId, this.limits[kind].keptBytes);
    use.readAtMs = this.nowMs();
    // What was kept while it was read may be in it, or not yet.
    use.since -= before;
  }
}
