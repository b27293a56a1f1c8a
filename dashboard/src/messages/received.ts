import { usualWords } from './lists';

/** The room of emails that came in. */
export const received = {
  ...usualWords('email'),
  title: 'Received',
  intro: 'Emails that came to your receiving domains.',
  emptyTitle: 'No received emails',
  empty:
    'Switch receiving on for a domain, publish the MX record that it then shows, and verify it. The server needs INBOUND_PORT=25.',
  search: 'Sender, recipient or subject',
  thread: 'Message-ID of a thread',
  name: 'Received email',
  back: 'Received',
  subject: 'Subject',
  noSubject: '(no subject)',
  from: 'From',
  to: 'Received for',
  headerTo: 'To',
  cc: 'Cc',
  when: 'Received',
  attachmentsOf: (count: number) => (count === 1 ? '1 attachment' : `${count} attachments`),
  threadOf: 'Thread',
  showThread: 'Show the thread',
  raw: 'Download .eml',
  content: 'Content',
  none: 'This email has no content.',
  frame: 'Content of the email',
  load: 'Load remote images',
  unload: 'Block remote images',
  header: 'Header',
  erased: 'This email was erased.',
} as const;
