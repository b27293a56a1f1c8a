import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/operations';
import { read } from '../../api/reading';
import { choicesOf } from '../../kit/choices';
import { CodeBlock } from '../../kit/code-block';
import { joinFormMessages as words } from '../../messages/join-forms';
import { Panel } from '../../ui/panel';
import { readableOn } from '../broadcasts/editor/email/colors';
import { type FormLanguage, formLanguages, isWritten, type Wording, type Wordings, wordingFor } from './form-values';
import { fonts } from '../broadcasts/editor/email/styles';

const kinds = [
  { value: 'html', label: words.html },
  { value: 'branded', label: words.branded },
  { value: 'script', label: words.script },
] as const;
type Kind = (typeof kinds)[number]['value'];
type Brand = Answer<'GET /dashboard-api/brand'>;

interface SnippetPanelProps {
  readonly address: string;
  /** As they are saved. */
  readonly texts: Wordings;
}

/** What the hosted page calls the field, and the button of a form that does not name it itself. */
const usualLabels: Readonly<Record<FormLanguage, readonly [email: string, button: string]>> = {
  en: ['Email address', 'Subscribe'],
  de: ['Mail-Adresse', 'Anmelden'],
  fr: ['Adresse de courriel', 'S’inscrire'],
  es: ['Correo electrónico', 'Suscribirse'],
};

/** What one pastes into a site, for a form at this address. */
export default function SnippetPanel({ address, texts }: SnippetPanelProps) {
  const [kind, setKind] = useState<Kind>('html');
  const [language, setLanguage] = useState(formLanguages.find((each) => isWritten(texts[each])) ?? 'en');
  const brand = useQuery(read('GET /dashboard-api/brand')).data;
  const origin = new URL(address).origin;
  const isForm = kind !== 'script';
  return (
    <Panel title={words.code} intro={words.codeIntro}>
      <Group gap="sm">
        <SegmentedControl aria-label={words.code} data={[...kinds]} value={kind} onChange={(value) => setKind(value)} />
        {isForm && (
          <NativeSelect
            aria-label={words.codeLanguage}
            data={choicesOf(words.languages)}
            value={language}
            onChange={({ currentTarget: { value } }) =>
              setLanguage(formLanguages.find((each) => each === value) ?? 'en')
            }
          />
        )}
      </Group>
      {isForm ? (
        <CodeBlock
          label={words.code}
          language="html"
          text={htmlFor(
            address,
            language,
            wordingFor(texts, language),
            kind === 'branded' && brand !== undefined ? looksOf(brand) : undefined,
          )}
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

function htmlFor(address: string, language: FormLanguage, wording: Wording, looks: Looks | undefined): string {
  const [email, usualButton] = usualLabels[language];
  const { title, text, button } = wording;
  const paragraphs = text.trim() === '' ? [] : text.trim().split(/\n{2,}/);
  const lead = [
    ...(title.trim() === '' ? [] : [`  <h2>${escaped(title.trim())}</h2>\n`]),
    ...paragraphs.map((each) => `  <p>${escaped(each).replaceAll('\n', '<br>')}</p>\n`),
  ].join('');
  const styled = (style: string | undefined) => (style === undefined ? '' : ` style="${style}"`);
  return `<form action="${address}" method="post"${styled(looks?.form)}>
${lead}  <label>${email} <input type="email" name="email" required autocomplete="email"${styled(looks?.input)}></label>
  <div style="position:absolute;left:-9999px" aria-hidden="true">
    <input name="website" tabindex="-1" autocomplete="off">
  </div>
  <button type="submit"${styled(looks?.button)}>${button.trim() === '' ? usualButton : escaped(button.trim())}</button>
</form>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const scriptFor = (address: string): string => `const answer = await fetch('${address}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email }),
});
// confirmation: true where an email asks the person to confirm
const { confirmation, message } = await answer.json();
if (!answer.ok) throw new Error(message);`;
