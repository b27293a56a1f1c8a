import { query } from '../access/use-case.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type DomainDocument, sharedScope } from '../../projections/domains/domains.document.js';
import { domainsProjection, foldDomain } from '../../projections/domains/domains.projection.js';
import type { Dns } from '../ports/dns.js';
import { listPage, mergedPage } from '../shared/list-page.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { checkDmarc, type DmarcFinding } from './records/check-dmarc.js';
import type { RecordSettings } from './records/published-domain.js';
import { formerRecords, publishedDocument, type ShownRecord, shownRecords } from './shown-records.js';

/** GET /domains: the team's own; everything when no limit is given. */
export interface ListDomains {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
}
export type ListDomainsResult = Page<DomainDocument>;

/** GET /dashboard-api/domains: the sandbox domains of the server too, and how many records of each are there. */
export interface ListShownDomains {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
}
export interface ShownDomain {
  readonly document: DomainDocument;
  /** What its owner is to publish. */
  readonly records: readonly ShownRecord[];
}
export type ListShownDomainsResult = Page<ShownDomain>;

/** GET /domains/{id}. */
export interface GetDomain {
  readonly teamId: string;
  readonly domainId: string;
}
export type GetDomainResult = DomainView | undefined;

/** A domain with the records that its owner is to publish. */
export interface DomainView {
  readonly document: DomainDocument;
  readonly records: readonly ShownRecord[];
  /** Records of earlier tracking subdomains. */
  readonly former: readonly ShownRecord[];
}

/** What DNS shows now of the DMARC of a domain: advice, which is no part of its records. */
export interface GetDomainDmarc {
  readonly teamId: string;
  readonly domainId: string;
}
type GetDomainDmarcResult = DmarcFinding | undefined;

export type ListDomainsPorts = Pick<Ports, 'readStore' | 'ownWrites'>;

export type GetDomainPorts = Pick<Ports, 'store' | 'codec'> & {
  /** What the records of every domain are made from. */
  readonly recordSettings: RecordSettings;
};

type GetDomainDmarcPorts = GetDomainPorts & { readonly dns: Dns };

export const ListDomains = query({ name: 'ListDomains', need: 'read-only', run: listDomains });

export const ListShownDomains = query({ name: 'ListShownDomains', need: 'read-only', run: listShownDomains });

export const GetDomain = query({ name: 'GetDomain', need: 'read-only', run: getDomain });

export const GetDomainDmarc = query({ name: 'GetDomainDmarc', need: 'read-only', run: getDomainDmarc });

/** Newest first. */
export async function listDomains(
  { readStore, ownWrites }: ListDomainsPorts,
  { teamId, page }: ListDomains,
): Promise<ListDomainsResult> {
  await ownWrites.settled(teamId, domainsProjection.name);
  return inScope(readStore, teamId, teamId, page);
}

/** Newest first. */
export async function listShownDomains(
  { recordSettings, ...ports }: ListDomainsPorts & Pick<GetDomainPorts, 'recordSettings'>,
  { teamId, page }: ListShownDomains,
): Promise<ListShownDomainsResult> {
  const own = await listDomains(ports, { teamId, page });
  const merged = mergedPage([own, await inScope(ports.readStore, teamId, sharedScope, page)], page);
  if ('refused' in merged) return merged;
  const documents = merged.documents.map((document) => ({ document, records: shownRecords(document, recordSettings) }));
  return { ...merged, documents };
}

const inScope = (readStore: Ports['readStore'], teamId: string, scope: string, page: Partial<PageRequest>) =>
  listPage<DomainDocument>(readStore, { shape: domainsProjection, teamId, equals: { scope }, orderBy: 'id' }, page);

/** Folds the stream itself, so that every write that was answered shows. */
export async function getDomain(
  { store, codec, recordSettings }: GetDomainPorts,
  { teamId, domainId }: Pick<GetDomain, 'teamId' | 'domainId'>,
): Promise<GetDomainResult> {
  const document = foldDomain(codec.decode(await store.readStream(streamName('domain', domainId))));
  if (document === undefined || (document.scope !== teamId && document.scope !== sharedScope)) return undefined;
  return {
    document,
    records: shownRecords(document, recordSettings),
    former: formerRecords(document, recordSettings),
  };
}

/** Asks DNS each time: no check waits for DMARC, so no event records what DNS shows of it. */
async function getDomainDmarc(ports: GetDomainDmarcPorts, query: GetDomainDmarc): Promise<GetDomainDmarcResult> {
  const domain = await getDomain(ports, query);
  if (domain === undefined) return undefined;
  return checkDmarc(publishedDocument(domain.document), ports.recordSettings, ports.dns);
}
