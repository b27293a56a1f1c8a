import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Group, Kbd, Stack, Switch, Text } from '@mantine/core';
import { messages } from '../messages';
import { editorWords } from '../messages/broadcast-editor';
import { modKey } from './keys';
import { Dialog } from '../ui/dialog';

const { shell } = messages;

interface ShortcutListProps {
  readonly places: readonly { readonly to: string; readonly title: string; readonly keys: string }[];
  /** Whether the shortcuts of single keys are on. */
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onClose: () => void;
}

export default function ShortcutList({ places, isOn, onSwitch, onClose }: ShortcutListProps) {
  return (
    <Dialog opened onClose={onClose} title={shell.shortcuts}>
      <Stack gap="sm">
        <Line says={shell.search} keys={[modKey, 'K']} />
        <Line says={shell.shortcuts} keys={['?']} />
        {Object.entries(shell.listKeys).map(([key, says]) => (
          <Line key={key} says={says} keys={[key]} />
        ))}
        {places.map(({ to, title, keys }) => (
          <Line key={to} says={shell.goTo(title)} keys={keys.split(' ')} />
        ))}
        <Text size="sm" fw={600} mt="sm">
          {editorWords.keysTitle}
        </Text>
        {editorWords.keys.map(([says, ...keys]) => (
          <Line key={says} says={says} keys={keys} />
        ))}
        <Switch
          mt="sm"
          label={shell.singleKeys}
          checked={isOn}
          onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
        />
      </Stack>
    </Dialog>
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
