import { broadcast } from '../../domain/broadcast/broadcast.js';
import { email } from '../../domain/email/email.js';
import { contactImport } from '../../domain/import/import.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { releaseHeldWork } from '../installation/held-work.js';
import { factPatience, handle, type LogPorts, type Provenance } from '../shared/handle.js';
import type { Decided, HeldEmail, HeldList } from './held-list.js';

/** `send`: it goes on where it was. `cancel`: what has not gone out is never sent. */
export type HeldDecision = 'send' | 'cancel';

/** `all`: about everything that `byId` does not name; undefined: that waits on. */
export interface DecisionsOfKind {
  readonly all: HeldDecision | undefined;
  readonly byId: ReadonlyMap<string, HeldDecision>;
}

export type HeldDecisions = Readonly<Record<Decided, DecisionsOfKind>>;

const why = 'An operator canceled it after a restore';

export const decisionOf = ({ all, byId }: DecisionsOfKind, id: string): HeldDecision | undefined => byId.get(id) ?? all;

/** Ids that decisions name and the list does not have. */
export function unknownIds(list: HeldList, decisions: HeldDecisions): readonly string[] {
  const kinds = ['broadcasts', 'imports', 'confirmations', 'emails'] as const;
  return kinds.flatMap((kind) => {
    const known = new Set(list[kind].map(({ id }) => id));
    return [...decisions[kind].byId.keys()].filter((id) => !known.has(id));
  });
}

/** Carries the decisions out; can be given again where it was cut off. */
export async function decideHeld(
  ports: LogPorts,
  list: HeldList,
  decisions: HeldDecisions,
  provenance: Provenance,
): Promise<void> {
  const decider = { ports, provenance };
  await decideBroadcasts(decider, list, decisions.broadcasts);
  await decideImports(decider, list, decisions.imports);
  for (const kind of ['confirmations', 'emails'] as const) {
    await decideEmails(decider, kind, list[kind], decisions[kind]);
  }
}

interface Deciding {
  readonly ports: LogPorts;
  readonly provenance: Provenance;
}

const options = { patience: factPatience };
const inTeam = ({ provenance }: Deciding, teamId: string | null): Provenance => ({
  ...provenance,
  context: { ...provenance.context, teamId },
});

async function decideBroadcasts(by: Deciding, { broadcasts }: HeldList, decided: DecisionsOfKind): Promise<void> {
  for (const { id, teamId } of broadcasts) {
    const decision = decisionOf(decided, id);
    if (decision === undefined) continue;
    const command = { type: decision === 'send' ? 'ResumeBroadcast' : 'CancelBroadcast', teamId } as const;
    await handle(by.ports, broadcast, streamName('broadcast', id), command, inTeam(by, teamId), options);
  }
}

async function decideImports(by: Deciding, { imports }: HeldList, decided: DecisionsOfKind): Promise<void> {
  const goOn: string[] = [];
  for (const { id, teamId, isUndo } of imports) {
    const decision = decisionOf(decided, id);
    if (decision === undefined) continue;
    // An undo that has begun is finished: half of one is no state that anyone asked for.
    if (decision === 'send' || isUndo) goOn.push(id);
    else {
      const command = { type: 'CancelImport', teamId } as const;
      await handle(by.ports, contactImport, streamName('import', id), command, inTeam(by, teamId), options);
    }
  }
  if (goOn.length > 0) await releaseHeldWork(by.ports, { kind: 'imports', ids: goOn }, by.provenance);
}

async function decideEmails(
  by: Deciding,
  kind: 'confirmations' | 'emails',
  emails: readonly HeldEmail[],
  decided: DecisionsOfKind,
): Promise<void> {
  for (const { id, teamId, region } of emails) {
    if (decisionOf(decided, id) !== 'cancel') continue;
    const command = { type: 'DropWaiting', destinations: 'all', why } as const;
    await handle(by.ports, email, streamName('email', id), command, { ...inTeam(by, teamId), region }, options);
  }
  // Behind those that are canceled: nothing goes out that a run which was cut off had yet to cancel.
  const goOn = emails.filter(({ id }) => decisionOf(decided, id) === 'send').map(({ id }) => id);
  const isAll = decided.all === 'send' && goOn.length === emails.length;
  if (isAll || goOn.length > 0) await releaseHeldWork(by.ports, { kind, ids: isAll ? null : goOn }, by.provenance);
}
