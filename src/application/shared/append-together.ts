import type { EventCodec, KeyRing, NewEvent } from '../ports/event-codec.js';
import type { AppendResult, StreamAppend } from '../ports/event-store.js';
import { type Loaded, type LogPorts, requestPatience, retryAppend } from './handle.js';

/** What is to follow in one stream, as it was loaded. */
export interface StreamPart extends Pick<Loaded<unknown>, 'stream' | 'expected' | 'predecessor'> {
  readonly events: readonly NewEvent[];
}

/**
 * Events of several streams in one append. The first stream decides, and the result speaks of it: another one in which
 * something came between is left as it is. `keys` seal the personal values in all of them.
 */
export function appendTogether(
  ports: Pick<LogPorts, 'store' | 'clock'> & { readonly codec: Pick<EventCodec, 'encode'> },
  parts: readonly [StreamPart, ...StreamPart[]],
  keys: KeyRing,
): Promise<AppendResult> {
  const encoded = ports.codec.encode(parts, keys);
  const writes = parts.map(({ stream, expected }, index): StreamAppend => {
    const events = encoded[index]?.events;
    if (events === undefined) throw new Error(`the codec answered no encoding for ${stream}`);
    return { stream, expected, events };
  });
  const [anchor, ...others] = writes;
  if (anchor === undefined) throw new Error('an append names at least one stream');
  return retryAppend(ports, [anchor, ...others], requestPatience);
}
