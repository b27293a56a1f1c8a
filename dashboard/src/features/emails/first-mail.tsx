import { CopyButton } from '../../ui/copy-button';
import { PlainText } from '../../ui/plain-text';

/** What an empty list says: how to send the first mail, to this very server, with the key that is in use. */
export function FirstMail({ apiKey }: { readonly apiKey: string }) {
  const command = firstMailCommand(location.origin, apiKey);
  return (
    <div className="first-mail">
      <p>Nothing was sent yet. Paste this into a terminal; the mail appears here by itself.</p>
      <PlainText label="Command that sends the first mail">{command}</PlainText>
      <CopyButton text={command} label="Copy command" />
      <p className="faint">
        The command holds your key. It sends from a sandbox domain, so the mail never leaves this machine.
      </p>
    </div>
  );
}

function firstMailCommand(origin: string, apiKey: string): string {
  const mail = JSON.stringify(
    {
      from: 'onboarding@resend.dev',
      to: 'delivered@resend.dev',
      subject: 'First mail',
      html: '<p>It <strong>works</strong>.</p>',
    },
    null,
    2,
  );
  return [
    `curl -X POST ${origin}/emails \\`,
    `  -H 'Authorization: Bearer ${apiKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${mail.replaceAll('\n', '\n  ')}'`,
  ].join('\n');
}
