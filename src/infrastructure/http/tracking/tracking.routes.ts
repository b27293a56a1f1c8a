import { open } from '../openapi/operation.js';
import { inPath } from '../openapi/visitor-page.js';

const asked = {
  answer: undefined,
  errors: { 404: ['not_found'], 429: ['rate_limit_exceeded'], 503: ['application_error'] },
  hasErrorPage: true,
} as const;

export const followTracked = open({
  path: '/t/{token}',
  summary: 'A tracked link or the picture of a tracked email',
  description:
    'At the tracking host of its domain: redirects to where the link leads, or answers a picture of one pixel. Anywhere else it is 404.',
  parameters: [inPath('token', 'As in the email. It holds where the link leads, sealed for this host.')],
  mediaType: 'image/gif',
  ...asked,
});

export const askForHost = open({
  path: '/tracking-hosts/ask',
  summary: 'Whether this is the tracking host of a domain, or the host of an MTA-STS policy',
  description: 'For a proxy that gets certificates on demand: 200 where it is, 404 where it is not.',
  parameters: [
    {
      in: 'query',
      name: 'domain',
      required: true,
      schema: { type: 'string' },
      description: 'The whole name of the host.',
    },
  ],
  mediaType: 'text/plain',
  ...asked,
});

export const readOwnPolicy = open({
  path: '/.well-known/mta-sts.txt',
  summary: 'The MTA-STS policy of a return path or a receiving domain',
  description:
    'At the host `mta-sts.` of that name (RFC 8461), where `MTA_STS_POLICY` is set. Anywhere else it is 404.',
  mediaType: 'text/plain',
  ...asked,
});
