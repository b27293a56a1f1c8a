import type { Reserved } from '../../domain/sending-domain/events.js';
import { domainName } from '../../domain/sending-domain/domain-name.js';
import { sendingDomain, type SendingDomainState } from '../../domain/sending-domain/sending-domain.js';
import type { Position } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { KeyStore } from '../ports/vault.js';
import { type RequestContext, unavailable } from '../shared/context.js';
import { handle, load, type Loaded } from '../shared/handle.js';
import { finishDeletion } from './finish-deletion.js';
import type { KeyMakingPorts } from './dkim/dkim-ports.js';
import { openDomain } from './open-domain.js';
import type { ChangeDomainResult, CreateDomainResult, DomainChange, DomainWish } from './sending-domain.messages.js';
import { domainNameStream, type SendingDomains } from './sending-domains.js';

/** The domains of teams, as they ask for them. */
export interface DomainWrites {
  create(context: RequestContext, wish: DomainWish): Promise<CreateDomainResult>;
  change(context: RequestContext, domainId: string, change: DomainChange): Promise<ChangeDomainResult>;
}

export interface DomainWritesDependencies extends KeyMakingPorts {
  readonly keys: Pick<KeyStore, 'createSecret' | 'destroySecret'>;
  readonly hash: KeyedHash;
  readonly domains: Pick<SendingDomains, 'forget'>;
  readonly onWritten: (teamId: string, position: Position) => void;
  /** Of what no request waits for. */
  readonly onFailure: (error: unknown) => void;
}

/** A younger reservation without a domain is still its own request's business. */
export const openingLastsMs = 15_000;

export function createDomainWrites(dependencies: DomainWritesDependencies): DomainWrites {
  const { ports, hash, domains, onWritten, onFailure } = dependencies;

  /** The stream's end tells lists what to wait for. */
  async function noteWritten({ teamId }: RequestContext, stream: Reserved['data']['owner']): Promise<void> {
    domains.forget(stream);
    const last = await ports.store.readLast(stream);
    if (last !== undefined) onWritten(teamId, last.position);
  }

  return {
    async create(context, wish) {
      const domainId = ports.ids.next();
      const provenance = { context, region: wish.region };
      const reservation: Reserved['data'] = {
        owner: streamName('domain', domainId),
        teamId: context.teamId,
        opens: { ...wish, domainId, origin: 'team' },
      };
      const names = domainNameStream(hash, wish.name);
      const handled = await handle(ports, domainName, names, { type: 'ReserveName', reservation }, provenance);
      domains.forget(names);
      const { holder, heldSince } = handled.loaded.state;
      if ('refused' in handled) {
        const cutOff = Date.parse(heldSince ?? '') + openingLastsMs <= ports.clock.now();
        if (handled.refused === 'unavailable') return unavailable;
        if (holder?.teamId !== context.teamId || !cutOff) return { refused: 'name-taken', name: wish.name };
        const { state } = await load(ports, sendingDomain, holder.owner);
        if (state.status !== 'none') return { refused: 'name-taken', name: wish.name };
      }
      const opened = holder ?? reservation;
      await openDomain(dependencies, opened, provenance);
      await noteWritten(context, opened.owner);
      return { domainId: opened.opens.domainId };
    },

    async change(context, domainId, change) {
      const stream = streamName('domain', domainId);
      const loaded = await load(ports, sendingDomain, stream);
      const refusal = refusalOf(loaded, context, change);
      if (refusal !== undefined) return refusal;
      const region = loaded.state.status === 'active' ? loaded.state.domain.region : null;
      const handled = await handle(ports, sendingDomain, stream, change, { context, region }, { loaded });
      if ('refused' in handled) {
        if (handled.refused === 'unavailable') return unavailable;
        return handled.refused === 'unknown-key' ? { refused: 'not-found' } : { refused: handled.refused };
      }
      // The deletion stands; what is left of it is done by whoever comes first.
      if (change.type === 'DeleteDomain') {
        await finishDeletion(dependencies, stream, { context, region }).catch(onFailure);
      }
      await noteWritten(context, stream);
      return { id: domainId };
    },
  };
}

/** Of another team's domain nothing is told; what the configuration names is not a team's to change. */
function refusalOf(
  { state, events }: Loaded<SendingDomainState>,
  { teamId }: RequestContext,
  change: DomainChange,
): ChangeDomainResult | undefined {
  if (state.status !== 'active') return { refused: 'not-found' };
  const { origin, name } = state.domain;
  if (origin === 'sandbox') return { refused: 'domain-kept', name };
  if (events[0]?.metadata.teamId !== teamId) return { refused: 'not-found' };
  return origin === 'preverified' && change.type === 'DeleteDomain' ? { refused: 'domain-kept', name } : undefined;
}
