import { PauseReceiver, type Receiver, ResumeReceiver } from '../../../../application/queue/change-queue.js';
import { MoveTeamMails } from '../../../../application/queue/move-team-mails.js';
import { GetTeamQueue } from '../../../../application/queue/team-queue.js';
import type { QueueTarget } from '../../../../domain/queue/events.js';
import { parseDomain } from '../../../config/fields/parse.js';
import { described, Field, type FieldRule, required } from '../../edge/field.js';
import { ApiError, invalid } from '../../edge/errors/api-error.js';
import { httpPart } from '../../http-part.js';
import { uuid } from '../../edge/rules.js';
import { hasControlCharacters } from '../../edge/text.js';
import { invalidBody } from '../../openapi/operation.js';
import { get, post } from '../../openapi/served.js';
import * as answers from './queue.answers.js';

const mostReasonCharacters = 500;

const reason: FieldRule<string> = {
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: mostReasonCharacters,
    description:
      'The reason for the change. It is stored permanently in clear text and is visible to the affected teams. Do not include personal data.',
  },
  parse(value, field) {
    const text = typeof value === 'string' && !hasControlCharacters(value) ? value.trim() : '';
    if (text.length >= 1 && text.length <= mostReasonCharacters) return { value: text };
    return { problem: `Invalid \`${field}\` field. Say why in 1 to ${mostReasonCharacters} characters on one line.` };
  },
};
const domain: FieldRule<string> = {
  schema: { type: 'string', description: 'The recipient domain.' },
  parse(value, field) {
    const name = typeof value === 'string' ? parseDomain(value.trim()) : undefined;
    return name === undefined ? { problem: `Invalid \`${field}\` field. This is no domain name.` } : { value: name };
  },
};
const emailId = described(uuid, 'The ID of one email, instead of `domain`.');
const pauseId: FieldRule<QueueTarget> = {
  schema: { type: 'string', description: 'The ID of a pause, instead of `domain`.' },
  parse(value, field) {
    const [, kind, name] = (typeof value === 'string' && /^(mx-set|destination):(.{1,300})$/.exec(value)) || [];
    if (name !== undefined && (kind === 'mx-set' || kind === 'destination')) return { value: { kind, name } };
    return { problem: `Invalid \`${field}\` field. It must be the id of a pause.` };
  },
};
const until: FieldRule<string> = {
  schema: {
    type: 'string',
    format: 'date-time',
    description:
      'The time when the pause ends: an ISO 8601 time with a time zone (default: the pause lasts until it is resumed).',
  },
  parse(value, field) {
    const atMs = typeof value === 'string' && /(Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(atMs)
      ? { problem: `Invalid \`${field}\` field. It must be an ISO 8601 time with a zone.` }
      : { value: new Date(atMs).toISOString() };
  },
};

/** POST /dashboard-api/queue/pause */
class PauseBody {
  @Field(domain, required) domain!: string;
  @Field(reason, required) reason!: string;
  @Field(until) until: string | undefined;
}

/** POST /dashboard-api/queue/resume: `domain` or `pause_id`. */
class ResumeBody {
  @Field(domain) domain: string | undefined;
  @Field(pauseId) pause_id: QueueTarget | undefined;
  @Field(reason) reason: string | undefined;
}

/** POST /dashboard-api/queue/retry and /drop: `domain` or `email_id`. */
class MoveBody {
  @Field(described(domain, 'A recipient domain. The request affects all waiting emails to this domain.')) domain:
    | string
    | undefined;
  @Field(emailId) email_id: string | undefined;
  @Field(reason, required) reason!: string;
}

const ofServer = { access: 'person', status: 200 } as const;
const request = { domain: 'example.com', reason: 'Their server is being moved' };
const refusedHere = { 403: ['invalid_access', 'security_error'] } as const;
const changed = { object: 'queue_change', changed: true } as const;
const moved = { object: 'queue_move', emails: 0, recipients: 0, failed: 0, complete: true } as const;

/** The team's part of it: the whole belongs to the operator of the server. */
const getQueue = get({
  path: '/dashboard-api/queue',
  summary: 'Get the waiting emails of the team, by recipient domain',
  parameters: [],
  answer: answers.queue,
  examples: {
    deferred: {
      summary: 'A domain that deferred two recipients',
      answer: {
        object: 'queue',
        complete: true,
        data: [
          {
            domain: 'example.com',
            due: 0,
            waiting: 2,
            in_attempt: 0,
            next_at: '2026-01-02T03:04:05.678Z',
            last_reply: '451 4.7.1 at rcpt',
            last_reply_text: '4.7.1 Greylisted, try again in 5 minutes',
            reply_kind: 'policy',
            since: '2026-01-02T03:04:05.678Z',
            paused: null,
            first_email_id: '019a3f5e-7c1a-7d30-9c4b-8f6f0a5c8e77',
          },
        ],
        pauses: [],
      },
    },
  },
  runs: GetTeamQueue,
  input: ({ teamId }) => ({ teamId }),
  isLongRead: () => true,
  present: answers.presentQueue,
});

const pauseReceiver = post({
  ...ofServer,
  path: '/dashboard-api/queue/pause',
  summary: 'Pause the email of all teams to a recipient domain',
  description: 'For admins of the first team, because the pause affects all teams on the server.',
  body: PauseBody,
  answer: answers.queueChange,
  errors: { ...invalidBody, ...refusedHere },
  examples: { domain: { summary: 'A pause without an end time', request, answer: changed } },
  runs: PauseReceiver,
  input: ({ context, body: { domain, reason, until = null }, options }) => {
    if (until !== null && Date.parse(until) <= options.clock.now()) {
      throw invalid('Invalid `until` field. It lies in the past.');
    }
    return { context, receiver: { domain }, reason, until };
  },
  present: presentChange,
});

const resumeReceiver = post({
  ...ofServer,
  path: '/dashboard-api/queue/resume',
  summary: 'Resume the email of all teams to a recipient domain',
  description: 'For admins of the first team.',
  body: ResumeBody,
  answer: answers.queueChange,
  errors: { ...invalidBody, ...refusedHere },
  examples: { domain: { summary: 'A domain that is resumed', request: { domain: 'example.com' }, answer: changed } },
  runs: ResumeReceiver,
  input: ({ context, body: { domain, pause_id: pause, reason = null } }) => {
    const receiver: Receiver | undefined = domain === undefined ? pause : { domain };
    if (receiver === undefined) throw invalid('Missing `domain` or `pause_id` field.');
    return { context, receiver, reason };
  },
  present: presentChange,
});

const retryQueue = post({
  status: 200,
  path: '/dashboard-api/queue/retry',
  summary: 'Retry up to 1,000 waiting emails of the team now',
  body: MoveBody,
  answer: answers.queueMove,
  errors: { ...invalidBody, 404: ['not_found'] },
  examples: { domain: { summary: 'A domain without waiting emails', request, answer: moved } },
  runs: MoveTeamMails,
  input: ({ context, body }) => ({
    context,
    chosen: chosenIn(body),
    move: { what: 'retry' as const, reason: body.reason },
  }),
  present: answers.presentMoved,
});

const dropQueue = post({
  status: 200,
  path: '/dashboard-api/queue/drop',
  summary: 'Drop up to 1,000 waiting emails of the team',
  body: MoveBody,
  answer: answers.queueMove,
  errors: { ...invalidBody, 404: ['not_found'] },
  examples: { domain: { summary: 'A domain without waiting emails', request, answer: moved } },
  runs: MoveTeamMails,
  input: ({ context, body }) => ({
    context,
    chosen: chosenIn(body),
    move: { what: 'drop' as const, reason: body.reason },
  }),
  present: answers.presentMoved,
});

function presentChange({ changed }: { readonly changed: boolean }) {
  return { object: 'queue_change', changed } as const;
}

function chosenIn({ domain, email_id: emailId }: MoveBody) {
  const chosen = emailId === undefined ? (domain === undefined ? undefined : { domain }) : { emailId };
  if (chosen === undefined) throw invalid('Missing `domain` or `email_id` field.');
  return chosen;
}

/** What people do about mail that waits. */
export const queueHttp = httpPart({
  noun: 'Email',
  operations: [getQueue, pauseReceiver, resumeReceiver, retryQueue, dropQueue],
  refusals: {
    'not-first-team': () =>
      new ApiError(
        403,
        'invalid_access',
        'This holds back the email of every team on this server, so it is for admins of the first team.',
      ),
    'not-paused': () => invalid('This is not paused.'),
  },
});
