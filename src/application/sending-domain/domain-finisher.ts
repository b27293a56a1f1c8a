import { domainName } from '../../domain/sending-domain/domain-name.js';
import { isOpen } from '../../domain/sending-domain/name-claim.js';
import type {
  DomainDeleted,
  NameClaimed,
  NameClaimEnded,
  Released,
  Reserved,
} from '../../domain/sending-domain/events.js';
import { sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import { finishDeletion, type FinishDeletionPorts, openingLastsMs, openDomain } from './domain-lifecycle.js';
import type { KeyMakingPorts } from './ensure-keys.js';
import { domainNameStream } from './sending-domains.js';
import { handle, load, type Provenance } from '../shared/handle.js';
import { Backlog } from '../shared/backlog.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';

export type DomainFinisherPorts = KeyMakingPorts & FinishDeletionPorts;

/** Its name, what it follows, and what it is made from. */
export const domainFinisher = {
  name: 'domain-finisher',
  filter: {
    categories: ['domain', 'domainname'],
    types: ['Reserved', 'NameClaimed', 'Released', 'NameClaimEnded', 'DomainDeleted'],
  },
  make: ({ services }: { readonly services: DomainFinisherPorts }) => createDomainFinisher(services),
} satisfies DeclaredProcessManager;

type FollowedEvent = Reserved | NameClaimed | Released | NameClaimEnded | DomainDeleted;

interface OpenTask {
  readonly dueAtMs: number;
  run(): Promise<void>;
}

/**
 * Finishes what a crash cut off between a name's stream and its domain's: a domain that was reserved or claimed is
 * opened, one whose name moved away is deleted, and after a deletion name and keys go.
 */
export function createDomainFinisher(ports: DomainFinisherPorts): ProcessManager {
  const backlog = new Backlog<OpenTask>();

  function taskOf(recorded: Recorded<FollowedEvent>, stream: StreamName): OpenTask['run'] | undefined {
    const { event } = recorded;
    const provenance = provenanceOf(recorded);
    switch (event.type) {
      case 'Reserved':
      case 'NameClaimed':
        // What the configuration names is finished by the next start.
        if (event.data.opens.origin !== 'team') return undefined;
        return () => openWanted(event.data, { ...provenance, region: event.data.opens.region });
      case 'Released':
        return () => deleteFor('claimed', event.data.owner, provenance);
      case 'NameClaimEnded':
        return () => deleteClaimant(stream, event.data.claimId, provenance);
      case 'DomainDeleted':
        return () => finishDeletion(ports, stream, provenance);
      default:
        return unreachable(event);
    }
  }

  /** What is neither held nor claimed by now needs no domain. */
  async function openWanted(data: Reserved['data'], provenance: Provenance): Promise<void> {
    const names = domainNameStream(ports.hash, data.opens.name);
    const { holder, claims } = (await load(ports, domainName, names)).state;
    const isClaimed = claims.some((claim) => claim.owner === data.owner && isOpen(claim));
    if (holder?.owner === data.owner || isClaimed) await openDomain(ports, data, provenance);
  }

  async function deleteClaimant(names: StreamName, claimId: string, provenance: Provenance): Promise<void> {
    const { claims } = (await load(ports, domainName, names)).state;
    const claim = claims.find((each) => each.claimId === claimId);
    if (claim !== undefined) await deleteFor('claim-ended', claim.owner, provenance);
  }

  async function deleteFor(
    reason: 'claimed' | 'claim-ended',
    owner: StreamName,
    provenance: Provenance,
  ): Promise<void> {
    const command = { type: 'DeleteDomain', reason } as const;
    const handled = await handle(ports, sendingDomain, owner, command, provenance);
    if ('refused' in handled && handled.refused === 'unavailable') throw new Error('the event log cannot be written');
    await finishDeletion(ports, owner, provenance);
  }

  return {
    ...domainFinisher,
    backlog,
    note(stored) {
      const [recorded] = ports.codec.decode<FollowedEvent>([stored]);
      const run = recorded && taskOf(recorded, stored.stream);
      if (recorded === undefined || run === undefined) return;
      const isOpening = recorded.event.type === 'Reserved' || recorded.event.type === 'NameClaimed';
      const dueAtMs = Date.parse(recorded.metadata.time) + (isOpening ? openingLastsMs : 0);
      backlog.add(stored.id, { dueAtMs, run });
    },
    async act() {
      const now = ports.clock.now();
      const due = backlog.entries().filter(([, { dueAtMs }]) => dueAtMs <= now);
      await eachInTurn(due, async ([id, { run }]) => {
        await run();
        backlog.finish(id);
      });
    },
  };
}

function provenanceOf({ id, position, metadata }: Recorded): Provenance {
  const { teamId, region, correlationId } = metadata;
  const actor = { kind: 'system', id: domainFinisher.name } as const;
  return { context: { teamId, actor, correlationId }, region, causedBy: { id, position } };
}
