import { ownMail } from '../client.js';

const mails = 100;
const bodyBytes = 39_500_000;

/** As large as the fields may be: 64 KiB of headers, 75 tags of 256 and 256 characters, 50 recipients. */
function largestMail() {
  const headers = Object.fromEntries(
    Array.from({ length: 72 }, (_, index) => [`X-A${String(index).padStart(2, '0')}`, 'h'.repeat(890)]),
  );
  const tags = Array.from({ length: 75 }, (_, index) => ({
    name: `${index}`.padStart(256, 'n'),
    value: 'v'.repeat(256),
  }));
  const to = Array.from({ length: 50 }, (_, index) => `${`${index}`.padStart(64, 'r')}@posthorn.test`);
  return { ...ownMail, to, subject: 's'.repeat(990), headers, tags };
}

export const batch = [
  {
    name: 'large-batch',
    what: `batches of 40 MB, ${mails} mails with the largest headers and tags, one after the other`,
    arm() {
      const mail = largestMail();
      const text = 'a'.repeat(Math.floor(bodyBytes / mails) - JSON.stringify(mail).length - 20);
      const body = Buffer.from(JSON.stringify(Array(mails).fill({ ...mail, text })));
      return (client) => client.repeat(1, () => client.ask('POST', '/emails/batch', { body }));
    },
  },
];
