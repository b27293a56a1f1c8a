import {
  type DmarcFacts,
  type DomainFacts,
  known,
  type Looked,
  type NameFacts,
  type RecordState,
  unknown,
} from '../../domain/insight/facts.js';
import { dkimRecordKey, signingKeys } from '../../domain/sending-domain/dkim-keys.js';
import type { SendingDomainEvent } from '../../domain/sending-domain/events.js';
import {
  type ActiveDomain,
  sendingDomain,
  type SendingDomainState,
} from '../../domain/sending-domain/sending-domain.js';
import { trackingRecordKey } from '../../domain/sending-domain/tracking-subdomain.js';
import type { Position } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { Dns } from '../ports/dns.js';
import { checkDmarc, type DmarcFinding } from '../sending-domain/records/check-dmarc.js';
import { checkRecords } from '../sending-domain/records/check-records.js';
import type { RecordFinding } from '../sending-domain/records/finding.js';
import type { PublishedDomain, RecordSettings } from '../sending-domain/records/published-domain.js';
import { showsReturnPath } from '../sending-domain/sending-domains.js';
import { publishedDomain } from '../sending-domain/shown-records.js';
import type { Ports } from '../shared/ports.js';

export interface DomainFactsPorts extends Pick<Ports, 'store' | 'codec'> {
  readonly recordSettings: RecordSettings;
}

/**
 * What of the domain counted for an email from this address. `at`: the domain as it was then; undefined: as it is now.
 * What its records show is looked up now in either case.
 */
export async function domainFacts(
  ports: DomainFactsPorts,
  dns: Dns,
  { domainId, from, at }: { readonly domainId: string; readonly from: NameFacts; readonly at: Position | undefined },
): Promise<Looked<DomainFacts>> {
  const state = await domainAt(ports, domainId, at);
  if (state.status !== 'active') return unknown('the domain was deleted');
  if (state.domain.origin === 'sandbox') {
    return unknown('it comes from a sandbox domain, whose email never leaves this server');
  }
  const { domain } = state;
  const { recordSettings } = ports;
  const looked = lookedFor(state);
  const [findings, dmarc] = await Promise.all([
    checkRecords(looked, recordSettings, dns),
    checkDmarc(looked, recordSettings, dns),
  ]);
  const named = (name: string): NameFacts => ({ name, registered: recordSettings.registeredZoneOf(name) });
  const hasReturnPath = showsReturnPath(state);
  return known({
    id: domainId,
    name: domain.name,
    returnPath: hasReturnPath ? named(`${domain.returnPath}.${domain.name}`) : from,
    hasReturnPath,
    spf: recordOf(findings, 'return-path-spf', 'the SPF record of the return path'),
    signatures: signingKeys(state).map(({ selector }) => ({
      domain: named(domain.name),
      selector,
      record: recordOf(findings, dkimRecordKey(selector), `the DKIM record ${selector}`),
    })),
    dmarc: dmarcFacts(dmarc),
    tracking: {
      opens: domain.openTracking,
      clicks: domain.clickTracking,
      host: domain.trackingSubdomain === null ? null : `${domain.trackingSubdomain}.${domain.name}`,
      record: recordOf(findings, trackingRecordKey, 'the record of the tracking subdomain'),
    },
  });
}

async function domainAt(
  { store, codec }: Pick<Ports, 'store' | 'codec'>,
  domainId: string,
  at: Position | undefined,
): Promise<SendingDomainState> {
  let state = sendingDomain.initial;
  for (const recorded of codec.decode(await store.readStream(streamName('domain', domainId)))) {
    if (at !== undefined && recorded.position > at) break;
    // The codec types the union of all events; a domain's stream holds a domain's.
    state = sendingDomain.evolve(state, recorded.event as SendingDomainEvent, recorded.metadata.time);
  }
  return state;
}

/** Only those of its records that an email stands on. */
function lookedFor(state: ActiveDomain): PublishedDomain {
  const { domain, verification } = state;
  const { openTracking, clickTracking, trackingSubdomain } = domain;
  return publishedDomain(
    {
      ...domain,
      capabilities: { sending: true, receiving: false },
      trackingSubdomain: openTracking || clickTracking ? trackingSubdomain : null,
    },
    signingKeys(state),
    [],
    verification,
  );
}

function recordOf(findings: readonly RecordFinding[], key: string, what: string): Looked<RecordState> {
  const status = findings.find((finding) => finding.key === key)?.status;
  if (status === undefined) return known('missing');
  return status === 'unanswered' ? unknown(`no name server answered for ${what}`) : known(status);
}

function dmarcFacts({ status, foundAt, policy, advice }: DmarcFinding): Looked<DmarcFacts> {
  if (status === 'unanswered') return unknown('no name server answered for the DMARC record');
  return known({
    state: status,
    foundAt,
    policy,
    strictSpf: advice.some(({ code }) => code === 'dmarc-spf-strict'),
  });
}
