import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CodeBlock } from '../../kit/code-block';
import { emailTabs } from '../../messages/email-tabs';
import { Loaded } from '../../ui/loaded';
import { sourceQuery } from './queries';
import { bytesText } from './sizes';

const { body } = emailTabs;

/** The message with its header fields; of a large one the beginning. */
export function Source({ id }: { readonly id: string }) {
  const query = useQuery(sourceQuery(id));
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {body.sourceIntro}
      </Text>
      <Loaded query={query} lines={5}>
        {({ text, bytes, shownBytes }) => (
          <>
            {bytes > shownBytes && (
              <Text size="sm" c="dimmed">
                {body.sourceCut(bytesText(shownBytes), bytesText(bytes))}
              </Text>
            )}
            <CodeBlock label={body.source} text={text} language="message" />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
