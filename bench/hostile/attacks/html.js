import { ownMail } from '../client.js';

/** As much as is still converted, and not only stripped of its tags. */
const nested = '<div>'.repeat(199_000);

const flood = {
  what: '15 mails of a megabyte of nested html at a time, whose text is to be derived',
  arm() {
    const body = Buffer.from(JSON.stringify({ ...ownMail, html: nested }));
    return (client) => client.repeat(15, () => client.ask('POST', '/emails', { body }));
  },
};

export const html = [
  { ...flood, name: 'nested-html' },
  {
    ...flood,
    name: 'nested-html-for-html',
    what: 'the same, beside a team whose mails are html without a text',
    neighbour: 'html',
  },
];
