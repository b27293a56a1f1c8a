import { createdAt, type ExampleTable, listOf } from './shared.js';

const row = {
  id: '019a3f5e-7c1a-7d30-9c4b-6d6f0a5c8e55',
  name: 'example.com',
  status: 'verified',
  created_at: createdAt,
  region: 'us-east-1',
  open_tracking: false,
  click_tracking: false,
  capabilities: { sending: 'enabled', receiving: 'disabled' },
};

export const domainExamples: ExampleTable = {
  'GET /domains': { list: { summary: 'One domain', answer: listOf(row) } },
  'GET /domains/{id}': {
    verified: {
      summary: 'A domain with its DNS record',
      answer: {
        object: 'domain',
        ...row,
        records: [
          {
            record: 'DKIM',
            name: 'posthorn1._domainkey',
            type: 'TXT',
            ttl: 'Auto',
            status: 'verified',
            value: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
          },
        ],
      },
    },
  },
};
