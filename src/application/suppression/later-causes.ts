import { email } from '../../domain/email/email.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { ToldStep } from '../../domain/suppression/retell.js';
import type { KeyedHash } from '../ports/hashing.js';
import { load, type LogPorts } from '../shared/handle.js';
import { addressOf, judgeAgain } from './judge-again.js';
import { mayCount, type Outcome, suppressor, whyOf } from './suppressor.js';
import { suppressionId } from './write-suppression.js';

type Ports = LogPorts & { readonly hash: KeyedHash };

/** An entry of a team's list, and since when it is there. */
export interface Entry {
  readonly id: string;
  readonly teamId: string;
  /** ISO 8601. */
  readonly since: string;
}

const pageEvents = 500;

/** What counts against these addresses since they are on the list, by the id of the entry. It changed nothing then. */
export async function laterCauses(
  ports: Ports,
  entries: ReadonlyMap<string, Entry>,
): Promise<ReadonlyMap<string, readonly ToldStep[]>> {
  const teams = new Set([...entries.values()].map(({ teamId }) => teamId));
  const found = new Map<string, ToldStep[]>();
  if (entries.size === 0) return found;
  const { filter } = suppressor;
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await ports.store.readAll({ limit: pageEvents, filter, ...(after === undefined ? {} : { after }) });
    // The filter lets no other types through.
    for (const recorded of ports.codec.decode<Outcome>(page.events.filter(mayCount))) {
      const { teamId } = recorded.metadata;
      const cause = teamId !== null && teams.has(teamId) ? await causeIn(ports, entries, teamId, recorded) : undefined;
      if (cause !== undefined) found.set(cause.id, [...(found.get(cause.id) ?? []), cause.step]);
    }
    after = page.position ?? after;
    atEnd = page.atEnd;
  }
  return found;
}

async function causeIn(
  ports: Ports,
  entries: ReadonlyMap<string, Entry>,
  teamId: string,
  { id: eventId, stream, position, event, metadata: { time: at } }: Recorded<Outcome>,
): Promise<{ readonly id: string; readonly step: ToldStep } | undefined> {
  const { events } = await load(ports, email, stream, true);
  const address = addressOf(events, event.data.recipient);
  if (address === undefined) return undefined;
  const id = suppressionId(ports, teamId, address);
  const entry = entries.get(id);
  if (entry === undefined || at <= entry.since) return undefined;
  const again = judgeAgain(events, eventId);
  const why = event.type === 'EmailComplained' ? 'complaint' : again === undefined ? undefined : whyOf(again.is);
  return { id, step: { kind: 'cause', why, source: { emailId: idOf(stream), eventId, position, at } } };
}
