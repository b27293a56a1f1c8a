import { open } from '../openapi/operation.js';
import { inPath } from '../openapi/visitor-page.js';

const asked = {
  answer: undefined,
  errors: { 404: ['not_found'], 429: ['rate_limit_exceeded'], 503: ['application_error'] },
  hasErrorPage: true,
} as const;

export const followTracked = open({
  path: '/t/{token}',
  summary: 'Open a tracked link or the image of a tracked email',
  description:
    'At the tracking host of the email’s domain, the response redirects to the original URL or contains an image of one pixel. On other hosts, the response is 404.',
  parameters: [inPath('token', 'The token in the email. It contains the original URL, encrypted for this host.')],
  mediaType: 'image/gif',
  ...asked,
});

export const askForHost = open({
  path: '/tracking-hosts/ask',
  summary: 'Check whether a host is a tracking host or the host of an MTA-STS policy',
  description:
    'For a proxy that issues certificates on demand. The response is 200 if the host is known, and 404 otherwise.',
  parameters: [
    {
      in: 'query',
      name: 'domain',
      required: true,
      schema: { type: 'string' },
      description: 'The full name of the host.',
    },
  ],
  mediaType: 'text/plain',
  ...asked,
});

export const readOwnPolicy = open({
  path: '/.well-known/mta-sts.txt',
  summary: 'Get the MTA-STS policy of a return path or a receiving domain',
  description:
    'Served at the host `mta-sts.` of that name (RFC 8461) if `MTA_STS_POLICY` is set. On other hosts, the response is 404.',
  mediaType: 'text/plain',
  ...asked,
});
