import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { messages } from '../messages';
import { toClipboard } from './clipboard';

const thanksMs = 2_500;

/** Copies a text that stands beside it. Without https it is copied from a field that is there for that moment. */
export function CopyIcon({ label, value }: { readonly label: string; readonly value: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), thanksMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const { copy, copied } = messages.actions;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={`${copy}: ${label}`}
      title={copy}
      onClick={() => void toClipboard(value).then((done) => setCopied(done || byField(value)))}
    >
      {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      <VisuallyHidden component="span" aria-live="polite">
        {isCopied ? copied : ''}
      </VisuallyHidden>
    </ActionIcon>
  );
}

function byField(value: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = value;
  field.setAttribute('aria-hidden', 'true');
  // In a dialog, which keeps the focus inside.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  // Deprecated, and the only way that browsers leave to a page without https.
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
