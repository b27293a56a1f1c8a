import { Command, Query } from '@nestjs/cqrs';
import type { DomainNameRefusal } from '../../domain/sending-domain/domain-name.js';
import type { DomainCreated } from '../../domain/sending-domain/events.js';
import type { NameClaim } from '../../domain/sending-domain/name-claim.js';
import type { SendingDomainCommand } from '../../domain/sending-domain/sending-domain.js';
import type { DomainDocument } from '../../projections/domains/domains.document.js';
import type { RequestContext, Unavailable } from '../shared/context.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { DmarcFinding } from './records/check-dmarc.js';
import type { ShownRecord } from './shown-records.js';

/** What a team says of the domain that it wants; the rest is ours to say. */
export type DomainWish = Omit<DomainCreated['data'], 'domainId' | 'origin'>;

export type DomainChange = Extract<
  SendingDomainCommand,
  { type: 'UpdateDomain' } | { type: 'RequestCheck' } | { type: 'DeleteDomain' }
>;

/** A domain with the records that its owner is to publish. */
export interface DomainView {
  readonly document: DomainDocument;
  readonly records: readonly ShownRecord[];
  /** Of earlier tracking subdomains. */
  readonly former: readonly ShownRecord[];
}

/** POST /domains. */
export class CreateDomainCommand extends Command<CreateDomainResult> {
  constructor(
    readonly context: RequestContext,
    readonly wish: DomainWish,
  ) {
    super();
  }
}
export type CreateDomainResult =
  | { readonly domainId: string }
  | { readonly refused: 'name-taken'; readonly name: string }
  | Unavailable;

/** PATCH and DELETE /domains/{id}, POST /domains/{id}/verify. */
export class ChangeDomainCommand extends Command<ChangeDomainResult> {
  constructor(
    readonly context: RequestContext,
    readonly domainId: string,
    readonly change: DomainChange,
  ) {
    super();
  }
}
/** `domain-kept`: the operator's configuration holds it. */
export type ChangeDomainResult =
  | { readonly id: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'no-capability' }
  | { readonly refused: 'subdomain-in-use' }
  | { readonly refused: 'domain-kept'; readonly name: string }
  | Unavailable;

/** POST /domains/claim. */
export class ClaimDomainCommand extends Command<ClaimDomainResult> {
  constructor(
    readonly context: RequestContext,
    readonly wish: DomainWish,
  ) {
    super();
  }
}
/** `isNew` false: the same was asked before, and that claim stands. */
export type ClaimDomainResult =
  | { readonly claim: NameClaim; readonly isNew: boolean }
  | { readonly refused: Exclude<DomainNameRefusal, 'claim-not-found'>; readonly name: string }
  | Unavailable;

/** POST /domains/{id}/claim/verify. */
export class RequestClaimCheckCommand extends Command<ClaimCheckResult> {
  constructor(
    readonly context: RequestContext,
    readonly domainId: string,
  ) {
    super();
  }
}
export type ClaimCheckResult = { readonly claim: NameClaim } | { readonly refused: 'not-found' } | Unavailable;

/** GET /domains/{id}/claim. */
export class GetDomainClaimQuery extends Query<GetDomainClaimResult> {
  constructor(
    readonly teamId: string,
    readonly domainId: string,
  ) {
    super();
  }
}
export type GetDomainClaimResult = NameClaim | undefined;

/** GET /domains: the team's own and the sandbox domains; everything when no limit is given. */
export class ListDomainsQuery extends Query<ListDomainsResult> {
  constructor(
    readonly teamId: string,
    readonly page: Partial<PageRequest>,
  ) {
    super();
  }
}
export type ListDomainsResult = Page<DomainDocument>;

/** GET /domains/{id}. */
export class GetDomainQuery extends Query<GetDomainResult> {
  constructor(
    readonly teamId: string,
    readonly domainId: string,
  ) {
    super();
  }
}
export type GetDomainResult = DomainView | undefined;

/** What DNS says now of the DMARC of a domain: advice, which is no part of its records. */
export class GetDomainDmarcQuery extends Query<GetDomainDmarcResult> {
  constructor(
    readonly teamId: string,
    readonly domainId: string,
  ) {
    super();
  }
}
export type GetDomainDmarcResult = DmarcFinding | undefined;
