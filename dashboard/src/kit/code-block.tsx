import './tokens.css';
import { Button, Code } from '@mantine/core';
import { useRef, useState } from 'react';
import { messages } from '../messages';
import { toClipboard } from '../ui/clipboard';
import classes from './code-block.module.css';
import { highlight, type Language, type Token } from './highlight';

interface CodeBlockProps {
  /** For screen readers. */
  readonly label: string;
  readonly text: string;
  readonly language?: Language;
  /** In place of those of the language. */
  readonly tokens?: readonly Token[];
}

const { actions } = messages;

/** A text of many lines, as it is, colored. Without https it is copied by its selection. */
export function CodeBlock({ label, text, language, tokens = highlight(language, text) }: CodeBlockProps) {
  const block = useRef<HTMLPreElement>(null);
  const [word, setWord] = useState<string>(actions.copy);
  const copy = async (): Promise<void> => {
    setWord((await toClipboard(text)) || bySelection(block.current) ? actions.copied : actions.copyFailed);
  };
  return (
    <div className={classes['around']}>
      <Code block ref={block} role="group" tabIndex={0} aria-label={label} className={classes['code'] ?? ''}>
        {tokens.map(([kind, part], place) =>
          kind === null ? (
            part
          ) : (
            <span key={place} data-token={kind}>
              {part}
            </span>
          ),
        )}
      </Code>
      <Button
        className={classes['copy'] ?? ''}
        size="compact-xs"
        variant="default"
        aria-label={`${actions.copy}: ${label}`}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{word}</span>
      </Button>
    </div>
  );
}

function bySelection(element: HTMLElement | null): boolean {
  if (element === null) return false;
  window.getSelection()?.selectAllChildren(element);
  // Deprecated, and the only way that browsers leave to a page without https.
  return document.execCommand('copy');
}
