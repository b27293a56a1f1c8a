import { Text } from '@mantine/core';
import { FirstSteps } from '../../kit/first-steps';
import { importMessages as words } from '../../messages/imports';
import { Copyable } from '../../ui/copy';

const snippet = (origin: string) => `printf 'email,first_name\\nann@example.com,Ann\\n' > contacts.csv
curl ${origin}/contacts/imports \\
  -H 'Authorization: Bearer re_your_key' \\
  -F file=@contacts.csv`;

/** What a team without imports sees: the wizard, and a command that imports a file to this very server. */
export default function FirstImport() {
  const code = snippet(window.location.origin);
  return (
    <FirstSteps
      title={words.emptyTitle}
      text={words.empty}
      textForReaders={words.emptyReader}
      create={{ may: 'POST /contacts/imports', label: words.create, to: '/imports?create=true' }}
    >
      <Copyable label={words.code} value={code} rows={code.split('\n').length + 1} />
      <Text size="sm" c="dimmed">
        {words.codeHint}
      </Text>
    </FirstSteps>
  );
}
