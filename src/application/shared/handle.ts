import { type Decider, type Decision, type DomainEvent, isRefusal } from '../../domain/shared/decider.js';
import type { Cause, EventMetadata, Position, Recorded } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import {
  type EncodedStream,
  type EventCodec,
  type KeyRing,
  type NewEvent,
  type StreamEncoding,
  UnreadableEvent,
} from '../ports/event-codec.js';
import type { EventStore, ExpectedRevision, StoredEvent } from '../ports/event-store.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { KeyStore } from '../ports/vault.js';
import type { RequestContext } from './context.js';
import { delay, nextTurn } from './delay.js';
import { decoded, type LongStreams, readDecoded, readDecodedEach, type ReadStream } from './long-streams.js';

export interface LogPorts {
  readonly store: EventStore;
  readonly codec: EventCodec;
  readonly keys: Pick<KeyStore, 'getMany'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly longStreams?: LongStreams;
  /** Runs work on one stream after the work on it that is already under way in this process. */
  readonly serialise: <Result>(stream: StreamName, work: () => Promise<Result>) => Promise<Result>;
}

/** How often a conflict is decided again, and how long an append with an unknown result is repeated. */
export interface AppendPatience {
  readonly conflicts: number;
  readonly unknowns: number;
  /**
   * Nor is it repeated once this time has gone by: with an engine that does not answer, each try lasts its whole
   * timeout.
   */
  readonly unknownsForMs: number;
  readonly unknownBackoffMs: number;
}

/** For requests: a client waits for the answer. */
export const requestPatience: AppendPatience = {
  conflicts: 5,
  unknowns: 4,
  unknownsForMs: 4_000,
  unknownBackoffMs: 50,
};
/** For what the outside world did: it happened, so recording it is never given up. */
export const factPatience: AppendPatience = {
  conflicts: 1000,
  unknowns: Number.POSITIVE_INFINITY,
  unknownsForMs: Number.POSITIVE_INFINITY,
  unknownBackoffMs: 250,
};

/** A stream as loaded: its folded state, and what the next append must know. */
export interface Loaded<State, Event extends DomainEvent = DomainEvent> {
  readonly stream: StreamName;
  readonly state: State;
  readonly expected: ExpectedRevision;
  readonly predecessor: string | null;
  readonly events: readonly Recorded<Event>[];
  readonly keyRing: KeyRing;
  /** Length of the data of its events as stored; absent where it was not read. */
  readonly characters?: number;
}

/** `loaded` is the stream as it now stands, ready for the next command; `events` is empty where it was already so. */
export type Handled<Event extends DomainEvent, Code extends string, State> =
  | {
      readonly events: readonly Event[];
      readonly position: Position | undefined;
      readonly loaded: Loaded<State, Event>;
      /** The last of the events, for what follows from it. */
      readonly last?: Cause;
    }
  | { readonly refused: Code | 'unavailable'; readonly loaded: Loaded<State, Event> };

/** Who gave the command, and what it followed from. */
export interface Provenance {
  readonly context: Omit<RequestContext, 'teamId'> & { readonly teamId: string | null };
  readonly region: string | null;
  /** One command for each: the ids of its events are derived from this one's. */
  readonly cause?: Cause;
  /** Named in the events and nothing else: any number of commands may follow from one event. */
  readonly causedBy?: Cause;
}

/** Events in one turn of the event loop. */
const foldedAtOnce = 100;

type Folds<State, Event extends DomainEvent> = Pick<Decider<never, State, Event, never>, 'initial' | 'evolve'>;

/**
 * Reads and folds one stream; with `personal`, its values come decrypted. `known` stands for what a read would give.
 */
export async function load<State, Event extends DomainEvent>(
  ports: LogPorts,
  decider: Folds<State, Event>,
  stream: StreamName,
  personal = false,
  known?: readonly StoredEvent[],
): Promise<Loaded<State, Event>> {
  return folded(
    decider,
    stream,
    known === undefined ? await readDecoded(ports, stream, personal) : await decoded(ports, known, personal),
  );
}

/** {@link load} of several, decrypted, as one question to the log and one to the vault. Empty ones are left out. */
export async function loadEach<State, Event extends DomainEvent>(
  ports: Pick<LogPorts, 'store' | 'codec' | 'keys'>,
  decider: Folds<State, Event>,
  streams: readonly StreamName[],
): Promise<ReadonlyMap<StreamName, Loaded<State, Event>>> {
  const loaded = new Map<StreamName, Loaded<State, Event>>();
  for (const [stream, read] of await readDecodedEach(ports, streams))
    loaded.set(stream, await folded(decider, stream, read));
  return loaded;
}

async function folded<State, Event extends DomainEvent>(
  decider: Folds<State, Event>,
  stream: StreamName,
  { events: recorded, keyRing, characters }: Pick<ReadStream, 'events' | 'keyRing'> & Partial<ReadStream>,
): Promise<Loaded<State, Event>> {
  // The codec types the union of all events; a stream holds those of its own aggregate.
  const events = recorded as readonly Recorded<Event>[];
  let state = decider.initial;
  for (const [index, { event, metadata }] of events.entries()) {
    // Each may copy what is large: of a team all of its members.
    if (index > 0 && index % foldedAtOnce === 0) await nextTurn();
    state = decider.evolve(state, event, metadata.time);
  }
  const last = events.at(-1);
  return {
    stream,
    state,
    events,
    keyRing,
    ...(characters === undefined ? {} : { characters }),
    expected: last === undefined ? 'no-stream' : last.revision,
    predecessor: last?.digest ?? null,
  };
}

/** A stream under a new id: spares the read of what cannot be there. */
export function unwritten<State>({ initial }: { readonly initial: State }, stream: StreamName): Loaded<State, never> {
  return { stream, state: initial, expected: 'no-stream', predecessor: null, events: [], keyRing: new Map() };
}

export interface HandleOptions<State, Event extends DomainEvent = DomainEvent> {
  readonly patience?: AppendPatience;
  /** Spares the first load. */
  readonly loaded?: Loaded<State, Event>;
  readonly personal?: boolean;
  /** Made for what the command seals: no event of the stream names them yet. */
  readonly newKeys?: KeyRing;
}

/**
 * Load, decide, append; decide again on a conflict, append again with the same ids when the result is unknown. Event
 * ids are fixed before the first try, so a late success of an earlier try is recognised and not repeated.
 */
export function handle<Command, State, Event extends DomainEvent, Code extends string>(
  ports: LogPorts,
  decider: Decider<Command, State, Event, Code>,
  stream: StreamName,
  command: Command,
  provenance: Provenance,
  options: HandleOptions<State, Event> = {},
): Promise<Handled<Event, Code, State>> {
  return ports.serialise(stream, () => handleAlone(ports, decider, stream, command, provenance, options));
}

async function handleAlone<Command, State, Event extends DomainEvent, Code extends string>(
  ports: LogPorts,
  decider: Decider<Command, State, Event, Code>,
  stream: StreamName,
  command: Command,
  provenance: Provenance,
  options: HandleOptions<State, Event>,
): Promise<Handled<Event, Code, State>> {
  const patience = options.patience ?? requestPatience;
  const idAt = eventIds(ports.ids, provenance.cause);
  const metadata = metadataOf(ports.clock, provenance);
  const reload = () => retryLoad(ports, decider, stream, options.personal, patience);
  let loaded = options.loaded ?? (await reload());
  for (let tries = 0; tries <= patience.conflicts; tries += 1) {
    const own = loaded.events.find(({ id }) => id === idAt(0));
    if (own !== undefined) return { events: [], position: own.position, loaded };
    const decision: Decision<Event, Code> = decider.decide(command, loaded.state);
    if (isRefusal(decision)) return { ...decision, loaded };
    if (decision.length === 0) return { events: [], position: undefined, loaded };
    const newEvents = decision.map((event, index): NewEvent => ({ id: idAt(index), event, metadata }));
    const { predecessor, expected } = loaded;
    const keyRing = new Map([...loaded.keyRing, ...(options.newKeys ?? [])]);
    const { events, headDigest } = encodeOne(ports.codec, { stream, predecessor, events: newEvents }, keyRing);
    const appended = await retryAppend(ports, [{ stream, expected, events }], patience);
    if (appended.result === 'written') {
      const state = decision.reduce((folded, event) => decider.evolve(folded, event, metadata.time), loaded.state);
      const next = { ...loaded, state, expected: appended.revision, predecessor: headDigest };
      const lastId = idAt(decision.length - 1);
      return {
        events: decision,
        position: appended.position,
        loaded: next,
        last: { id: lastId, position: appended.position },
      };
    }
    if (appended.result === 'unknown') return { refused: 'unavailable', loaded };
    loaded = await reload();
  }
  return { refused: 'unavailable', loaded };
}

/** Reads again while the store is out for a moment; an event that can never be read is thrown at once. */
async function retryLoad<State, Event extends DomainEvent>(
  ports: LogPorts,
  decider: Pick<Decider<never, State, Event, never>, 'initial' | 'evolve'>,
  stream: StreamName,
  personal: boolean | undefined,
  patience: AppendPatience,
): Promise<Loaded<State, Event>> {
  const mayAsk = askingAgain(ports, patience);
  for (let tries = 1; ; tries += 1) {
    try {
      return await load(ports, decider, stream, personal);
    } catch (error) {
      if (error instanceof UnreadableEvent || !mayAsk(tries)) throw error;
      await delay(patience.unknownBackoffMs);
    }
  }
}

/** Appends again, with the same ids and the same revision, while the result is unknown. */
export async function retryAppend(
  ports: Pick<LogPorts, 'store' | 'clock'>,
  writes: Parameters<EventStore['append']>[0],
  patience: AppendPatience,
) {
  const mayAsk = askingAgain(ports, patience);
  for (let tries = 1; ; tries += 1) {
    const result = await ports.store.append(writes);
    if (result.result !== 'unknown' || !mayAsk(tries)) return result;
    await delay(patience.unknownBackoffMs);
  }
}

function askingAgain({ clock }: Pick<LogPorts, 'clock'>, { unknowns, unknownsForMs }: AppendPatience) {
  const startedAtMs = clock.monotonicMs();
  return (tries: number): boolean => tries <= unknowns && clock.monotonicMs() - startedAtMs < unknownsForMs;
}

/** Encodes the events of one stream; `keys` seal the personal values among them. */
export function encodeOne(
  codec: Pick<EventCodec, 'encode'>,
  stream: StreamEncoding,
  keys: KeyRing = new Map(),
): EncodedStream {
  const [encoded] = codec.encode([stream], keys);
  if (encoded === undefined) throw new Error('the codec answered no encoding for a stream');
  return encoded;
}

/** Derived from the cause where there is one, so that a redelivered cause writes the same events. */
function eventIds(ids: Ids, cause: Cause | undefined): (index: number) => string {
  const made: string[] = [];
  return (index) => {
    made[index] ??= cause === undefined ? ids.next() : ids.derived(cause.id, index);
    return made[index];
  };
}

export function metadataOf(clock: Clock, provenance: Provenance): EventMetadata {
  const { context, region, cause, causedBy } = provenance;
  // In the order in which they are stored: nothing is left to sort.
  return {
    actor: context.actor,
    causation: cause ?? causedBy ?? null,
    correlationId: context.correlationId,
    region,
    ...(context.sessionId === undefined ? {} : { sessionId: context.sessionId }),
    teamId: context.teamId,
    time: new Date(clock.now()).toISOString(),
    ...(context.traceparent === undefined ? {} : { traceparent: context.traceparent }),
  };
}
