import type { ClaimDomainResult } from '../../../application/sending-domain/claims/claim-domain.js';
import type { ChangeDomainResult, CreateDomainResult } from '../../../application/sending-domain/manage-domains.js';
import { forbidden, invalid } from '../edge/errors/api-error.js';
import { type Refused, refusalsOf } from '../edge/errors/refusals.js';

export const noCapability = 'Invalid `capabilities` field. At least one of `sending` and `receiving` must be enabled.';
export const subdomainInUse =
  'Invalid `tracking_subdomain` field. It must differ from the subdomain that bounces go to.';

/** How what is refused of a domain is answered. */
export const domainRefusal = refusalsOf<
  Refused<CreateDomainResult> | Refused<ClaimDomainResult> | Refused<ChangeDomainResult>
>({
  'name-taken': ({ name }) => forbidden(`The ${name} domain has been registered already.`),
  'too-many-domains': ({ limit }) => forbidden(`This team has ${limit} domains, as many as a team may have.`),
  'name-yours': ({ name }) => forbidden(`The ${name} domain is yours already.`),
  'name-free': ({ name }) => forbidden(`The ${name} domain belongs to no team here. Create it instead of claiming it.`),
  'name-kept': ({ name }) => forbidden(`The ${name} domain belongs to the configuration of this server.`),
  'domain-kept': ({ name }) =>
    forbidden(`The ${name} domain belongs to the configuration of this server and cannot be changed here.`),
  'no-capability': () => invalid(noCapability),
  'subdomain-in-use': () => invalid(subdomainInUse),
});
