import { linkProblems, linkRemedy } from '../../../domain/shared/link-trouble.js';
import { ChangeDomain, CreateDomain } from '../../../application/sending-domain/manage-domains.js';
import { GetDomain, ListDomains } from '../../../application/sending-domain/read-domains.js';
import { forbidden, invalid, notFound } from '../edge/errors/api-error.js';
import { inList, readPage } from '../edge/page.js';
import { httpPart } from '../http-part.js';
import { allOrPage, invalidBody, oneErrors } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { createdAt, domainId as id, listOf } from '../openapi/shared-examples.js';
import { changed, deleted, oneChanged, oneDeleted } from '../openapi/shared-schemas.js';
import { claimDomain, getDomainClaim, registering, verifyDomainClaim } from './domain-claims.operations.js';
import { domain, domainList, presentDomain, presentDomainRow } from './domains.answers.js';
import {
  CreateDomainBody,
  domainChanges,
  newDomain,
  noCapability,
  subdomainInUse,
  UpdateDomainBody,
} from './domains.bodies.js';
import { getSendingHealth } from './health.operations.js';
import { getDomainReports } from './reports.operations.js';
import { getDomainDmarc, getDomainFindings, listPageDomains } from './page-domains.operations.js';

const object = 'domain' as const;

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

const example = <Status extends string>(status: Status) => {
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

const changing = { ...oneErrors, 403: ['validation_error'] } as const;

const createDomain = post({
  path: '/domains',
  summary: 'Create a domain',
  description: 'A domain name belongs to one team. Publish the DNS records in the response, then verify the domain.',
  body: CreateDomainBody,
  status: 201,
  answer: domain,
  errors: registering,
  examples: {
    created: {
      summary: 'A domain with the DNS records to publish',
      request: { name: 'example.com' },
      answer: example('not_started'),
    },
    configured: {
      summary: 'A domain with its own region, return path, and TLS setting',
      request: { name: 'mail.example.com', region: 'us-east-1', custom_return_path: 'send', tls: 'enforced' },
      answer: { ...example('not_started'), name: 'mail.example.com' },
    },
  },
  runs: CreateDomain,
  input: ({ context, body, options }) => ({ context, settings: newDomain(body, options) }),
  async present({ domainId }, { teamId, execute }) {
    const found = await execute(GetDomain({ teamId, domainId }));
    if (found === undefined) throw notFound('Domain not found');
    return presentDomain(found);
  },
});

const listDomains = get({
  path: '/domains',
  summary: 'List domains, newest first',
  description:
    'The list contains the team’s domains. It does not contain the server’s sandbox domains, which every team can send from.',
  parameters: allOrPage,
  answer: domainList,
  examples: { list: { summary: 'One domain', answer: listOf(row('verified')) } },
  runs: ListDomains,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(presentDomainRow),
});

const getDomain = get({
  path: '/domains/{id}',
  summary: 'Get a domain and its DNS records',
  answer: domain,
  examples: { verified: { summary: 'A verified domain with its DNS records', answer: example('verified') } },
  runs: GetDomain,
  input: ({ teamId, path }) => ({ teamId, domainId: path.id }),
  present: presentDomain,
});

const changeDomain = patch({
  path: '/domains/{id}',
  summary: 'Update a domain',
  description: 'You cannot change the name and the region. Fields that you omit keep their values.',
  body: UpdateDomainBody,
  answer: oneChanged(object),
  errors: {
    ...invalidBody,
    403: ['validation_error'],
    404: ['not_found'],
    422: ['invalid_parameter', 'validation_error'],
  },
  examples: {
    tracking: {
      summary: 'Click tracking with a tracking subdomain',
      request: { click_tracking: true, tracking_subdomain: 'links' },
      answer: { object, id },
    },
  },
  runs: ChangeDomain,
  input: ({ context, path, body }) => ({
    context,
    domainId: path.id,
    change: { type: 'UpdateDomain', changes: domainChanges(body) } as const,
  }),
  present: changed(object),
});

const deleteDomain = remove({
  path: '/domains/{id}',
  summary: 'Delete a domain',
  description: 'The domain’s DKIM keys are destroyed, and every team can create a domain with this name.',
  answer: oneDeleted(object),
  errors: changing,
  examples: { deleted: { summary: 'A deleted domain', answer: { object, id, deleted: true } } },
  runs: ChangeDomain,
  input: ({ context, path }) => ({
    context,
    domainId: path.id,
    change: { type: 'DeleteDomain', reason: 'asked' } as const,
  }),
  present: deleted(object),
});

const verifyDomain = post({
  path: '/domains/{id}/verify',
  summary: 'Verify a domain',
  description:
    'The server checks the DNS records after the response, without cached answers. Get the domain to see the result.',
  answer: oneChanged(object),
  errors: changing,
  examples: { asked: { summary: 'A domain whose check was requested', answer: { object, id } } },
  runs: ChangeDomain,
  input: ({ context, path }) => ({ context, domainId: path.id, change: { type: 'RequestCheck' } as const }),
  present: changed(object),
});

export const domainsHttp = httpPart({
  tag: { name: 'Domains', description: 'The domains that the team sends and receives email with.' },
  noun: 'Domain',
  operations: [
    createDomain,
    claimDomain,
    getDomainClaim,
    verifyDomainClaim,
    listDomains,
    getDomain,
    changeDomain,
    deleteDomain,
    verifyDomain,
    listPageDomains,
    getDomainFindings,
    getDomainDmarc,
    getSendingHealth,
    getDomainReports,
  ],
  refusals: {
    'name-taken': ({ name }) => forbidden(`The ${name} domain has been registered already.`),
    'too-many-domains': ({ limit }) => forbidden(`This team has ${limit} domains, as many as a team may have.`),
    'name-yours': ({ name }) => forbidden(`The ${name} domain is yours already.`),
    'name-free': ({ name }) =>
      forbidden(`The ${name} domain belongs to no team here. Create it instead of claiming it.`),
    'name-kept': ({ name }) => forbidden(`The ${name} domain belongs to the configuration of this server.`),
    'domain-kept': ({ name }) =>
      forbidden(`The ${name} domain belongs to the configuration of this server and cannot be changed here.`),
    'no-capability': () => invalid(noCapability),
    'subdomain-in-use': () => invalid(subdomainInUse),
    'tracking-unreachable': ({ field, trouble }) =>
      invalid(
        `Invalid \`${field}\` field. Tracked links would not lead to this server: ${linkProblems[trouble]}. ${linkRemedy}.`,
      ),
  },
});
