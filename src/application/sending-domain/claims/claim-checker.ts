import { domainName } from '../../../domain/sending-domain/domain-name.js';
import type {
  NameClaimCheckRequested,
  NameClaimCompleted,
  NameClaimed,
  NameClaimEnded,
} from '../../../domain/sending-domain/events.js';
import { isOpen, proofOf } from '../../../domain/sending-domain/name-claim.js';
import type { StreamName } from '../../../domain/shared/stream-name.js';
import type { Dns } from '../../ports/dns.js';
import { claimBlock, type ClaimBlockPorts } from './claim-block.js';
import { handle, load, type LogPorts } from '../../shared/handle.js';
import { Backlog } from '../../shared/backlog.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../../shared/run-process-manager.js';

export type ClaimCheckerPorts = LogPorts &
  ClaimBlockPorts & {
    readonly dns: Dns;
    /** Between two looks for the proof of a claim. */
    readonly everyMs: number;
  };

interface ClaimCheckerNeeds {
  readonly services: Omit<ClaimCheckerPorts, 'everyMs'>;
  readonly config: { readonly domainChecks: { readonly pendingEveryMs: number } };
}

/** Its name, what it follows, and what it is made from. */
export const claimChecker = {
  name: 'claim-checker',
  filter: {
    categories: ['domainname'],
    types: ['NameClaimed', 'NameClaimCheckRequested', 'NameClaimCompleted', 'NameClaimEnded'],
  },
  make: ({ services, config }: ClaimCheckerNeeds) =>
    createClaimChecker({ ...services, everyMs: config.domainChecks.pendingEveryMs }),
} satisfies DeclaredProcessManager;

interface OpenClaim {
  readonly names: StreamName;
  dueAtMs: number;
}

type FollowedEvent = NameClaimed | NameClaimCheckRequested | NameClaimCompleted | NameClaimEnded;

/** Looks for the proof of every open claim, at once where a check is requested, and moves the name when it is there. */
export function createClaimChecker(ports: ClaimCheckerPorts): ProcessManager {
  const { dns, everyMs } = ports;
  const backlog = new Backlog<OpenClaim>();

  async function lookInto(claimId: string, { names }: OpenClaim): Promise<void> {
    const { state } = await load(ports, domainName, names);
    const claim = state.claims.find((each) => each.claimId === claimId);
    if (claim === undefined || !isOpen(claim)) return backlog.finish(claimId);
    const now = ports.clock.now();
    const expired = Date.parse(claim.expiresAt) <= now;
    const proved = !expired && (await isPublished(claim.opens.name, proofOf(claim.token)));
    const block = proved ? await claimBlock(ports, state, now) : null;
    const actor = { kind: 'system', id: claimChecker.name } as const;
    const context = { teamId: claim.teamId, actor, correlationId: ports.ids.next() };
    const command = { type: 'RecordClaimCheck', claimId, proved, block, at: new Date(now).toISOString() } as const;
    await handle(ports, domainName, names, command, { context, region: claim.opens.region });
  }

  async function isPublished(name: string, text: string): Promise<boolean> {
    const answer = await dns.resolve(name, 'TXT');
    return answer.kind === 'found' && answer.values.some((strings) => strings.join('').trim() === text);
  }

  return {
    ...claimChecker,
    backlog,
    note(stored) {
      const [recorded] = ports.codec.decode<FollowedEvent>([stored]);
      if (recorded === undefined) return;
      const { type, data } = recorded.event;
      const known = backlog.get(data.claimId);
      if (type === 'NameClaimCompleted' || type === 'NameClaimEnded') backlog.finish(data.claimId);
      else if (known !== undefined) known.dueAtMs = 0;
      else if (type === 'NameClaimed') backlog.add(data.claimId, { names: stored.stream, dueAtMs: 0 });
    },
    async act() {
      const now = ports.clock.now();
      const due = backlog.entries().filter(([, { dueAtMs }]) => dueAtMs <= now);
      await eachInTurn(due, async ([claimId, claim]) => {
        claim.dueAtMs = now + everyMs;
        await lookInto(claimId, claim);
      });
    },
  };
}
