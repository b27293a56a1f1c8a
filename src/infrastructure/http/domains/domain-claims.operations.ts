import {
  ClaimDomain,
  GetDomainClaim,
  RequestClaimCheck,
} from '../../../application/sending-domain/claims/claim-domain.js';
import { invalidBody } from '../openapi/operation.js';
import { get, post } from '../openapi/served.js';
import { createdAt, domainId } from '../openapi/shared-examples.js';
import { domainClaim, presentDomainClaim } from './domains.answers.js';
import { ClaimDomainBody, newDomain } from './domains.bodies.js';

const noun = 'Domain claim';

const claim = {
  object: 'domain_claim',
  id: '019a3f5e-7c1a-7d30-9c4b-7e6f0a5c8e66',
  name: 'shop.example.com',
  status: 'pending',
  domain_id: domainId,
  region: 'us-east-1',
  record: {
    type: 'TXT',
    name: 'shop.example.com',
    value: 'posthorn-domain-verification=9Qm0xT2vK5sR8wYbE1hJ4nC7pF6uL3aDzGiOkVtXyBQ',
    ttl: 'Auto',
  },
  blocked_reason: null,
  failure_reason: null,
  created_at: createdAt,
  expires_at: '2026-01-09 03:04:05.678000+00',
} as const;

/** What may be wrong with a domain that is asked for. */
export const registering = {
  ...invalidBody,
  403: ['validation_error'],
  422: ['invalid_region', 'missing_required_field', 'validation_error'],
} as const;

export const claimDomain = post({
  path: '/domains/claim',
  olderPaths: ['/domains/claims'],
  summary: 'Claim a domain of another team',
  description:
    'Publish the TXT record in the response to prove that you control the domain. The domain name then moves to your team, with new keys. If you repeat the claim, the response is 200 and the claim does not change.',
  body: ClaimDomainBody,
  status: 201,
  answer: domainClaim,
  errors: registering,
  examples: {
    claimed: { summary: 'A new claim with its TXT record', request: { name: 'shop.example.com' }, answer: claim },
  },
  runs: ClaimDomain,
  input: ({ context, body, options }) => ({ context, settings: newDomain(body, options) }),
  present(result, { reply }) {
    void reply.code(result.isNew ? 201 : 200);
    return presentDomainClaim(result.claim);
  },
});

export const getDomainClaim = get({
  path: '/domains/{id}/claim',
  olderPaths: ['/domains/{id}/claims'],
  summary: 'Get the claim of a domain',
  answer: domainClaim,
  examples: { pending: { summary: 'A pending claim', answer: claim } },
  noun,
  runs: GetDomainClaim,
  input: ({ teamId, path }) => ({ teamId, domainId: path.id }),
  present: (found) => presentDomainClaim(found),
});

export const verifyDomainClaim = post({
  path: '/domains/{id}/claim/verify',
  olderPaths: ['/domains/{id}/claims/verify'],
  summary: 'Check the TXT record of a claim',
  description: 'The check runs after the response. Get the claim to see the result.',
  answer: domainClaim,
  examples: { asked: { summary: 'A claim whose check was requested', answer: claim } },
  noun,
  runs: RequestClaimCheck,
  input: ({ context, path }) => ({ context, domainId: path.id }),
  present: (result) => presentDomainClaim(result.claim),
});
