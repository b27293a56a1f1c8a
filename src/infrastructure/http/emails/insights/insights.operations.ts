import { GetInsights } from '../../../../application/insight/get-insights.js';
import { PreviewInsights } from '../../../../application/insight/preview-insights.js';
import { bodySchema, readOrError } from '../../edge/field.js';
import { invalidBody, oneErrors } from '../../openapi/operation.js';
import { get, post } from '../../openapi/served.js';
import { emailId } from '../../openapi/shared-examples.js';
import { readSendEmailBody, SendEmailBody, toEmailRequest } from '../body/send-email.body.js';
import { emailInsights, presentInsights } from './insights.answers.js';

const plainText = {
  check: 'plain-text',
  group: 'passed',
  title: 'A plain-text part is included',
  seen: 'The plain-text part has 25 characters.',
  why: 'Some readers, watches and screen readers show only plain text, and filters distrust html that comes alone.',
  source: { name: 'RFC 2046 §5.1.4', url: 'https://www.rfc-editor.org/rfc/rfc2046#section-5.1.4' },
  remedy: null,
  fix: null,
} as const;

export const getInsights = get({
  path: '/emails/{id}/insights',
  isPageRead: true,
  summary: 'Get the findings that can keep an email out of the inbox',
  description: 'Each request queries DNS. Posthorn only: other servers of this API do not have it.',
  answer: emailInsights,
  errors: { ...oneErrors, 503: ['application_error'] },
  examples: {
    one: {
      summary: 'A check that passed',
      answer: { object: 'insights', email_id: emailId, erased: false, findings: [plainText] },
    },
  },
  runs: GetInsights,
  input: ({ teamId, path, request, content: { readHtml } }) => ({
    teamId,
    emailId: path.id,
    takeBytes: request.holdBytes,
    readHtml,
  }),
  present: (found, _asked, { emailId: ofEmail }) => presentInsights(ofEmail, found),
});

export const previewInsights = post({
  path: '/emails/insights',
  summary: 'Check an email before you send it',
  description:
    'Returns the findings that can keep the email out of the inbox. The body and its validation are the same as for `POST /emails`. Nothing is sent or stored, and nothing counts toward a quota. Posthorn only: other servers of this API do not have it.',
  access: 'sending',
  bodyRead: bodySchema(SendEmailBody),
  answer: emailInsights,
  errors: {
    ...invalidBody,
    403: ['validation_error'],
    404: ['not_found'],
    422: ['invalid_attachment', ...invalidBody[422]],
    503: ['application_error'],
  },
  examples: {
    one: {
      summary: 'A check that passed',
      request: {
        from: 'Shop <onboarding@resend.dev>',
        to: 'delivered@resend.dev',
        subject: 'Your order',
        text: 'Thank you for your order.',
      },
      answer: { object: 'insights', email_id: null, erased: false, findings: [plainText] },
    },
  },
  runs: PreviewInsights,
  input: async ({ caller: { principal }, request, options, content: { textOf, readHtml } }) => {
    const body = readOrError(readSendEmailBody(request.body, 'The request body', options.clock.now()));
    return { principal, request: await toEmailRequest(body, textOf), readHtml };
  },
  present: (found) => presentInsights(null, found),
});
