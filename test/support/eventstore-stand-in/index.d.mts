export interface StandInOptions {
  /** Where the log is kept; created when absent. */
  readonly dir: string;
  /** Default: a free one. */
  readonly port?: number;
  /** PEM; the default is plain text. */
  readonly tls?: { readonly certificate: string; readonly privateKey: string };
  /** The one user there is: calls without are UNAUTHENTICATED. Default: nobody is asked. */
  readonly credentials?: { readonly user: string; readonly password: string };
  /** What this user may not: read `$all`, or what only administrators read. Default: nothing is refused. */
  readonly refuses?: 'all' | 'administration';
  /** What gossip says of this one member; other than `leader` it refuses calls that need one. Default: `leader`. */
  readonly member?: 'leader' | 'follower' | 'read-only';
  /** Events that wait for a live subscriber that takes no more; default 32, `Infinity` never overflows. */
  readonly liveBufferEvents?: number;
  /** `drop` (default): the subscription ends, as up to 23.10. `fall-behind`: it catches up by itself, as from 24.2 on. */
  readonly onOverflow?: 'drop' | 'fall-behind';
  /** Where it leads several. */
  readonly cluster?: {
    /** What it tells of them, itself among them. */
    members(): readonly Member[];
    /** What was written is acknowledged when this resolves. */
    confirmed(): Promise<void>;
  };
  /** How long after the first answer to a bad event the second one comes; default 2000. */
  readonly secondAnswerAfterMs?: number;
}

export interface Member {
  readonly instanceId: string;
  readonly port: number;
  readonly doing: 'leads' | 'follows' | 'elects' | 'reads' | 'gone';
}

export interface StandInFaults {
  /** Ends every live subscription as an overflow of its buffer does. Those that still catch up stay. */
  dropLive(): void;
  /** From now on every append waits so long before it is looked at; 0: no longer. */
  slowAppends(delayMs: number): void;
  /** From now on nothing is answered, as by a frozen server, except pings. What came meanwhile is done at `release`. */
  hold(): void;
  release(): void;
  /** The next append's answer is never sent. Resolves when that append is on disk. */
  loseNextAnswer(): Promise<void>;
  /** The next append's answer waits for `giveKeptAnswer`, on the batch path. Resolves when that append is on disk. */
  keepNextAnswer(): Promise<void>;
  giveKeptAnswer(): void;
  /** The next append ends its stream with UNAVAILABLE, and nothing is written of it; other streams go on. Resolves when it does. */
  failNextStream(): Promise<void>;
  /** The next append that is written gets its answer two times. Resolves when it does. */
  answerNextTwice(): Promise<void>;
  /** Every connection is reset; new ones are taken. */
  cutConnections(): void;
  /** The server's clock is ahead by so much (negative: behind). */
  moveClock(aheadMs: number): void;
}

export interface StandIn {
  readonly port: number;
  readonly connectionString: string;
  readonly faults: StandInFaults;
  /** Goes away at once, as a server does that is killed: calls under way end with UNAVAILABLE. */
  stop(): Promise<void>;
}

export function startEventStoreStandIn(options: StandInOptions): Promise<StandIn>;
