import { type DkimKey, keyInRole, wasSeen } from '../../../domain/sending-domain/dkim-keys.js';
import {
  sendingDomain,
  type SendingDomainCommand,
  type ActiveDomain,
} from '../../../domain/sending-domain/sending-domain.js';
import { streamName } from '../../../domain/shared/stream-name.js';
import { EventLogUnavailable } from '../../ports/event-store.js';
import { handle, type Provenance } from '../../shared/handle.js';
import type { RotationPorts } from './dkim-ports.js';
import { ensureDkimKeys } from './ensure-keys.js';

/**
 * Does what is due for a domain's keys, each step an event and each harmless to repeat: a former key whose grace time is
 * over goes, keys that are missing are made, and a spare takes over where that is wanted and DNS, asked right before,
 * shows it. So no mail is unsigned at any moment, and none is signed with a key that receivers cannot find. Undefined:
 * the domain was deleted meanwhile.
 */
export async function advanceKeys(
  rotation: RotationPorts,
  domain: ActiveDomain,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  let state: ActiveDomain | undefined = domain;
  for (const step of [retireFormerKeys, ensureDkimKeys, askBySchedule, selectSpares]) {
    if (state !== undefined) state = await step(rotation, state, provenance);
  }
  return state;
}

/** Whether {@link advanceKeys} would have anything to do, apart from keys to be made. */
export function isDue({ settings, ports }: Pick<RotationPorts, 'settings' | 'ports'>, state: ActiveDomain): boolean {
  const now = ports.clock.now();
  return (
    graceIsOver(state, settings.graceMs, now).length > 0 ||
    isScheduled(state, settings.rotateAfterMs, now) ||
    selectable(state).length > 0
  );
}

async function retireFormerKeys(
  rotation: RotationPorts,
  domain: ActiveDomain,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  let state: ActiveDomain | undefined = domain;
  for (const key of graceIsOver(domain, rotation.settings.graceMs, rotation.ports.clock.now())) {
    // First: an event that says so must never be ahead of what was done.
    await rotation.keys.destroySecret(key.secretName);
    state = await run(rotation, domain, { type: 'RetireDkimKey', selector: key.selector }, provenance);
  }
  return state;
}

async function askBySchedule(
  rotation: RotationPorts,
  domain: ActiveDomain,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  if (!isScheduled(domain, rotation.settings.rotateAfterMs, rotation.ports.clock.now())) return domain;
  return run(rotation, domain, { type: 'RequestDkimRotation', by: 'schedule' }, provenance);
}

async function selectSpares(
  rotation: RotationPorts,
  domain: ActiveDomain,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  let state: ActiveDomain | undefined = domain;
  for (const key of selectable(domain)) {
    if (!(await rotation.isPublished(domain.domain, key))) continue;
    state = await run(rotation, domain, { type: 'SelectDkimKey', selector: key.selector }, provenance);
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
  { ports }: RotationPorts,
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
