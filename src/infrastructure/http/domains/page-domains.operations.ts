import { GetDomainClaim } from '../../../application/sending-domain/claims/claim-domain.js';
import { GetDomain, GetDomainDmarc, ListShownDomains } from '../../../application/sending-domain/read-domains.js';
import { inList, readPage } from '../edge/page.js';
import { allOrPage } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { createdAt, domainId, listOf } from '../openapi/shared-examples.js';
import * as answers from './page-domains.answers.js';

/* Domains as the page shows them: beyond what the public contract has. */

const at = '2026-01-02T03:04:05.678Z';

const mx = {
  record: 'SPF',
  name: 'send',
  type: 'MX',
  ttl: 'Auto',
  status: 'pending',
  value: 'mail.posthorn.test',
  priority: 10,
} as const;

const domainRow = {
  id: domainId,
  name: 'example.com',
  status: 'pending',
  created_at: createdAt,
  region: 'us-east-1',
  open_tracking: false,
  click_tracking: false,
  capabilities: { sending: 'enabled', receiving: 'disabled' },
} as const;

const findings = {
  object: 'domain_findings',
  domain: { object: 'domain', ...domainRow, records: [mx] },
  origin: 'team',
  status: 'pending',
  may_send: false,
  check_awaited: false,
  last_checked_at: at,
  tls: 'opportunistic',
  custom_return_path: 'send',
  former_tracking: [
    {
      name: 'clicks',
      full_name: 'clicks.example.com',
      value: 'links.posthorn.test',
      finding: 'verified',
      found: ['links.posthorn.test'],
    },
  ],
  name_servers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
  dns_provider: 'Cloudflare',
  claim: null,
  data: [
    {
      full_name: 'send.example.com',
      required: true,
      finding: 'different',
      found: ['20 mail.posthorn.test'],
      advice: ['The priority is 20; set it to 10.'],
      advice_codes: ['wrong-priority'],
    },
  ],
} as const;

/** With the sandboxes, which the first emails can be sent from. */
export const listPageDomains = get({
  path: '/dashboard-api/domains',
  summary: 'List domains and the server’s sandbox domains, newest first',
  parameters: allOrPage,
  answer: answers.pageDomainList,
  examples: {
    list: {
      summary: 'One domain',
      answer: listOf({
        ...domainRow,
        origin: 'team' as const,
        last_checked_at: at,
        records: { verified: 0, total: 3 },
      }),
    },
  },
  runs: ListShownDomains,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(answers.presentPageDomainRow),
});

/** What the last recorded check found. */
export const getDomainFindings = get({
  path: '/dashboard-api/domains/{id}/findings',
  summary: 'Get the result of the last check of a domain’s records',
  answer: answers.domainFindings,
  examples: { pending: { summary: 'A domain with a wrong record', answer: findings } },
  runs: GetDomain,
  input: ({ teamId, path }) => ({ teamId, domainId: path.id }),
  async present(found, { execute }, asked) {
    const claim = await execute(GetDomainClaim(asked));
    return answers.presentDomainFindings(found, claim);
  },
});

export const getDomainDmarc = get({
  path: '/dashboard-api/domains/{id}/dmarc',
  summary: 'Look up the DMARC record of a domain',
  answer: answers.domainDmarc,
  examples: {
    missing: {
      summary: 'A domain without a DMARC record',
      answer: {
        object: 'domain_dmarc',
        finding: 'missing',
        found_at: null,
        found: [],
        policy: null,
        advice: ['There is no DMARC record, and Gmail and Yahoo require one from bulk senders.'],
        suggested: { name: '_dmarc.example.com', value: 'v=DMARC1; p=none;' },
      },
    },
  },
  runs: GetDomainDmarc,
  input: ({ teamId, path }) => ({ teamId, domainId: path.id }),
  present: answers.presentDmarc,
});
