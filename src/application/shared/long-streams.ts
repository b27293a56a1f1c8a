import type { Kid } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { EventCodec, KeyRing } from '../ports/event-codec.js';
import type { EventStore, StoredEvent } from '../ports/event-store.js';
import type { KeyStore } from '../ports/vault.js';
import { decodeInTurns, kidsInTurns } from './decode-in-turns.js';

export interface ReadStreamPorts {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly codec: Pick<EventCodec, 'decode' | 'kids'>;
  readonly keys: Pick<KeyStore, 'getMany'>;
  /** Without it each read is of the whole stream. */
  readonly longStreams?: LongStreams;
}

/** A stream as it was read, each of its events decoded. */
export interface ReadStream {
  readonly events: readonly Recorded[];
  /** The keys that are there for its events; empty where they were read sealed. */
  readonly keyRing: KeyRing;
  /** Names of all keys in its events, destroyed ones too; none where they were read sealed. */
  readonly kids: readonly Kid[];
  /** Length of the data of its events as stored. */
  readonly characters: number;
}

/** What is shorter is read as quickly as it is found here. */
const leastCharacters = 100_000;
/** Two of the largest contacts; a stream that is larger is not kept. */
const mostCharacters = 32_000_000;
/** So long are values in memory after somebody asked for them. */
const keptForMs = 30_000;

/**
 * Long streams that were read a moment ago: a stream of megabytes is not read and decrypted again for each request
 * about it, only what came since. The log is asked each time whether the stream still is there, and the vault for its
 * keys, so that nothing which was removed or erased is answered from memory.
 */
export class LongStreams {
  private readonly kept = new Map<string, ReadStream & { readonly untilMs: number }>();
  private characters = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly nowMs: () => number) {}

  get(name: string): ReadStream | undefined {
    const kept = this.kept.get(name);
    return kept === undefined || kept.untilMs < this.nowMs() ? undefined : kept;
  }

  keep(name: string, read: ReadStream): void {
    this.drop(name);
    if (read.characters < leastCharacters || read.characters > mostCharacters) return;
    this.kept.set(name, { ...read, untilMs: this.nowMs() + keptForMs });
    this.characters += read.characters;
    // The first is the one that was asked for longest ago.
    for (const each of this.kept.keys()) {
      if (this.characters <= mostCharacters) break;
      this.drop(each);
    }
    this.timer ??= setTimeout(() => this.dropOld(), keptForMs).unref();
  }

  private drop(name: string): void {
    this.characters -= this.kept.get(name)?.characters ?? 0;
    this.kept.delete(name);
  }

  private dropOld(): void {
    this.timer = undefined;
    for (const [name, { untilMs }] of this.kept) if (untilMs <= this.nowMs()) this.drop(name);
    if (this.kept.size > 0) this.timer = setTimeout(() => this.dropOld(), keptForMs).unref();
  }
}

/** All events of a stream, or at least those up to the revision `until`; with `personal`, decrypted. */
export async function readDecoded(
  ports: ReadStreamPorts,
  stream: StreamName,
  personal: boolean,
  until?: number,
): Promise<ReadStream> {
  const name = `${stream} ${personal ? 'opened' : 'sealed'}`;
  const kept = ports.longStreams?.get(name);
  const read =
    (kept && (await readOn(ports, stream, kept, personal))) ??
    (await decoded(
      ports,
      await ports.store.readStream(stream, until === undefined ? {} : { limit: until + 1 }),
      personal,
    ));
  ports.longStreams?.keep(name, read);
  return read;
}

/**
 * Several whole streams, decrypted, with one question to the log and one to the vault. Those that read as empty are
 * left out.
 */
export async function readDecodedEach(
  ports: { readonly store: Pick<EventStore, 'readStreams'> } & Pick<ReadStreamPorts, 'codec' | 'keys'>,
  streams: readonly StreamName[],
): Promise<ReadonlyMap<StreamName, Pick<ReadStream, 'events' | 'keyRing'>>> {
  const read = await ports.store.readStreams(streams);
  const { events, keyRing } = await decoded(ports, [...read.values()].flat(), true);
  let from = 0;
  const own = ({ length }: readonly StoredEvent[]) => ({ keyRing, events: events.slice(from, (from += length)) });
  return new Map([...read].map(([stream, stored]) => [stream, own(stored)] as const));
}

/** Decodes what was read of a stream. */
export async function decoded(
  ports: Pick<ReadStreamPorts, 'codec' | 'keys'>,
  stored: readonly StoredEvent[],
  personal: boolean,
): Promise<ReadStream> {
  const kids = personal ? await kidsInTurns(ports.codec, stored) : [];
  const keyRing: KeyRing = personal ? await ports.keys.getMany(kids) : new Map();
  return {
    events: await decodeInTurns(ports.codec, stored, personal ? keyRing : undefined),
    keyRing,
    kids,
    characters: charactersIn(stored),
  };
}

/**
 * @returns undefined where the stream is another one by now, or a key was destroyed: it has to be read from the start
 */
async function readOn(
  ports: ReadStreamPorts,
  stream: StreamName,
  kept: ReadStream,
  personal: boolean,
): Promise<ReadStream | undefined> {
  const last = kept.events.at(-1);
  if (last === undefined) return undefined;
  const [same, ...since] = await ports.store.readStream(stream, { from: last.revision });
  if (same?.id !== last.id) return undefined;
  const kids = personal ? [...new Set([...kept.kids, ...(await kidsInTurns(ports.codec, since))])] : [];
  const keyRing: KeyRing = personal ? await ports.keys.getMany(kids) : new Map();
  if (kept.kids.some((kid) => keyRing.get(kid)?.state !== kept.keyRing.get(kid)?.state)) return undefined;
  const news = await decodeInTurns(ports.codec, since, personal ? keyRing : undefined);
  return {
    events: news.length === 0 ? kept.events : [...kept.events, ...news],
    keyRing,
    kids,
    characters: kept.characters + charactersIn(since),
  };
}

const charactersIn = (stored: readonly StoredEvent[]): number => stored.reduce((sum, { data }) => sum + data.length, 0);
