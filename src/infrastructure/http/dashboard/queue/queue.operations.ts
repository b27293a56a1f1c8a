import type { QueueTarget } from '../../../../domain/queue/events.js';
import { parseDomain } from '../../../config/fields/parse.js';
import { bodySchema, described, Field, type FieldRule, required } from '../../edge/field.js';
import { hasControlCharacters } from '../../edge/text.js';
import { isUuid } from '../../edge/uuid.js';
import { invalidBody, post } from '../../openapi/operation.js';
import * as answers from './queue.answers.js';

const mostReasonCharacters = 500;

const reason: FieldRule<string> = {
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: mostReasonCharacters,
    description: 'Stored permanently, in clear, and visible to the teams it concerns. Include no personal data.',
  },
  parse(value, field) {
    const text = typeof value === 'string' && !hasControlCharacters(value) ? value.trim() : '';
    if (text.length >= 1 && text.length <= mostReasonCharacters) return { value: text };
    return { problem: `Invalid \`${field}\` field. Say why in 1 to ${mostReasonCharacters} characters on one line.` };
  },
};
const domain: FieldRule<string> = {
  schema: { type: 'string', description: 'The domain of the recipients.' },
  parse(value, field) {
    const name = typeof value === 'string' ? parseDomain(value.trim()) : undefined;
    return name === undefined ? { problem: `Invalid \`${field}\` field. This is no domain name.` } : { value: name };
  },
};
const emailId: FieldRule<string> = {
  schema: { type: 'string', format: 'uuid', description: 'One email, in place of a domain.' },
  parse(value, field) {
    return isUuid(value)
      ? { value: value.toLowerCase() }
      : { problem: `Invalid \`${field}\` field. It must be a UUID.` };
  },
};
const pauseId: FieldRule<QueueTarget> = {
  schema: { type: 'string', description: 'A pause by its id, in place of a domain.' },
  parse(value, field) {
    const [, kind, name] = (typeof value === 'string' && /^(mx-set|destination):(.{1,300})$/.exec(value)) || [];
    if (name !== undefined && (kind === 'mx-set' || kind === 'destination')) return { value: { kind, name } };
    return { problem: `Invalid \`${field}\` field. It must be the id of a pause.` };
  },
};
const until: FieldRule<string> = {
  schema: { type: 'string', format: 'date-time', description: 'Left out: until somebody resumes it.' },
  parse(value, field) {
    const atMs = typeof value === 'string' && /(Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(atMs)
      ? { problem: `Invalid \`${field}\` field. It must be an ISO 8601 time with a zone.` }
      : { value: new Date(atMs).toISOString() };
  },
};

/** POST /dashboard-api/queue/pause */
export class PauseBody {
  @Field(domain, required) domain!: string;
  @Field(reason, required) reason!: string;
  @Field(until) until: string | undefined;
}

/** POST /dashboard-api/queue/resume: `domain` or `pause_id`. */
export class ResumeBody {
  @Field(domain) domain: string | undefined;
  @Field(pauseId) pause_id: QueueTarget | undefined;
  @Field(reason) reason: string | undefined;
}

/** POST /dashboard-api/queue/retry and /drop: `domain` or `email_id`. */
export class MoveBody {
  @Field(described(domain, 'All that waits for the recipients of a domain.')) domain: string | undefined;
  @Field(emailId) email_id: string | undefined;
  @Field(reason, required) reason!: string;
}

const ofServer = { access: 'person', status: 200 } as const;
const request = { domain: 'example.com', reason: 'Their server is being moved' };
const refusedHere = { 403: ['invalid_access', 'security_error'] } as const;
const changed = { object: 'queue_change', changed: true } as const;
const moved = { object: 'queue_move', emails: 0, recipients: 0, failed: 0, complete: true } as const;

export const pauseReceiver = post({
  ...ofServer,
  path: '/dashboard-api/queue/pause',
  summary: 'Hold back the mail of all teams to a receiver',
  need: 'person admin',
  description: 'For admins of the first team: it concerns everybody on this server.',
  body: bodySchema(PauseBody),
  answer: answers.queueChange,
  errors: { ...invalidBody, ...refusedHere },
  examples: { domain: { summary: 'Until it is resumed', request, answer: changed } },
});

export const resumeReceiver = post({
  ...ofServer,
  path: '/dashboard-api/queue/resume',
  summary: 'Send the mail of all teams to a receiver again',
  need: 'person admin',
  description: 'For admins of the first team.',
  body: bodySchema(ResumeBody),
  answer: answers.queueChange,
  errors: { ...invalidBody, ...refusedHere },
  examples: { domain: { summary: 'By its domain', request: { domain: 'example.com' }, answer: changed } },
});

export const retryQueue = post({
  status: 200,
  path: '/dashboard-api/queue/retry',
  summary: 'Try waiting emails of the team again at once, 1,000 at most',
  body: bodySchema(MoveBody),
  answer: answers.queueMove,
  errors: { ...invalidBody, 404: ['not_found'] },
  examples: { domain: { summary: 'To a domain for which nothing waits', request, answer: moved } },
});

export const dropQueue = post({
  status: 200,
  path: '/dashboard-api/queue/drop',
  summary: 'Give up waiting emails of the team, 1,000 at most',
  body: bodySchema(MoveBody),
  answer: answers.queueMove,
  errors: { ...invalidBody, 404: ['not_found'] },
  examples: { domain: { summary: 'To a domain for which nothing waits', request, answer: moved } },
});
