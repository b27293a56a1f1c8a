import { ChangeDomain, CreateDomain } from '../../../application/sending-domain/manage-domains.js';
import {
  GetDomain,
  GetDomainDmarc,
  ListDomains,
  ListShownDomains,
} from '../../../application/sending-domain/read-domains.js';
import {
  ClaimDomain,
  GetDomainClaim,
  RequestClaimCheck,
} from '../../../application/sending-domain/claims/claim-domain.js';
import { DomainsController } from './domains.controller.js';
import type { HttpPart } from '../http-part.js';

export const domainsHttp = {
  tag: { name: 'Domains', description: 'What emails can be sent from.' },
  controllers: [DomainsController],
  useCases: [
    CreateDomain,
    ChangeDomain,
    ListDomains,
    ListShownDomains,
    GetDomain,
    GetDomainDmarc,
    ClaimDomain,
    RequestClaimCheck,
    GetDomainClaim,
  ],
} satisfies HttpPart;
