import { type StsPolicy, writeStsPolicy } from '../../domain/shared/mta-sts.js';
import { query } from '../access/use-case.js';
import { inRegion } from './records/expected-records.js';
import type { PublishedDomain, RecordSettings } from './records/published-domain.js';
import type { SendingDomains } from './sending-domains.js';

export interface OwnPolicyPorts {
  readonly recordSettings: RecordSettings;
  readonly domains: Pick<SendingDomains, 'receiverOf'>;
}

/** A record that announces the policy, or leads to it. */
export interface PolicyRecord {
  readonly type: 'TXT' | 'CNAME';
  readonly name: string;
  readonly value: string;
}

/** RFC 8461 §3.2 asks for weeks; after a change of hosts the former policy holds for so long. */
const maxAgeSeconds = 7 * 86_400;
const hostPrefix = 'mta-sts.';

/** The policy file for the host that was asked, in the words of RFC 8461. */
export interface GetOwnPolicy {
  readonly host: string;
}

export const GetOwnPolicy = query({
  name: 'GetOwnPolicy',
  need: 'anyone',
  run: (ports: OwnPolicyPorts, { host }: GetOwnPolicy) => ownPolicyAt(ports, host),
});

/** @returns undefined where no email to the name behind `mta-sts.` comes here, or no policy is published. */
export async function ownPolicyAt(
  { domains, recordSettings }: OwnPolicyPorts,
  host: string,
): Promise<string | undefined> {
  if (recordSettings.ownPolicy === null || !host.startsWith(hostPrefix)) return undefined;
  const receiver = await domains.receiverOf(host.slice(hostPrefix.length));
  if (receiver === undefined) return undefined;
  const named = receiver.host === 'inbound' ? recordSettings.inboundHost : recordSettings.returnPathHost;
  return policyText(recordSettings.ownPolicy.mode, inRegion(named, receiver.region));
}

/** What to publish so that senders find the policies of a domain; empty where there is none. */
export function policyRecords(domain: PublishedDomain, settings: RecordSettings): readonly PolicyRecord[] {
  const { ownPolicy, returnPathHost, inboundHost, trackingHost } = settings;
  if (ownPolicy === null) return [];
  const { name, region, capabilities, returnPathLabel } = domain;
  const receivers = [
    ...(capabilities.sending ? [{ at: `${returnPathLabel}.${name}`, mx: returnPathHost }] : []),
    ...(capabilities.receiving ? [{ at: name, mx: inboundHost }] : []),
  ];
  return receivers.flatMap(({ at, mx }): readonly PolicyRecord[] => {
    const id = ownPolicy.idOf(policyText(ownPolicy.mode, inRegion(mx, region)));
    return [
      { type: 'TXT', name: `_mta-sts.${at}`, value: `v=STSv1; id=${id};` },
      { type: 'CNAME', name: `${hostPrefix}${at}`, value: inRegion(trackingHost, region) },
    ];
  });
}

function policyText(mode: StsPolicy['mode'], mx: string): string {
  return writeStsPolicy({ mode, mx: [mx.toLowerCase()], maxAgeSeconds });
}
