import type { Installation } from '../../api/documents';

export const languages = ['curl', 'Node', 'Python', 'Go', 'SMTP'] as const;
export type Language = (typeof languages)[number];

interface Facts {
  /** Where this server is, as this browser reached it. */
  readonly origin: string;
  readonly host: string;
  readonly token: string;
  readonly smtp: Installation['smtp'];
}

/** A sandbox domain of every server: its mail is taken at once, and reaches test addresses on the machine itself. */
const from = 'onboarding@resend.dev';
const to = 'delivered@resend.dev';

/** A whole program that sends one mail to this server. */
export function snippetOf(language: Language, facts: Facts): string {
  switch (language) {
    case 'curl':
      return curl(facts);
    case 'Node':
      return node(facts);
    case 'Python':
      return python(facts);
    case 'Go':
      return go(facts);
    case 'SMTP':
      return smtp(facts);
  }
}

const curl = ({ origin, token }: Facts) => `curl -X POST ${origin}/emails \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "from": "${from}",
    "to": "${to}",
    "subject": "First mail",
    "html": "<p>It <strong>works</strong>.</p>"
  }'`;

const node = ({ origin, token }: Facts) => `// npm install resend
process.env.RESEND_BASE_URL = '${origin}';
const { Resend } = await import('resend');

const { data, error } = await new Resend('${token}').emails.send({
  from: '${from}',
  to: '${to}',
  subject: 'First mail',
  html: '<p>It <strong>works</strong>.</p>',
});
console.log(data ?? error);`;

const python = ({ origin, token }: Facts) => `# pip install resend
import resend

resend.api_url = "${origin}"
resend.api_key = "${token}"

print(resend.Emails.send({
    "from": "${from}",
    "to": ["${to}"],
    "subject": "First mail",
    "html": "<p>It <strong>works</strong>.</p>",
}))`;

const go = ({ origin, token }: Facts) => `// go get github.com/resend/resend-go/v2
package main

import (
	"fmt"
	"net/url"

	"github.com/resend/resend-go/v2"
)

func main() {
	client := resend.NewClient("${token}")
	client.BaseURL, _ = url.Parse("${origin}/")
	sent, err := client.Emails.Send(&resend.SendEmailRequest{
		From:    "${from}",
		To:      []string{"${to}"},
		Subject: "First mail",
		Html:    "<p>It <strong>works</strong>.</p>",
	})
	fmt.Println(sent, err)
}`;

const smtp = ({ host, token, smtp: served }: Facts) => {
  const port = served?.ports.find(({ encryption }) => encryption === 'starttls') ?? served?.ports[0];
  const scheme = port?.encryption === 'tls' ? 'smtps' : 'smtp';
  const insecure = served?.certificate === 'self-signed' ? ' --insecure' : '';
  return `curl --ssl-reqd${insecure} --url '${scheme}://${host}:${port?.port ?? 587}' \\
  --user '${served?.user_names[0] ?? 'posthorn'}:${token}' \\
  --mail-from '${from}' --mail-rcpt '${to}' \\
  --upload-file - <<'MAIL'
From: ${from}
To: ${to}
Subject: First mail

It works.
MAIL`;
};
