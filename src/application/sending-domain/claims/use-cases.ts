import { ClaimDomain, GetDomainClaim, RequestClaimCheck } from './claim-domain.js';

export const claimsUseCases = [ClaimDomain, RequestClaimCheck, GetDomainClaim];
