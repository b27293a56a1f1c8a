import { Group, Text } from '@mantine/core';
import icon from '../icon.svg';
import { messages } from '../messages';

export function Brand() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src={icon} alt="" width={24} height={24} />
      <Text fw={700} size="md">
        {messages.product}
      </Text>
    </Group>
  );
}
