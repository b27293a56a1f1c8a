import { Group } from '@mantine/core';
import { templateMessages as words } from '../../messages/templates';
import { Status } from '../../ui/status';

interface TemplateStatusProps {
  readonly of: { readonly version: number | null; readonly has_unpublished_versions: boolean };
}

/** Which version is sent, and whether the draft is another. */
export function TemplateStatus({ of: { version, has_unpublished_versions: isChanged } }: TemplateStatusProps) {
  if (version === null) return <Status tone="calm" word={words.draft} />;
  return (
    <Group gap={6}>
      <Status tone="good" word={words.published(version)} />
      {isChanged && <Status tone="warn" word={words.changed} />}
    </Group>
  );
}
