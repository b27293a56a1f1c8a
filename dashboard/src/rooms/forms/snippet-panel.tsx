import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/operations';
import { read } from '../../api/reading';
import { CodeBlock } from '../../kit/code-block';
import { joinFormMessages as words } from '../../messages/join-forms';
import { Panel } from '../../ui/panel';
import { readableOn } from '../broadcasts/editor/email/colors';
import { fonts } from '../broadcasts/editor/email/styles';

const kinds = [
  { value: 'html', label: words.html },
  { value: 'branded', label: words.branded },
  { value: 'script', label: words.script },
] as const;
type Kind = (typeof kinds)[number]['value'];
type Brand = Answer<'GET /dashboard-api/brand'>;

/** What one pastes into a site, for a form at this address. */
export default function SnippetPanel({ address }: { readonly address: string }) {
  const [kind, setKind] = useState<Kind>('html');
  const brand = useQuery(read('GET /dashboard-api/brand')).data;
  const origin = new URL(address).origin;
  const isForm = kind !== 'script';
  return (
    <Panel title={words.code} intro={words.codeIntro}>
      <SegmentedControl
        aria-label={words.code}
        data={[...kinds]}
        value={kind}
        onChange={(value) => setKind(value)}
        style={{ alignSelf: 'flex-start' }}
      />
      {isForm ? (
        <CodeBlock
          label={words.code}
          language="html"
          text={htmlFor(address, kind === 'branded' && brand !== undefined ? looksOf(brand) : undefined)}
        />
      ) : (
        <CodeBlock label={words.code} text={scriptFor(address)} />
      )}
      <Text size="sm" c="dimmed">
        {words.csp(`${isForm ? 'form-action' : 'connect-src'} ${origin}`)}
        {kind === 'branded' && `. ${words.cspStyle}`}
      </Text>
      <Text size="sm" c="dimmed">
        {words.cors}
      </Text>
    </Panel>
  );
}

interface Looks {
  readonly form: string;
  readonly input: string;
  readonly button: string;
}

/** Without a word of its own a brand looks as ours does. */
function looksOf({ color, text_color: text, font, radius }: Brand): Looks {
  const fill = color ?? '#1d4ed8';
  const round = `border-radius:${radius ?? 8}px`;
  const family = font === null ? '' : `;font-family:${fonts[font].replaceAll('"', "'")}`;
  return {
    form: `max-width:24rem${text === null ? '' : `;color:${text}`}${family}`,
    input: `display:block;box-sizing:border-box;width:100%;margin:.25rem 0 .75rem;padding:.6rem .75rem;font:inherit;border:1px solid #767e88;${round}`,
    button: `padding:.6rem 1.5rem;font:inherit;font-weight:600;border:0;${round};background:${fill};color:${readableOn(fill)};cursor:pointer`,
  };
}

function htmlFor(address: string, looks: Looks | undefined): string {
  const styled = (style: string | undefined) => (style === undefined ? '' : ` style="${style}"`);
  return `<form action="${address}" method="post"${styled(looks?.form)}>
  <label>Email address <input type="email" name="email" required autocomplete="email"${styled(looks?.input)}></label>
  <div style="position:absolute;left:-9999px" aria-hidden="true">
    <input name="website" tabindex="-1" autocomplete="off">
  </div>
  <button type="submit"${styled(looks?.button)}>Subscribe</button>
</form>`;
}

const scriptFor = (address: string): string => `const answer = await fetch('${address}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email }),
});
// confirmation: true where an email asks the person to confirm
const { confirmation, message } = await answer.json();
if (!answer.ok) throw new Error(message);`;
