import { sendingDomainUseCases } from '../../../application/sending-domain/use-cases.js';
import { claimsUseCases } from '../../../application/sending-domain/claims/use-cases.js';
import { DomainsController } from './domains.controller.js';
import type { HttpPart } from '../http-part.js';

export const domainsHttp = {
  tag: { name: 'Domains', description: 'What emails can be sent from.' },
  controllers: [DomainsController],
  useCases: [...sendingDomainUseCases, ...claimsUseCases],
} satisfies HttpPart;
