import { bodySchema } from '../edge/field.js';
import { allOrPage, get, invalidBody, listErrors, oneErrors, patch, post, remove } from '../openapi/operation.js';
import { createdAt, domainId as id, listOf } from '../openapi/shared-examples.js';
import * as answers from './domains.answers.js';
import { ClaimDomainBody, CreateDomainBody, UpdateDomainBody } from './domains.bodies.js';

const object = 'domain';

const row = <Status extends string>(status: Status) =>
  ({
    id,
    name: 'example.com',
    status,
    created_at: createdAt,
    region: 'us-east-1',
    open_tracking: false,
    click_tracking: false,
    capabilities: { sending: 'enabled', receiving: 'disabled' },
  }) as const;

const domain = <Status extends string>(status: Status) => {
  const txt = { type: 'TXT', ttl: 'Auto', status } as const;
  return {
    object,
    ...row(status),
    records: [
      {
        record: 'SPF',
        name: 'send',
        type: 'MX',
        ttl: 'Auto',
        status,
        value: 'mail.posthorn.test',
        priority: 10,
      },
      { record: 'SPF', name: 'send', ...txt, value: 'v=spf1 a:mail.posthorn.test ~all' },
      {
        record: 'DKIM',
        name: 'posthorn1._domainkey',
        ...txt,
        value: 'p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
      },
    ],
  } as const;
};

const claim = {
  object: 'domain_claim',
  id: '019a3f5e-7c1a-7d30-9c4b-7e6f0a5c8e66',
  name: 'shop.example.com',
  status: 'pending',
  domain_id: id,
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

const registering = {
  ...invalidBody,
  403: ['validation_error'],
  422: ['invalid_region', 'missing_required_field', 'validation_error'],
} as const;
const changing = { ...oneErrors, 403: ['validation_error'] } as const;

export const createDomain = post({
  path: '/domains',
  summary: 'Create a domain',
  description: 'A name belongs to one team. Publish the records of the answer, then ask for a check.',
  body: bodySchema(CreateDomainBody),
  status: 201,
  answer: answers.domain,
  errors: registering,
  examples: {
    created: { summary: 'The records to publish', request: { name: 'example.com' }, answer: domain('not_started') },
    configured: {
      summary: 'A region and a subdomain for bounces of its own',
      request: { name: 'mail.example.com', region: 'us-east-1', custom_return_path: 'send', tls: 'enforced' },
      answer: { ...domain('not_started'), name: 'mail.example.com' },
    },
  },
});

export const claimDomain = post({
  path: '/domains/claim',
  olderPaths: ['/domains/claims'],
  summary: 'Claim a domain that another team has',
  description:
    'Publish the TXT record of the answer: it proves that the name is yours, and the name moves with new keys. The same claim again is answered with 200 and stays as it is.',
  body: bodySchema(ClaimDomainBody),
  status: 201,
  answer: answers.domainClaim,
  errors: registering,
  examples: {
    claimed: { summary: 'The record that proves it', request: { name: 'shop.example.com' }, answer: claim },
  },
});

export const getDomainClaim = get({
  path: '/domains/{id}/claim',
  olderPaths: ['/domains/{id}/claims'],
  summary: 'Get the claim that a domain was made for',
  answer: answers.domainClaim,
  examples: { pending: { summary: 'Nothing is proved yet', answer: claim } },
});

export const verifyDomainClaim = post({
  path: '/domains/{id}/claim/verify',
  olderPaths: ['/domains/{id}/claims/verify'],
  summary: 'Look for the proof of a claim',
  description: 'The look at DNS comes after the answer. Get the claim to see what came of it.',
  answer: answers.domainClaim,
  errors: oneErrors,
  examples: { asked: { summary: 'The look comes after the answer', answer: claim } },
});

export const listDomains = get({
  path: '/domains',
  summary: 'List domains, newest first; all of them without a limit',
  description: 'The team’s own. Every team may send from the sandbox domains of the server, which are not in it.',
  parameters: allOrPage,
  answer: answers.domainList,
  errors: listErrors,
  examples: { list: { summary: 'One domain', answer: listOf(row('verified')) } },
});

export const getDomain = get({
  path: '/domains/{id}',
  summary: 'Get a domain and its DNS records',
  answer: answers.domain,
  examples: { verified: { summary: 'A domain with its DNS records', answer: domain('verified') } },
});

export const changeDomain = patch({
  path: '/domains/{id}',
  summary: 'Change the settings of a domain',
  description: 'Its name and its region stay what they are.',
  body: bodySchema(UpdateDomainBody),
  answer: answers.changedDomain,
  errors: {
    ...invalidBody,
    403: ['validation_error'],
    404: ['not_found'],
    422: ['invalid_parameter', 'validation_error'],
  },
  examples: {
    tracking: {
      summary: 'Links lead through a subdomain',
      request: { click_tracking: true, tracking_subdomain: 'links' },
      answer: { object, id },
    },
  },
});

export const deleteDomain = remove({
  path: '/domains/{id}',
  summary: 'Delete a domain',
  description: 'Its keys are destroyed, and its name is free for every team.',
  answer: answers.deletedDomain,
  errors: changing,
  examples: { deleted: { summary: 'The name is free again', answer: { object, id, deleted: true } } },
});

export const verifyDomain = post({
  path: '/domains/{id}/verify',
  summary: 'Check the DNS records of a domain',
  description: 'The check runs after the answer, and asks DNS afresh. Get the domain to see what it found.',
  answer: answers.changedDomain,
  errors: changing,
  examples: { asked: { summary: 'The check runs after the answer', answer: { object, id } } },
});
