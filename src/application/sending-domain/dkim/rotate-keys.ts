import { type DkimKey, keyInRole } from '../../../domain/sending-domain/dkim-keys.js';
import { sendingDomain, type ActiveDomain } from '../../../domain/sending-domain/sending-domain.js';
import { streamName } from '../../../domain/shared/stream-name.js';
import { EventLogUnavailable } from '../../ports/event-store.js';
import { handle, type Provenance } from '../../shared/handle.js';
import { advanceKeys, type RotationPorts } from './advance-keys.js';

/**
 * `rotated`: `signs` has taken over, and the record of `former` stays until `formerUntil` (ISO 8601). `waiting`: DNS
 * does not show the spare; it takes over once it does. `too-soon`: there is no spare while the record of `former`
 * stays.
 */
export type RotationResult =
  | { readonly result: 'rotated'; readonly signs: DkimKey; readonly former: DkimKey; readonly formerUntil: string }
  | { readonly result: 'waiting'; readonly signs: DkimKey; readonly spare: DkimKey }
  | { readonly result: 'too-soon'; readonly former: DkimKey; readonly formerUntil: string }
  | { readonly result: 'sandbox' | 'deleted' };

/**
 * The operator asks for another key: the spare takes over at once where DNS shows it, and otherwise as soon as it does.
 */
export async function rotateKeys(
  ports: RotationPorts,
  domain: ActiveDomain,
  provenance: Provenance,
): Promise<RotationResult> {
  if (domain.domain.origin === 'sandbox') return { result: 'sandbox' };
  const ready = await advanceKeys(ports, domain, provenance);
  if (ready === undefined) return { result: 'deleted' };
  // What was asked for before has just been done: nothing more is wanted.
  const before = activeOf(domain);
  if (before !== undefined && activeOf(ready)?.selector !== before.selector) return resultOf(ports, ready, before);
  const stream = streamName('domain', domain.domain.domainId);
  const asked = await handle(ports, sendingDomain, stream, { type: 'RequestDkimRotation', by: 'operator' }, provenance);
  if ('refused' in asked && asked.refused === 'unavailable')
    throw new EventLogUnavailable(`the rotation of ${domain.domain.name} could not be recorded`);
  const { state } = asked.loaded;
  if (state.status !== 'active') return { result: 'deleted' };
  const advanced = await advanceKeys(ports, state, provenance);
  return advanced === undefined ? { result: 'deleted' } : resultOf(ports, advanced, activeOf(state));
}

const activeOf = ({ dkimKeys }: ActiveDomain) => keyInRole(dkimKeys, 'rsa-sha256', 'active');

function resultOf(
  { settings }: RotationPorts,
  { dkimKeys }: ActiveDomain,
  before: DkimKey | undefined,
): RotationResult {
  const signs = keyInRole(dkimKeys, 'rsa-sha256', 'active');
  const spare = keyInRole(dkimKeys, 'rsa-sha256', 'spare');
  const former = keyInRole(dkimKeys, 'rsa-sha256', 'retiring');
  if (signs !== undefined && former === undefined && spare !== undefined) return { result: 'waiting', signs, spare };
  if (signs === undefined || former === undefined) throw new Error('a domain has a key that signs');
  const formerUntil = new Date(Date.parse(former.since) + settings.graceMs).toISOString();
  if (signs.selector === before?.selector) return { result: 'too-soon', former, formerUntil };
  return { result: 'rotated', signs, former, formerUntil };
}
