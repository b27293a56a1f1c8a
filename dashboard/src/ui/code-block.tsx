import { Button, Code, Group, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { messages } from '../messages';
import { toClipboard } from './clipboard';

interface CodeBlockProps {
  /** For screen readers. */
  readonly label: string;
  readonly text: string;
}

const { actions } = messages;

/** A text of many lines, as it is. Without https it is copied by its selection. */
export function CodeBlock({ label, text }: CodeBlockProps) {
  const block = useRef<HTMLPreElement>(null);
  const [word, setWord] = useState<string>(actions.copy);
  const copy = async (): Promise<void> => {
    setWord((await toClipboard(text)) || bySelection(block.current) ? actions.copied : actions.copyFailed);
  };
  return (
    <Stack gap={6}>
      <Code
        block
        ref={block}
        role="group"
        tabIndex={0}
        aria-label={label}
        mah={420}
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
      <Group justify="flex-end">
        <Button size="xs" variant="default" aria-label={`${actions.copy}: ${label}`} onClick={() => void copy()}>
          <span aria-live="polite">{word}</span>
        </Button>
      </Group>
    </Stack>
  );
}

function bySelection(element: HTMLElement | null): boolean {
  if (element === null) return false;
  window.getSelection()?.selectAllChildren(element);
  // Deprecated, and the only way that browsers leave to a page without https.
  return document.execCommand('copy');
}
