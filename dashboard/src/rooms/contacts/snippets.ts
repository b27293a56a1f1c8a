export const languages = ['curl', 'Node'] as const;
export type Language = (typeof languages)[number];

const token = 're_your_key';

/** A whole program that adds one contact to the server of this page. */
export function snippetOf(language: Language, origin: string): string {
  return language === 'curl' ? curl(origin) : node(origin);
}

const curl = (origin: string) => `curl -X POST ${origin}/contacts \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "email": "ann@example.com",
    "first_name": "Ann"
  }'`;

const node = (origin: string) => `// npm install resend
process.env.RESEND_BASE_URL = '${origin}';
const { Resend } = await import('resend');

const { data, error } = await new Resend('${token}').contacts.create({
  email: 'ann@example.com',
  firstName: 'Ann',
});
console.log(data ?? error);`;
