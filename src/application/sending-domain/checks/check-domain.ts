import { sendingDomain, type ActiveDomain } from '../../../domain/sending-domain/sending-domain.js';
import type { Finding } from '../../../domain/sending-domain/verification.js';
import type { Cause, Recorded } from '../../../domain/shared/recorded.js';
import type { StreamName } from '../../../domain/shared/stream-name.js';
import type { Dns } from '../../ports/dns.js';
import { handle, load, type LogPorts, requestPatience } from '../../shared/handle.js';
import { checkRecords } from '../records/check-records.js';
import { expectedRecords } from '../records/expected-records.js';
import type { RecordSettings } from '../records/published-domain.js';
import { storedFinding } from '../records/stored-finding.js';
import type { SendingDomains } from '../sending-domains.js';
import { publishedDomain } from '../shown-records.js';

export type CheckDomainPorts = LogPorts & {
  readonly dns: Dns;
  readonly recordSettings: RecordSettings;
  /** How long a record may be missing before that is final. */
  readonly patienceMs: number;
  readonly domains: Pick<SendingDomains, 'forget'>;
};

/**
 * Asks DNS for the records of one domain and writes down what is new. Where the domain changes in between nothing is
 * written: the next check sees all of it. `onlyIfAwaited`: nothing is asked where a check has been made since.
 */
export async function checkDomain(ports: CheckDomainPorts, stream: StreamName, onlyIfAwaited: boolean): Promise<void> {
  const { dns, recordSettings, patienceMs } = ports;
  const loaded = await load(ports, sendingDomain, stream);
  const { state } = loaded;
  if (state.status !== 'active' || (onlyIfAwaited && !state.verification.checkAwaited)) return;
  const published = publishedDomain(state.domain, state.dkimKeys, state.formerTrackingSubdomains, state.verification);
  const found = await checkRecords(published, recordSettings, dns);
  const expected = new Map(expectedRecords(published, recordSettings).map((record) => [record.key, record]));
  const findings = found.map((finding): Finding => {
    const { required = false, serves = 'tracking' } = expected.get(finding.key) ?? {};
    return { record: storedFinding(finding), neededFor: required && serves !== 'tracking' ? serves : null };
  });
  const at = new Date(ports.clock.now()).toISOString();
  const command = { type: 'RecordCheck', findings, at, patienceMs } as const;
  const options = { loaded, patience: { ...requestPatience, conflicts: 0 } };
  await handle(ports, sendingDomain, stream, command, provenanceOf(ports, state, loaded.events), options);
  ports.domains.forget(stream);
}

function provenanceOf(ports: LogPorts, { domain }: ActiveDomain, events: readonly Recorded[]) {
  const teamId = events[0]?.metadata.teamId ?? null;
  const asked = events.findLast(({ event }) => event.type === 'DomainCheckRequested' || event.type === 'DomainChecked');
  const causedBy: Cause | undefined =
    asked?.event.type === 'DomainCheckRequested' ? { id: asked.id, position: asked.position } : undefined;
  const actor = { kind: 'system', id: 'domain-checker' } as const;
  const correlationId = causedBy === undefined ? ports.ids.next() : (asked?.metadata.correlationId ?? '');
  const provenance = { context: { teamId, actor, correlationId }, region: domain.region };
  return causedBy === undefined ? provenance : { ...provenance, causedBy };
}
