import type { Position } from '../../domain/shared/recorded.js';
import { isOfEmail } from '../../domain/shared/stream-name.js';
import type { LogPorts } from '../shared/handle.js';
import type { Resource } from '../shared/resource.js';
import { peopleInLog } from './find-in-resources.js';

const pageSize = 500;

/** How many emails, and how many other records, name a person, whose address is given as its keyed hash. */
export async function streamsNaming(
  { store }: Pick<LogPorts, 'store'>,
  person: string,
  resources: readonly Resource[],
): Promise<{ readonly emails: number; readonly others: number }> {
  const { filter } = peopleInLog(resources);
  const streams = new Set<string>();
  let emails = 0;
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await store.readAll({ ...(after === undefined ? {} : { after }), limit: pageSize, filter });
    for (const { stream, data } of page.events) {
      if (streams.has(stream) || !data.includes(`"${person}"`)) continue;
      streams.add(stream);
      if (isOfEmail(stream)) emails += 1;
    }
    ({ position: after, atEnd } = page);
  }
  return { emails, others: streams.size - emails };
}
