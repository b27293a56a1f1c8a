import { CodeBlock } from '../../kit/code-block';
import { FirstSteps } from '../../kit/first-steps';
import { broadcastMessages as words } from '../../messages/broadcasts';

const { first } = words;

const example = (origin: string): string => `curl -X POST ${origin}/broadcasts \\
  -H 'Authorization: Bearer re_your_key' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "segment_id": "…",
    "from": "News <news@example.com>",
    "subject": "News for {{{FIRST_NAME|you}}}",
    "html": "<a href=\\"{{{RESEND_UNSUBSCRIBE_URL}}}\\">Unsubscribe</a>"
  }'`;

/** What a team without broadcasts sees: what one is for, in three steps, and how a program makes one. */
export default function FirstBroadcast() {
  return (
    <FirstSteps
      title={words.emptyTitle}
      text={words.empty}
      textForReaders={words.emptyReader}
      steps={first.steps}
      create={{ may: 'POST /broadcasts', label: words.create, to: '/broadcasts?create=true' }}
    >
      <CodeBlock label={first.code} language="shell" text={example(window.location.origin)} />
    </FirstSteps>
  );
}
