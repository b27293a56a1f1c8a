import { type DkimKey, keyInRole, wasSeen } from '../../../domain/sending-domain/dkim-keys.js';
import {
  sendingDomain,
  type SendingDomainCommand,
  type ActiveDomain,
} from '../../../domain/sending-domain/sending-domain.js';
import type { DomainCreated } from '../../../domain/sending-domain/events.js';
import { streamName } from '../../../domain/shared/stream-name.js';
import { EventLogUnavailable } from '../../ports/event-store.js';
import type { KeyStore } from '../../ports/vault.js';
import { handle, type Provenance } from '../../shared/handle.js';

import { ensureDkimKeys, type KeyMakingPorts } from '../ensure-keys.js';

export interface RotationSettings {
  /** How long the record of a key that signs no more stays: mail that it signed is under way. */
  readonly graceMs: number;
  /** A key that has signed so long is to be replaced; null: only when a rotation is requested. */
  readonly rotateAfterMs: number | null;
}

/** What changes keys. */
export type RotationPorts = KeyMakingPorts & {
  readonly keys: Pick<KeyStore, 'createSecret' | 'destroySecret'>;
  /** Whether DNS, asked now, shows the key as receivers need it. No answer counts as no. */
  readonly isPublished: (domain: DomainCreated['data'], key: DkimKey) => Promise<boolean>;
  readonly settings: RotationSettings;
};

/**
 * Does what is due for a domain's keys, each step an event and each harmless to repeat: a former key whose grace time
 * is over goes, keys that are missing are made, and a spare takes over where that is wanted and DNS, asked right
 * before, shows it. So no mail is unsigned at any moment, and none is signed with a key that receivers cannot find.
 * @returns undefined when the domain was deleted meanwhile.
 */
export async function advanceKeys(
  ports: RotationPorts,
  domain: ActiveDomain,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  let state: ActiveDomain | undefined = domain;
  for (const step of [retireFormerKeys, ensureDkimKeys, askBySchedule, selectSpares]) {
    if (state !== undefined) state = await step(ports, state, provenance);
  }
  return state;
}

/** Whether {@link advanceKeys} would have anything to do, apart from keys to be made. */
export function isDue({ settings, clock }: Pick<RotationPorts, 'settings' | 'clock'>, state: ActiveDomain): boolean {
  const now = clock.settledNow();
  return (
    graceIsOver(state, settings.graceMs, now).length > 0 ||
    isScheduled(state, settings.rotateAfterMs, now) ||
    selectable(state).length > 0
  );
}

async function retireFormerKeys(
  ports: RotationPorts,
  domain: ActiveDomain,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  let state: ActiveDomain | undefined = domain;
  for (const key of graceIsOver(domain, ports.settings.graceMs, ports.clock.settledNow())) {
    // First: the event must never be ahead of what was done.
    await ports.keys.destroySecret(key.secretName);
    state = await run(ports, domain, { type: 'RetireDkimKey', selector: key.selector }, provenance);
  }
  return state;
}

async function askBySchedule(
  ports: RotationPorts,
  domain: ActiveDomain,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  if (!isScheduled(domain, ports.settings.rotateAfterMs, ports.clock.settledNow())) return domain;
  return run(ports, domain, { type: 'RequestDkimRotation', by: 'schedule' }, provenance);
}

async function selectSpares(
  ports: RotationPorts,
  domain: ActiveDomain,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  let state: ActiveDomain | undefined = domain;
  for (const key of selectable(domain)) {
    if (!(await ports.isPublished(domain.domain, key))) continue;
    state = await run(ports, domain, { type: 'SelectDkimKey', selector: key.selector }, provenance);
  }
  return state;
}

const graceIsOver = ({ dkimKeys }: ActiveDomain, graceMs: number, now: number): readonly DkimKey[] =>
  dkimKeys.filter(({ role, since }) => role === 'retiring' && Date.parse(since) + graceMs <= now);

function isScheduled({ dkimKeys, rotationRequestedAt }: ActiveDomain, rotateAfterMs: number | null, now: number) {
  const active = keyInRole(dkimKeys, 'rsa-sha256', 'active');
  if (rotateAfterMs === null || rotationRequestedAt !== null || active === undefined) return false;
  const hasSpare = keyInRole(dkimKeys, 'rsa-sha256', 'spare') !== undefined;
  return hasSpare && Date.parse(active.since) + rotateAfterMs <= now;
}

/** The spares that are to take over once DNS shows them. */
function selectable(domain: ActiveDomain): readonly DkimKey[] {
  const { dkimKeys, rotationRequestedAt } = domain;
  return dkimKeys.filter((key) => {
    if (key.role !== 'spare') return false;
    // Before a check has seen it, it would take the former key's place and sign nothing itself.
    return key.algorithm === 'ed25519-sha256' ? wasSeen(domain, key) : rotationRequestedAt !== null;
  });
}

async function run(
  ports: RotationPorts,
  { domain }: ActiveDomain,
  command: SendingDomainCommand,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  const handled = await handle(ports, sendingDomain, streamName('domain', domain.domainId), command, provenance);
  const { state } = handled.loaded;
  if (state.status !== 'active') return undefined;
  if ('refused' in handled && handled.refused === 'unavailable')
    throw new EventLogUnavailable(`the DKIM keys of the domain ${domain.name} could not be changed`);
  return state;
}
