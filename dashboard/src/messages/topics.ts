import { usualWords } from './lists';

const usual = usualWords('topic');

/** The room of topics. */
export const topicMessages = {
  ...usual,
  intro:
    'What people can subscribe to and unsubscribe from separately. An email with a topic is sent only to its subscribers.',
  empty:
    'Create a topic for each kind of mail you send, such as “Product news”. People can then leave one and keep the others.',
  name: 'Name',
  nameHint: 'People see it on the preference page.',
  description: 'Description',
  descriptionHint: 'Shown below the name. Optional.',
  default: 'Default',
  defaultHint: 'For those who never said yes or no. It can’t be changed later.',
  defaults: { opt_in: 'Subscribed', opt_out: 'Not subscribed' },
  visibility: 'Visibility',
  visibilities: { private: 'Private', public: 'Public' },
  visibilityHint: 'Public: everyone sees it on the preference page. Private: only subscribers do.',
  created: 'Created',
  removal: {
    ...usual.removal,
    hint: 'Emails can’t name it any more. What people said about it stays in each contact’s history.',
  },
} as const;
