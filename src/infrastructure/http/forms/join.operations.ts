import { open } from '../openapi/operation.js';
import { changingPage, formToken, inPath, page, text } from '../openapi/visitor-page.js';

const ofForm = [inPath('id', 'The ID of the form.')];
const ofLink = [inPath('token', 'The token in the confirmation link.')];

export const openJoinForm = open({
  path: '/subscribe/{id}',
  summary: 'Open the page of a signup form',
  parameters: ofForm,
  ...page,
});

export const submitJoinForm = open({
  path: '/subscribe/{id}',
  summary: 'Submit a signup form',
  description:
    'Accepts an HTML form, and returns a page or a redirect. Returns JSON if the request body is JSON, or if the form is sent with `Accept: application/json`. Browsers can send the form only from its own page and from the sites in `origins`. The response is the same for known and unknown addresses.',
  parameters: ofForm,
  ...changingPage,
  body: {
    type: 'object',
    properties: {
      email: text('The email address of the person.'),
      website: text('A honeypot that people do not see. If it contains a value, the request is discarded.'),
      form: formToken,
    },
    required: ['email'],
  },
});

export const openConfirmation = open({
  path: '/confirm/{token}',
  summary: 'Open the confirmation page',
  description:
    'The page asks for confirmation and changes nothing, so scanners that open every link do not subscribe anyone.',
  parameters: ofLink,
  ...page,
});

export const confirmJoining = open({
  path: '/confirm/{token}',
  summary: 'Confirm a subscription',
  parameters: ofLink,
  ...changingPage,
  body: { type: 'object', properties: { form: formToken }, required: ['form'] },
});
