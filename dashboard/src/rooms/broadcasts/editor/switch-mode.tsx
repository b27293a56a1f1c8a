import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { messages } from '../../../messages';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';
import { layoutWords } from '../../../messages/email-layouts';
import { Dialog } from '../../../ui/dialog';
import { type LayoutName, layoutNames } from './email/layouts.js';

interface SwitchModeProps {
  /** Html is written by hand now. */
  readonly isByHand: boolean;
  /** What becomes of what was there. */
  readonly texts?: { readonly toHtml: string; readonly startEditor: string };
  readonly onSwitch: () => void;
}

const asVersions = { toHtml: words.toHtmlText, startEditor: words.startEditorText };

/** From the editor to html, or back to an empty email. */
export function SwitchMode({ isByHand, texts = asVersions, onSwitch }: SwitchModeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const label = isByHand ? words.startEditor : words.toHtml;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={isByHand ? words.startEditorTitle : words.toHtmlTitle}>
        <Stack gap="md">
          <Text size="sm">{isByHand ? texts.startEditor : texts.toHtml}</Text>
          <Group justify="flex-end" gap="xs">
            <Button data-autofocus variant="default" onClick={close}>
              {messages.actions.cancel}
            </Button>
            <Button
              onClick={() => {
                close();
                onSwitch();
              }}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}

const choices = [
  { value: '', label: layoutWords.label },
  ...layoutNames.map((value) => ({ value, label: layoutWords.layouts[value].title })),
];

/** What an empty email may begin with. */
export function LayoutChoice({ onChoose }: { readonly onChoose: (name: LayoutName) => void }) {
  return (
    <NativeSelect
      aria-label={layoutWords.label}
      size="xs"
      data={choices}
      value=""
      onChange={({ currentTarget: { value } }) => {
        const name = layoutNames.find((each) => each === value);
        if (name !== undefined) onChoose(name);
      }}
    />
  );
}
