import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useEffect } from 'react';
import { messages } from '../messages';
import { modKey } from './keys';
import { usePlaces } from './places';
import { useSequences } from './use-sequences';

const { shell } = messages;
const asked = new EventTarget();

export const openShortcutHelp = (): void => void asked.dispatchEvent(new Event('open'));

/** The shortcuts and their list. People who use speech input can switch off the single-key ones (WCAG 2.1.4). */
export function ShortcutHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useLocalStorage({ key: 'posthorn-shortcuts', defaultValue: true });
  const navigate = useNavigate();
  const open = (): void => setIsOpen(true);
  useEffect(() => {
    asked.addEventListener('open', open);
    return () => asked.removeEventListener('open', open);
  });
  const served = usePlaces();
  const going = served.map(({ to, keys }) => [keys, () => void navigate({ to })] as const);
  useSequences(isOn ? { '?': open, ...Object.fromEntries(going) } : {});
  return (
    <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={shell.shortcuts}>
      <Stack gap="sm">
        <Line says={shell.search} keys={[modKey, 'K']} />
        <Line says={shell.shortcuts} keys={['?']} />
        {served.map(({ to, title, keys }) => (
          <Line key={to} says={shell.goTo(title)} keys={keys.split(' ')} />
        ))}
        <Switch
          mt="sm"
          label={shell.singleKeys}
          checked={isOn}
          onChange={({ currentTarget }) => setIsOn(currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}

function Line({ says, keys }: { readonly says: string; readonly keys: readonly string[] }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{says}</Text>
      <Group gap={4} wrap="nowrap">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Group>
    </Group>
  );
}
