import { email } from '../../domain/email/email.js';
import type { AnsweredBy, EmailAccepted, EmailComplained } from '../../domain/email/events.js';
import type { ReplyJudgement } from '../../domain/email/judging/judgement.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { type JudgeOutcome, suppressionPolicy } from '../../domain/suppression/suppression.js';
import type { StoredEvent } from '../ports/event-store.js';
import { load } from '../shared/handle.js';
import { addressOf, type Refused } from './judge-again.js';
import { leaveByComplaint } from './leave-by-complaint.js';
import { type SuppressionPorts, writeSuppression } from './write-suppression.js';
import { Backlog } from '../shared/backlog.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';

export type Outcome = Refused | EmailComplained;

interface SuppressorNeeds {
  readonly services: { readonly ports: SuppressionPorts };
  readonly config: { readonly relaySuppresses: boolean };
}

/** Its name, what it follows, and what it is made from. */
export const suppressor = {
  name: 'suppressor',
  filter: {
    categories: ['email'],
    types: ['EmailBounced', 'DeliveryDeferred', 'EmailFailed', 'EmailComplained'],
  },
  make: ({ services, config }: SuppressorNeeds) =>
    createSuppressor(services.ports, suppressionPolicy, config.relaySuppresses),
} satisfies DeclaredProcessManager;

/**
 * Puts on a team's list the addresses that do not exist by a receiver's reply, that stay full, and whose owners
 * complain. `countsRelay`: also where a relay says beyond doubt that they do not exist.
 */
export function createSuppressor(
  ports: SuppressionPorts,
  policy = suppressionPolicy,
  countsRelay = false,
): ProcessManager {
  const backlog = new Backlog<StoredEvent>();

  async function judge(stored: StoredEvent): Promise<void> {
    const [recorded] = ports.codec.decode<Outcome>([stored]);
    const why = recorded === undefined ? undefined : causeIn(recorded.event, countsRelay);
    if (recorded === undefined || why === undefined) return;
    const { metadata, event } = recorded;
    const { teamId, region, correlationId } = metadata;
    const { recipient } = event.data;
    const { events } = await load(ports, email, recorded.stream, true);
    const address = addressOf(events, recipient);
    // It was erased since: there is no address to suppress.
    if (teamId === null || address === undefined) return;
    const { id: eventId, position } = recorded;
    const source = { emailId: idOf(recorded.stream), eventId, position, at: metadata.time };
    const command = { type: 'JudgeOutcome', why, source, policy } as const;
    const actor = { kind: 'system', id: suppressor.name } as const;
    const cause = { id: eventId, position };
    const provenance = { context: { teamId, actor, correlationId }, region, cause };
    const { written } = await writeSuppression(ports, { teamId, address }, command, provenance);
    if (written === undefined) throw new Error('the event log cannot be written');
    if (why !== 'complaint') return;
    // Its first event, from which the address was read.
    const accepted = events[0] as Recorded<EmailAccepted>;
    const complaint = { teamId, address, accepted, recipient, at: metadata.time };
    // Events of two streams never have one id.
    await leaveByComplaint(ports, complaint, { ...provenance, cause: { ...cause, id: ports.ids.derived(eventId, 1) } });
  }

  return {
    ...suppressor,
    backlog,
    note(stored) {
      if (mayCount(stored)) backlog.add(stored.id, stored);
    },
    async act() {
      await eachInTurn(backlog.entries(), async ([id, stored]) => {
        await judge(stored);
        backlog.finish(id);
      });
    },
  };
}

/** Whose word counts: the receiver's own, and what the report of a later server says of it. */
const receivers: readonly (AnsweredBy | null)[] = ['mx', 'report'];

/** Most refusals count for nothing: the stored text shows it, and they need not be decoded. */
export function mayCount({ type, data }: StoredEvent): boolean {
  if (type === 'EmailComplained') return data.includes('"receiver"');
  if (data.includes('"answeredBy":"relay"')) return data.includes('"suppress":"at-once"');
  return receivers.some((by) => data.includes(`"answeredBy":"${by}"`)) && !data.includes('"suppress":"never"');
}

/**
 * The reply of a simulator is not the receiver's, and that of a relay is its own but where it names the mailbox.
 * @returns undefined when nothing follows.
 */
function causeIn(event: Outcome, countsRelay: boolean): JudgeOutcome['why'] | undefined {
  if (event.type === 'EmailComplained') return event.data.by === 'receiver' ? 'complaint' : undefined;
  const { judgement, answeredBy } = event.data;
  const isRelayed = countsRelay && answeredBy === 'relay' && judgement?.suppress === 'at-once';
  return (!receivers.includes(answeredBy) && !isRelayed) || judgement === null ? undefined : whyOf(judgement);
}

/** @returns undefined when nothing follows. */
export function whyOf({ suppress }: Pick<ReplyJudgement, 'suppress'>): JudgeOutcome['why'] | undefined {
  switch (suppress) {
    case 'never':
      return undefined;
    case 'at-once':
      return 'certain';
    case 'repeated':
      return 'invalid';
    case 'stays-full':
      return 'full';
    default:
      return unreachable(suppress);
  }
}
