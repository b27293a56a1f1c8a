import { open } from '../openapi/operation.js';
import { changingPage, formToken, inPath, page, text } from '../openapi/visitor-page.js';

const ofForm = [inPath('id', 'The id of the form.')];
const ofLink = [inPath('token', 'As in the link, which is signed for one email.')];

export const openJoinForm = open({
  path: '/subscribe/{id}',
  summary: 'A form’s own page',
  parameters: ofForm,
  ...page,
});

export const submitJoinForm = open({
  path: '/subscribe/{id}',
  summary: 'Join by a form',
  description:
    'A form of html, answered by a page or a redirect, or JSON, answered by JSON (also a form sent with `Accept: application/json`). Browsers may send it from the sites that the form names. The answer is the same whether the address is known or not.',
  parameters: ofForm,
  ...changingPage,
  body: {
    type: 'object',
    properties: {
      email: text('Who joins.'),
      website: text('A trap for programs: people do not see it and leave it empty.'),
      form: formToken,
    },
    required: ['email'],
  },
});

export const openConfirmation = open({
  path: '/confirm/{token}',
  summary: 'The page that a link to confirm opens',
  description: 'It asks, and changes nothing: programs that follow every link of an email subscribe no one.',
  parameters: ofLink,
  ...page,
});

export const confirmJoining = open({
  path: '/confirm/{token}',
  summary: 'Confirm that one wants to join',
  parameters: ofLink,
  ...changingPage,
  body: { type: 'object', properties: { form: formToken }, required: ['form'] },
});
