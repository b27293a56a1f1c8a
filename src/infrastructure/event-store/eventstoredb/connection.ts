import { type EventStoreDBClient, ErrorType, isCommandError, NotLeaderError } from '@eventstore/db-client';
import { setMaxListeners } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { keepIpNamesQuiet } from '../../engine-failure/quiet-ip-names.js';
import { type ClientReports, createGuardedClient } from './client.js';
import { clientConnectionString } from './connection-string.js';
import { findLeader } from './find-leader.js';
import { type LogAddress, type Place, placeName, readAddress } from './log-address.js';
import { ConnectionGivenUp, LogAway, NotHandled } from './log-away.js';
import { membersOver, membersSeenBy } from './members.js';
import { reachServer, readTls, type TlsOptions } from './reach-server.js';
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
   * Does something with the leader's client; connects where there is no connection. Rejects with {@link LogAway} when none can be made, or the one
   * in use is given up: whether the work was done is not known then.
   */
  ask<Result>(work: (connected: Connected) => Promise<Result>): Promise<Result>;
  /** Rejects with {@link LogAway}. */
  connected(): Promise<Connected>;
  /** Ends every call under way and the connection; resolves when no handle is left. */
  close(): Promise<void>;
}

const closed = 'the log is closed';

/** An attempt to connect ends after this. */
const connectMs = 3_000;
/** A single server is tried again so soon, while the attempts before may still be answered: a network that is well again is used at once. */
const tryAgainMs = 1_000;
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
  return new LeaderConnection(address, readTls(address.tls), home, reports);
}

class LeaderConnection implements Connection {
  #current: Promise<Live> | undefined;
  /** Named by a server that leads no longer. */
  #next: Place | undefined;
  /** Beside those of the address, which may be one name for all, or out of date. */
  #members: readonly Place[] = [];
  readonly #closing = new AbortController();
  readonly #open = new Set<Live>();

  constructor(
    private readonly address: LogAddress,
    private readonly tls: TlsOptions,
    private readonly home: Place,
    private readonly reports: ClientReports & { readonly limits?: SilenceLimits },
  ) {}

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
    const place = (await this.#reachNamed(named)) ?? (await this.#reach());
    if (this.#closing.signal.aborted) throw new Error(closed);
    return this.#openAt(place);
  }

  async #reachNamed(named: Place | undefined): Promise<Place | undefined> {
    if (named === undefined) return undefined;
    const { isCluster, gossipMs } = this.address;
    return this.#greet(named, isCluster ? gossipMs : connectMs).catch(() => undefined);
  }

  /** The leader of a cluster, or the one server. */
  #reach(): Promise<Place> {
    return this.address.isCluster ? this.#findLeader() : this.#reachHome();
  }

  async #findLeader(): Promise<Place> {
    const { places, gossipMs, rounds, askAgainMs } = this.address;
    const untilMs = performance.now() + connectMs;
    for (let round = 1; ; round += 1) {
      const { leader, members } = await findLeader([...places, ...this.#members], (place) =>
        this.#reachServer(place, gossipMs, membersOver),
      );
      if (members.length > 0) this.#members = members.map(({ place }) => place);
      if (leader !== undefined) return leader;
      if (round >= rounds || this.#closing.signal.aborted || performance.now() >= untilMs) {
        throw new LogAway(`Failed to discover a leader: ${members.length === 0 ? 'no member answers' : 'none leads'}`);
      }
      await delay(askAgainMs);
    }
  }

  /** The first attempt has all the time, those after it what is left of that. */
  async #reachHome(): Promise<Place> {
    const attempts: Promise<Place>[] = [];
    for (let sinceMs = 0; sinceMs < connectMs && !this.#closing.signal.aborted; sinceMs += tryAgainMs) {
      const attempt = this.#greet(this.home, connectMs - sinceMs);
      attempts.push(attempt);
      const ended = Promise.any(attempts);
      const first = await Promise.race([
        ended.catch(() => 'failed' as const),
        delay(tryAgainMs, undefined, { ref: false }),
      ]);
      // Refused is an answer: whoever waits asks again.
      if (first === 'failed') return attempt;
      if (first !== undefined) return first;
    }
    return firstOf(attempts);
  }

  #greet(place: Place, limitMs: number): Promise<Place> {
    return this.#reachServer(place, limitMs, async () => place);
  }

  #reachServer<Result>(place: Place, limitMs: number, work: (session: ClientHttp2Session) => Promise<Result>) {
    return reachServer(place, { tls: this.tls, limitMs, signal: this.#closing.signal }, work);
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
      onDead: (why) => this.#giveUp(live, new ConnectionGivenUp(`${placeName(place)} is given up: ${why}`)),
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
      // A server by itself is ready in a moment; of several another one may lead.
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

/** Undefined: it leads, or stands alone. */
function whyNotLeader(
  members: Awaited<ReturnType<typeof membersSeenBy>>,
  place: Place,
  isCluster: boolean,
): string | undefined {
  const own = members.find((member) => placeName(member.place) === placeName(place));
  return isCluster && own?.leads === false ? 'it leads no longer' : undefined;
}

/** Throws what the last one failed with. */
async function firstOf(attempts: readonly Promise<Place>[]): Promise<Place> {
  try {
    return await Promise.any(attempts);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors.at(-1) : error;
  }
}

const grpcUnavailable = 14;

/** No server is behind it any more, or one that wants to be left. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isCommandError(error)) return error.type === ErrorType.UNAVAILABLE || error.type === ErrorType.CANCELLED;
  return 'code' in error && error.code === grpcUnavailable;
}
