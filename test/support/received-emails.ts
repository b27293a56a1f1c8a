import type { RunningServer } from './server.js';
import { smtpClient } from './smtp-client.js';
import { waitFor } from './wait-for.js';

/** Settings of a server that receives for {@link receivingDomain}; no DNS is asked. */
export const receivingEnvironment = { INBOUND_PORT: '0', INBOUND_CHECKS: '0', PREVERIFIED_DOMAINS: 'in.example.com' };
const receivingDomain = 'in.example.com';

const email = (subject: string, ...rest: readonly string[]): string =>
  ['From: Ann <ann@example.net>', `To: support@${receivingDomain}`, `Subject: ${subject}`, ...rest, ''].join('\r\n');

/** Plain text; HTML with a picture inside it; and a file with no name, no Message-ID and a reply address. */
const emails: readonly string[] = [
  email('Plain', 'Message-ID: <plain@example.net>', '', 'Hello'),
  email(
    ...(['Picture', 'Message-ID: <picture@example.net>', 'Cc: Bob <bob@example.org>'] as const),
    ...[
      'Content-Type: multipart/related; boundary=m',
      '',
      '--m',
      'Content-Type: text/html',
      '',
      '<img src="cid:logo">',
    ],
    ...[
      '--m',
      'Content-Type: image/png; name=logo.png',
      'Content-ID: <logo>',
      'Content-Disposition: inline',
      '',
      'png',
    ],
    '--m--',
  ),
  email(
    ...([
      'Files',
      'Reply-To: help@example.net',
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      '',
      'Two',
    ] as const),
    ...['--m', 'Content-Disposition: attachment; filename="a b.txt"', '', 'Order 42'],
    ...['--m', 'Content-Type: application/pkcs7-signature', '', 'signed', '--m--'],
  ),
];

/** Turns receiving on, and delivers three emails at the inbound port: Plain, Picture and Files, in this order. */
export async function receiveEmails({ url, key, output }: RunningServer): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const list = async (path: string): Promise<readonly { readonly id: string; readonly name?: string }[]> => {
    const answer = await fetch(`${url}${path}`, { headers });
    return ((await answer.json()) as { readonly data: readonly { readonly id: string; readonly name?: string }[] })
      .data;
  };
  const domain = (await list('/domains')).find(({ name }) => name === receivingDomain);
  const body = JSON.stringify({ capabilities: { sending: 'enabled', receiving: 'enabled' } });
  await fetch(`${url}/domains/${domain?.id}`, { method: 'PATCH', headers, body });
  const client = await smtpClient(Number(/^ {2}Inbound .*: (\d+)$/m.exec(output())?.[1]));
  try {
    await client.reply();
    await client.ask('EHLO mail.example.net');
    for (const [index, each] of emails.entries()) {
      await client.begin('ann@example.net', `support@${receivingDomain}`);
      client.write(each);
      const reply = await client.ask('.');
      if (!reply.startsWith('250 ')) throw new Error(reply);
      await waitFor(
        () => list('/emails/receiving'),
        (rows) => rows.length === index + 1,
      );
    }
  } finally {
    client.end();
  }
}
