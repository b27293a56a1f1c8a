import { ListShares, RevokeShare, ShareEmail } from '../../../application/email/share-email.js';
import { bodySchema, readBody, readOrError } from '../edge/field.js';
import { listOf } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { id, invalidBody, open, query } from '../openapi/operation.js';
import { get, post, remove } from '../openapi/served.js';
import { createdAt, emailId, listOf as exampleList } from '../openapi/shared-examples.js';
import { maxShareMs, ShareBody } from './body/share.body.js';
import * as answers from './emails.answers.js';

const shareId = { ...id, name: 'share_id', description: 'The `share_id` of the link.' };
const exampleShareId = '019a3f5e-7c1a-7d30-9c4b-5c7f0a5c8e44';
const ofMail = { object: 'email', id: emailId } as const;

export const shareEmail = post({
  path: '/emails/{id}/share',
  summary: 'Create a public link to an email, valid for at most 48 hours',
  bodyRead: bodySchema(ShareBody),
  answer: answers.sharedEmail,
  errors: { ...invalidBody, 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    short: {
      summary: 'A link for ten minutes',
      request: { expires_in: '10m' },
      answer: {
        ...ofMail,
        share_id: exampleShareId,
        url: `https://mail.example.com/share/${emailId}?share=${exampleShareId}&expires=1767326645&signature=hQ2r0b3yX1o`,
      },
    },
  },
  runs: ShareEmail,
  input({ context, path, request }) {
    const body = readOrError(readBody(ShareBody, request.body ?? {}, 'The request body'));
    return { context, emailId: path.id, lifeMs: body.expires_in ?? maxShareMs };
  },
  present({ shareId: share, path, link: { expires, signature } }, { options }, { emailId: ofEmail }) {
    const url = `${options.publicUrl}${path}?share=${share}&expires=${expires}&signature=${signature}`;
    return { object: 'email', id: ofEmail, share_id: share, url } as const;
  },
});

export const revokeShare = remove({
  path: '/emails/{id}/share/{share_id}',
  summary: 'Revoke a public link to an email',
  description: 'The link stops working at once. If the link is already revoked, the request changes nothing.',
  parameters: [id, shareId],
  answer: answers.revokedShare,
  examples: {
    revoked: { summary: 'A revoked link', answer: { ...ofMail, share_id: exampleShareId, revoked: true } },
  },
  runs: RevokeShare,
  input: ({ context, path }) => ({ context, emailId: path.id, shareId: pathId(path.share_id) }),
  present: (revoked, _asked, { shareId: share }) =>
    ({ object: 'email', id: revoked.id, share_id: share, revoked: true }) as const,
});

export const listShares = get({
  path: '/emails/{id}/shares',
  isPageRead: true,
  summary: 'List the active public links to an email, oldest first',
  description: 'The list excludes expired and revoked links, and links from older versions that have no ID.',
  answer: answers.shareList,
  examples: {
    list: {
      summary: 'One link',
      answer: exampleList({
        id: exampleShareId,
        created_at: createdAt,
        expires_at: '2026-01-04 03:04:05.000000+00',
        opens: 2,
        last_opened_at: '2026-01-02 04:05:06.000000+00',
      }),
    },
  },
  runs: ListShares,
  input: ({ teamId, path }) => ({ teamId, emailId: path.id }),
  present: (shares) => listOf(shares.map(answers.presentShare), false),
});

export const openSharedEmail = open({
  path: '/share/{id}',
  summary: 'Open a public link to an email',
  parameters: [
    id,
    query('share', { type: 'string', format: 'uuid' }, 'The value in the link. Links from older versions have none.'),
    query('expires', { type: 'integer' }, 'The value in the link.'),
    query('signature', { type: 'string' }, 'The value in the link.'),
  ],
  answer: undefined,
  mediaType: 'text/html',
  hasErrorPage: true,
  errors: {
    403: ['invalid_access'],
    404: ['not_found'],
    422: ['invalid_parameter'],
    429: ['rate_limit_exceeded'],
    503: ['application_error'],
  },
});
