import { open } from '../openapi/operation.js';
import {
  changingPage as visitorChange,
  formToken,
  inPath,
  page as visitorPage,
  text,
} from '../openapi/visitor-page.js';

const token = inPath('token', 'As in the link, which is signed for one recipient of one email.');
const page = { ...visitorPage, parameters: [token] };
const changingPage = { ...visitorChange, parameters: [token] };

export const openUnsubscribe = open({
  path: '/unsubscribe/{token}',
  summary: 'The page that a link to unsubscribe opens',
  description: 'It asks, and changes nothing: programs that follow every link of an email unsubscribe no one.',
  ...page,
});

export const unsubscribe = open({
  path: '/unsubscribe/{token}',
  summary: 'Unsubscribe from the topic of an email, or from all marketing',
  description:
    'One-click as mailbox providers send it (RFC 8058), without a key, a cookie or a page before; or the form of the page.',
  ...changingPage,
  body: {
    type: 'object',
    properties: {
      'List-Unsubscribe': { ...text('From a mailbox provider.'), enum: ['One-Click'] },
      form: formToken,
    },
    required: [],
  },
});

export const openPreferences = open({
  path: '/preferences/{token}',
  summary: 'The page on which a person chooses what to get',
  ...page,
});

export const savePreferences = open({
  path: '/preferences/{token}',
  summary: 'Save what a person chose',
  ...changingPage,
  body: {
    type: 'object',
    properties: {
      form: formToken,
      shown: { type: 'array', items: { type: 'string' }, description: 'Ids of the topics that the page showed.' },
      topic: { type: 'array', items: { type: 'string' }, description: 'Ids of those that are wanted.' },
      none: { ...text('Where no marketing is wanted at all.'), enum: ['1'] },
    },
    required: ['form'],
  },
});
