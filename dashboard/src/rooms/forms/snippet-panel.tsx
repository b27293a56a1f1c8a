import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Anchor, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../kit/code-block';
import { joinFormMessages as words } from '../../messages/join-forms';
import { Panel } from '../../ui/panel';

const kinds = [
  { value: 'html', label: words.html },
  { value: 'script', label: words.script },
] as const;
type Kind = (typeof kinds)[number]['value'];

/** What one pastes into a site, for this form of this server. */
export default function SnippetPanel({ id }: { readonly id: string }) {
  const [kind, setKind] = useState<Kind>('html');
  const address = `${window.location.origin}/subscribe/${id}`;
  return (
    <Panel
      title={words.code}
      intro={words.codeIntro}
      actions={
        <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
          {words.ownPage}
        </Anchor>
      }
    >
      <SegmentedControl
        aria-label={words.code}
        data={[...kinds]}
        value={kind}
        onChange={(value) => setKind(value)}
        style={{ alignSelf: 'flex-start' }}
      />
      {kind === 'html' ? (
        <CodeBlock label={words.code} language="html" text={htmlFor(address)} />
      ) : (
        <CodeBlock label={words.code} text={scriptFor(address)} />
      )}
    </Panel>
  );
}

const htmlFor = (address: string): string => `<form action="${address}" method="post">
  <label>Email address <input type="email" name="email" required autocomplete="email"></label>
  <div style="position:absolute;left:-9999px" aria-hidden="true">
    <input name="website" tabindex="-1" autocomplete="off">
  </div>
  <button type="submit">Subscribe</button>
</form>`;

const scriptFor = (address: string): string => `const answer = await fetch('${address}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email }),
});
// confirmation: true where an email asks the person to confirm
const { confirmation, message } = await answer.json();
if (!answer.ok) throw new Error(message);`;
