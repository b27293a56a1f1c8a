import { type EventStoreDBClient, ErrorType, isCommandError, NotLeaderError } from '@eventstore/db-client';
import { setMaxListeners } from 'node:events';
import { type ClientReports, createGuardedClient, keepIpNamesQuiet } from './client.js';
import { clientConnectionString } from './connection-string.js';
import { createLeaderSearch, type LeaderSearch } from './leader-search.js';
import { type LogAddress, type Place, placeName, readAddress } from './log-address.js';
import { ConnectionGivenUp, NotHandled } from './log-away.js';
import { membersSeenBy } from './members.js';
import { readTls } from './reach-server.js';
import { type Silence, type SilenceLimits, silenceLimits, watchSilence } from './silence.js';

/** One server that answers, and leads as far as is known. */
export interface Connected {
  readonly client: EventStoreDBClient;
  /** To be called with everything that comes while more is to come: what speaks is not silent. */
  readonly heard: () => void;
  /** Aborts with a {@link ConnectionGivenUp} when streams over it will bring nothing any more. */
  readonly givenUp: AbortSignal;
  /** For a stream over it, until the answer is called: it is looked after. */
  holdStream(): () => void;
  /** What a stream over it ended with. */
  failed(error: unknown): void;
}

/** The way to the server that leads, whichever that is. */
export interface Connection {
  /**
   * Does something with the leader's client; connects where there is no connection. Rejects with `LogAway` when none
   * can be made, or the one in use is dropped: whether the work was done is not known then.
   */
  ask<Result>(work: (connected: Connected) => Promise<Result>): Promise<Result>;
  /** Rejects with `LogAway`. */
  connected(): Promise<Connected>;
  /** Ends every call under way and the connection; resolves when no handle is left. */
  close(): Promise<void>;
}

const closed = 'the log is closed';

/** So long a server that is left may still answer what it was asked. */
const lastAnswersMs = 3_000;

interface Live extends Connected {
  readonly place: Place;
  readonly silence: Silence;
  /** Rejects calls that wait for an answer. */
  readonly waiting: Set<(error: Error) => void>;
  /** No new call; those under way may still be answered. */
  retire(why: Error): void;
  /** As {@link retire}, and no answer is waited for. */
  abandon(why: Error): void;
  close(): Promise<void>;
}

/**
 * Connects with the first call. Throws `ConnectionStringError`, or an error about a certificate's file.
 */
export function openConnection(
  url: string,
  reports: ClientReports & { readonly limits?: SilenceLimits } = {},
): Connection {
  keepIpNamesQuiet();
  const address = readAddress(url);
  const [home] = address.places;
  if (home === undefined) throw new Error('an address has a place');
  // Connects to nothing: whether the client takes the string, and finds its files.
  createGuardedClient(clientConnectionString(url));
  return new LeaderConnection(address, home, reports);
}

class LeaderConnection implements Connection {
  #current: Promise<Live> | undefined;
  /** Named by a server that leads no longer. */
  #next: Place | undefined;
  readonly #closing = new AbortController();
  readonly #open = new Set<Live>();
  readonly #search: LeaderSearch;

  constructor(
    private readonly address: LogAddress,
    private readonly home: Place,
    private readonly reports: ClientReports & { readonly limits?: SilenceLimits },
  ) {
    this.#search = createLeaderSearch(address, readTls(address.tls), home, this.#closing.signal);
  }

  async ask<Result>(work: (connected: Connected) => Promise<Result>): Promise<Result> {
    const live = await this.#connectedNow();
    const isAnswered = live.silence.owes('call');
    let giveUp: (error: Error) => void = () => undefined;
    try {
      const result = await new Promise<Result>((resolve, reject) => {
        giveUp = reject;
        live.waiting.add(reject);
        work(live).then(resolve, reject);
      });
      live.heard();
      return result;
    } catch (error) {
      this.#judge(live, error);
      throw error;
    } finally {
      live.waiting.delete(giveUp);
      isAnswered();
      if (live.givenUp.aborted && live.waiting.size === 0) void live.close();
    }
  }

  connected(): Promise<Live> {
    if (this.#closing.signal.aborted) return Promise.reject(new Error(closed));
    if (this.#current !== undefined) return this.#current;
    const connecting = this.#connect();
    this.#current = connecting;
    connecting.catch(() => {
      if (this.#current === connecting) this.#current = undefined;
    });
    return connecting;
  }

  /** One that was left while its caller waited is no use any more. */
  async #connectedNow(): Promise<Live> {
    for (;;) {
      const live = await this.connected();
      if (!live.givenUp.aborted) return live;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const closing = new ConnectionGivenUp(closed);
    await Promise.all(
      [...this.#open].map((live) => {
        live.abandon(closing);
        return live.close();
      }),
    );
  }

  async #connect(): Promise<Live> {
    const named = this.#next;
    this.#next = undefined;
    const place = await this.#search.find(named);
    if (this.#closing.signal.aborted) throw new Error(closed);
    return this.#openAt(place);
  }

  #openAt(place: Place): Live {
    const { onStrayAnswer, onCall, limits = silenceLimits } = this.reports;
    const { client, close } = createGuardedClient(this.address.clientString(place, nextNumber()), {
      onStrayAnswer,
      onCall,
    });
    const giving = new AbortController();
    // Each stream over it listens.
    setMaxListeners(0, giving.signal);
    const waiting = new Set<(error: Error) => void>();
    const silence = watchSilence({
      limits,
      probe: async () => whyNotLeader(await membersSeenBy(client), place, this.address.isCluster),
      onDead: (why) => this.#giveUp(live, new ConnectionGivenUp(`${placeName(place)} is dropped: ${why}`)),
    });
    let closing: Promise<void> | undefined;
    const live: Live = {
      client,
      place,
      silence,
      waiting,
      givenUp: giving.signal,
      heard: silence.heard,
      holdStream: () => silence.owes('stream'),
      failed: (error) => this.#judge(live, error),
      retire: (why) => giving.abort(why),
      abandon(why) {
        giving.abort(why);
        for (const reject of waiting) reject(why);
      },
      close: () => {
        silence.stop();
        closing ??= close().finally(() => this.#open.delete(live));
        return closing;
      },
    };
    this.#open.add(live);
    return live;
  }

  /** What an error says about the connection. */
  #judge(live: Live, error: unknown): void {
    if (error instanceof NotLeaderError) {
      const { address: host, port } = error.leader;
      return this.#leave(live, 'it leads no longer', { host, port });
    }
    if (error instanceof NotHandled) {
      // A single server is ready in a moment; of several another one may lead.
      const isAtHome = !this.address.isCluster && placeName(live.place) === placeName(this.home);
      return isAtHome ? undefined : this.#leave(live, 'it is not ready');
    }
    if (isLoss(error)) this.#leave(live, 'it is not available');
  }

  /** Calls under way may still be answered there. */
  #leave(live: Live, why: string, next?: Place): void {
    if (!this.#forget(live)) return;
    this.#next = next;
    live.retire(new ConnectionGivenUp(`${placeName(live.place)} is left: ${why}`));
    const abandon = (): void => this.#giveUp(live, new ConnectionGivenUp(`${placeName(live.place)} was left: ${why}`));
    setTimeout(abandon, lastAnswersMs).unref();
  }

  #giveUp(live: Live, why: ConnectionGivenUp): void {
    this.#forget(live);
    live.abandon(why);
    void live.close();
  }

  /** Whether it was the one in use. */
  #forget(live: Live): boolean {
    if (live.givenUp.aborted) return false;
    this.#current = undefined;
    return true;
  }
}

let connections = 0;
/** Also where a process has several: gRPC keeps what it shares for the whole process. */
const nextNumber = (): number => (connections += 1);

/** @returns undefined when it leads, or stands alone. */
function whyNotLeader(
  members: Awaited<ReturnType<typeof membersSeenBy>>,
  place: Place,
  isCluster: boolean,
): string | undefined {
  const own = members.find((member) => placeName(member.place) === placeName(place));
  return isCluster && own?.leads === false ? 'it leads no longer' : undefined;
}

const grpcUnavailable = 14;

/** No server is behind it any more, or one that wants to be left. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isCommandError(error)) return error.type === ErrorType.UNAVAILABLE || error.type === ErrorType.CANCELLED;
  return 'code' in error && error.code === grpcUnavailable;
}
