import { Stack } from '@mantine/core';
import { Because, Callout } from '../../../kit/callout';
import { CodeEditor } from '../../../kit/code-editor';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';

interface HtmlContentProps {
  readonly html: string;
  readonly onChange: (html: string) => void;
}

/** The email as html that is written by hand. */
export function HtmlContent({ html, onChange }: HtmlContentProps) {
  return (
    <Stack gap="sm">
      {!html.includes('UNSUBSCRIBE_URL') && (
        <Callout tone="warn" title={words.noWayOut}>
          <Because>{words.noWayOutText}</Because>
        </Callout>
      )}
      <CodeEditor label={words.html} hint={words.htmlHint} language="html" value={html} onChange={onChange} />
    </Stack>
  );
}
