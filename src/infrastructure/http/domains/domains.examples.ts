import { createdAt, type ExampleTable, listOf } from '../openapi/shared-examples.js';

const id = '019a3f5e-7c1a-7d30-9c4b-6d6f0a5c8e55';

const row = (status: string) => ({
  id,
  name: 'example.com',
  status,
  created_at: createdAt,
  region: 'us-east-1',
  open_tracking: false,
  click_tracking: false,
  capabilities: { sending: 'enabled', receiving: 'disabled' },
});

const domain = (status: string) => {
  const txt = { type: 'TXT', ttl: 'Auto', status };
  return {
    object: 'domain',
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
  };
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
};

export const domainExamples: ExampleTable = {
  'POST /domains': {
    created: { summary: 'The records to publish', request: { name: 'example.com' }, answer: domain('not_started') },
    configured: {
      summary: 'A region and a subdomain for bounces of its own',
      request: { name: 'mail.example.com', region: 'us-east-1', custom_return_path: 'send', tls: 'enforced' },
      answer: { ...domain('not_started'), name: 'mail.example.com' },
    },
  },
  'GET /domains': { list: { summary: 'One domain', answer: listOf(row('verified')) } },
  'GET /domains/{id}': {
    verified: { summary: 'A domain with its DNS records', answer: domain('verified') },
  },
  'POST /domains/claim': {
    claimed: { summary: 'The record that proves it', request: { name: 'shop.example.com' }, answer: claim },
  },
  'GET /domains/{id}/claim': { pending: { summary: 'Nothing is proved yet', answer: claim } },
  'POST /domains/{id}/claim/verify': { asked: { summary: 'The look comes after the answer', answer: claim } },
  'PATCH /domains/{id}': {
    tracking: {
      summary: 'Links lead through a subdomain',
      request: { click_tracking: true, tracking_subdomain: 'links' },
      answer: { object: 'domain', id },
    },
  },
  'DELETE /domains/{id}': {
    deleted: { summary: 'The name is free again', answer: { object: 'domain', id, deleted: true } },
  },
  'POST /domains/{id}/verify': {
    asked: { summary: 'The check runs after the answer', answer: { object: 'domain', id } },
  },
};
