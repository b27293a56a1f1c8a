import { ChangeDomain, CreateDomain } from './manage-domains.js';
import { GetDomain, GetDomainDmarc, ListDomains } from './read-domains.js';

export const sendingDomainUseCases = [CreateDomain, ChangeDomain, ListDomains, GetDomain, GetDomainDmarc];
