import { open } from '../openapi/operation.js';
import {
  changingPage as visitorChange,
  formToken,
  inPath,
  page as visitorPage,
  text,
} from '../openapi/visitor-page.js';

const token = inPath('token', 'The token from the link, signed for one recipient of one email.');
const page = { ...visitorPage, parameters: [token] };
const changingPage = { ...visitorChange, parameters: [token] };

export const openUnsubscribe = open({
  path: '/unsubscribe/{token}',
  summary: 'Open the unsubscribe page',
  description:
    'Shows a confirmation button and changes nothing, so scanners that open every link of an email unsubscribe no one.',
  ...page,
});

export const unsubscribe = open({
  path: '/unsubscribe/{token}',
  summary: 'Unsubscribe from the topic of an email or from all marketing',
  description:
    'Accepts one-click requests from mailbox providers (RFC 8058), without an API key or a cookie, and the form of the unsubscribe page.',
  ...changingPage,
  body: {
    type: 'object',
    properties: {
      'List-Unsubscribe': { ...text('The one-click value from a mailbox provider.'), enum: ['One-Click'] },
      form: formToken,
    },
    required: [],
  },
});

export const openPreferences = open({
  path: '/preferences/{token}',
  summary: 'Open the page with a person’s subscriptions',
  ...page,
});

export const savePreferences = open({
  path: '/preferences/{token}',
  summary: 'Save a person’s subscriptions',
  ...changingPage,
  body: {
    type: 'object',
    properties: {
      form: formToken,
      shown: { type: 'array', items: { type: 'string' }, description: 'The IDs of the topics that the page showed.' },
      topic: { type: 'array', items: { type: 'string' }, description: 'The IDs of the topics to subscribe to.' },
      none: { ...text('`1` to unsubscribe from all marketing.'), enum: ['1'] },
    },
    required: ['form'],
  },
});
