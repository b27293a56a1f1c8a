import { Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../kit/code-block';
import { templateContentWords as words } from '../../messages/template-content';
import { Panel } from '../../ui/panel';
import { PreviewPanel } from './preview-panel';
import type { Template } from './queries';
import { valuesOf } from './template-values';

/** The draft for those who may not change it. */
export default function ReadOnlyContent({ template }: { readonly template: Template }) {
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {words.readOnly}
      </Text>
      <PreviewPanel templateId={template.id} draft={valuesOf(template)} />
      <Panel title={words.html}>
        <CodeBlock label={words.html} language="html" text={template.html} />
      </Panel>
    </Stack>
  );
}
