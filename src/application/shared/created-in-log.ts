import type { Recorded } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { Ports } from './ports.js';

/**
 * When the item of a stream was made, which the log remembers after it was deleted: of an item whose id is a hash, this
 * tells where it stood in a list. `created`: the type of the event. @returns undefined when the team never had such an
 * item.
 */
export async function createdInLog(
  { store, codec }: Pick<Ports, 'store' | 'codec'>,
  { stream, created, teamId }: { readonly stream: StreamName; readonly created: string; readonly teamId: string },
): Promise<string | undefined> {
  const events = codec.decode(await store.readStream(stream)) as readonly Recorded[];
  const found = events.findLast(({ event }) => event.type === created);
  // Which events such a stream has is its own affair; those that make an item name its team.
  const data: { readonly teamId?: unknown } | undefined = found?.event.data;
  return data?.teamId === teamId ? found?.metadata.time : undefined;
}
