import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { FirstSteps } from '../../kit/first-steps';
import { contactMessages as words } from '../../messages/contacts';
import { importMessages } from '../../messages/imports';
import { Copyable } from '../../ui/copy';

const { first } = words;

/** What a team without contacts sees: a form, and a program that adds the first one to this very server. */
export default function FirstContact() {
  const [language, setLanguage] = useState<Language>('curl');
  const snippet = snippetOf(language, window.location.origin);
  return (
    <FirstSteps
      title={first.title}
      text={words.empty}
      textForReaders={words.emptyReader}
      create={{ may: 'POST /contacts', label: words.create, to: '/contacts?create=true' }}
      orElse={{ may: 'POST /contacts/imports', label: importMessages.create, to: '/imports?create=true' }}
    >
      <SegmentedControl
        aria-label={first.language}
        data={[...languages]}
        value={language}
        onChange={(value) => setLanguage(value)}
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
      />
      <Copyable label={first.code} value={snippet} rows={snippet.split('\n').length + 1} />
      <Text size="sm" c="dimmed">
        {first.token}
      </Text>
    </FirstSteps>
  );
}

const languages = ['curl', 'Node'] as const;
type Language = (typeof languages)[number];

const token = 're_your_key';

/** A whole program that adds one contact to the server of this page. */
function snippetOf(language: Language, origin: string): string {
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
