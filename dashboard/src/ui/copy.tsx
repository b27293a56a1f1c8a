import { Button, Group, TextInput, Textarea } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import { toClipboard } from './clipboard';

const thanksMs = 2_500;

interface CopyableProps {
  readonly label: string;
  readonly value: string;
  /** More than one line. */
  readonly rows?: number;
  /** It is in the clipboard. */
  readonly onCopied?: () => void;
}

/**
 * A text that is to be taken elsewhere. Without https browsers keep the clipboard shut to scripts, but not to a
 * selection.
 */
export function Copyable({ label, value, rows, onCopied }: CopyableProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), thanksMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async (): Promise<void> => {
    const copied = (await toClipboard(value)) || bySelection(field.current);
    setOutcome(copied ? 'copied' : 'failed');
    if (copied) onCopied?.();
  };
  const shared = { label, value, readOnly: true, onFocus: () => field.current?.select() };
  // At 14 px Chromium cuts the underscores of some fonts off a field of one line.
  const styles = { input: { fontFamily: 'var(--mantine-font-family-monospace)', '--input-fz': '0.8125rem' } };
  // As high as its text, where the browser can.
  const grown = { input: { ...styles.input, fieldSizing: 'content' } } as const;
  const { copied, copy: copyWord, copyFailed } = messages.actions;
  return (
    <Group
      align={rows === undefined ? 'flex-end' : 'flex-start'}
      gap="xs"
      wrap={rows === undefined ? 'nowrap' : 'wrap'}
    >
      {rows === undefined ? (
        <TextInput ref={field} {...shared} styles={styles} style={{ flex: 1, minWidth: 0 }} />
      ) : (
        <Textarea ref={field} {...shared} rows={rows} styles={grown} style={{ flex: '1 1 14rem', minWidth: 0 }} />
      )}
      <Button
        variant="default"
        mt={{ sm: rows === undefined ? 0 : 24 }}
        style={{ flex: 'none' }}
        leftSection={outcome === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
        aria-label={`${copyWord}: ${label}`}
      >
        <span aria-live="polite">{outcome === 'copied' ? copied : outcome === 'failed' ? copyFailed : copyWord}</span>
      </Button>
    </Group>
  );
}

function bySelection(field: HTMLInputElement | HTMLTextAreaElement | null): boolean {
  if (field === null) return false;
  field.focus();
  field.select();
  // Deprecated, and the only way that browsers leave to a page without https.
  return document.execCommand('copy');
}
