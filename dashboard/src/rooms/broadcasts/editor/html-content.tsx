import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/reading';
import { Because, Callout } from '../../../kit/callout';
import { CodeEditor } from '../../../kit/code-editor';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';

interface HtmlContentProps {
  readonly broadcastId: string;
  readonly html: string;
  readonly onChange: (html: string) => void;
}

/** The email as html that is written by hand, with what email clients remove of what was saved last. */
export function HtmlContent({ broadcastId, html, onChange }: HtmlContentProps) {
  const { data } = useQuery(read('GET /dashboard-api/broadcasts/{id}/html-check', { path: { id: broadcastId } }));
  const unsafe = data?.unsafe ?? null;
  return (
    <Stack gap="sm">
      {!html.includes('UNSUBSCRIBE_URL') && (
        <Callout tone="warn" title={words.noWayOut}>
          <Because>{words.noWayOutText}</Because>
        </Callout>
      )}
      {unsafe !== null && (
        <Callout tone="warn" title={words.unsafe}>
          <Because>{words.unsafeText(unsafe.seen, unsafe.do, unsafe.line)}</Because>
        </Callout>
      )}
      <CodeEditor label={words.html} hint={words.htmlHint} language="html" value={html} onChange={onChange} />
    </Stack>
  );
}
