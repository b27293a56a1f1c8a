import { Box, Group, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/reading';
import { MailPreview } from '../../kit/mail-preview';
import SideBySide from '../../kit/side-by-side';
import { templateVersionWords as words } from '../../messages/template-versions';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { PickOne } from '../../ui/pick-one';
import { templateContentWords as contentWords } from '../../messages/template-content';
import { useKeptValues, usePreview } from './preview-values';
import type { Compared, Template } from './queries';
import { valuesOf } from './template-values';

interface CompareProps {
  readonly template: Template;
  readonly versions: readonly { readonly version: number }[];
  /** What stands on the left at first; the draft is on the right. */
  readonly first: number;
}

/** Two versions beside each other, or one beside the draft: what differs, or what both look like. */
export function Compare({ template, versions, first }: CompareProps) {
  const [left, setLeft] = useState(String(first));
  const [right, setRight] = useState('');
  const [shown, setShown] = useState<keyof typeof words.shows>('changes');
  const choices = [
    { value: '', label: words.draft },
    ...versions.map(({ version }) => ({ value: String(version), label: words.number(version) })),
  ];
  const one = useCompared(template, left);
  const other = useCompared(template, right);
  const nameOf = (value: string): string => choices.find((each) => each.value === value)?.label ?? value;
  return (
    <Panel
      title={words.compare}
      actions={
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label={words.before}
            data={choices}
            value={left}
            onChange={({ currentTarget }) => setLeft(currentTarget.value)}
          />
          <NativeSelect
            label={words.after}
            data={choices}
            value={right}
            onChange={({ currentTarget }) => setRight(currentTarget.value)}
          />
          <PickOne
            label={words.show}
            value={shown}
            options={['changes', 'previews']}
            names={words.shows}
            onPick={setShown}
          />
        </Group>
      }
    >
      <Loaded query={one}>
        {(before) => (
          <Loaded query={other}>
            {(after) =>
              shown === 'changes' ? (
                <Changes before={before} after={after} names={[nameOf(left), nameOf(right)]} />
              ) : (
                <SimpleGrid cols={{ base: 1, md: 2 }}>
                  <Preview name={nameOf(left)} template={template} of={before} />
                  <Preview name={nameOf(right)} template={template} of={after} />
                </SimpleGrid>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Panel>
  );
}

/** Empty: the draft. */
function useCompared(template: Template, version: string) {
  const path = { template: template.id, version: Number(version) };
  const isDraft = version === '';
  const query = useQuery<Compared>({
    ...read('GET /dashboard-api/templates/{template}/versions/{version}', { path }),
    enabled: !isDraft,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const draft = useQuery<Compared>({
    queryKey: ['draft of template', template],
    queryFn: () => Promise.resolve(template),
    initialData: template,
    enabled: false,
  });
  return isDraft ? draft : query;
}

interface ChangesProps {
  readonly before: Compared;
  readonly after: Compared;
  readonly names: readonly [string, string];
}

function Changes({ before, after, names }: ChangesProps) {
  const parts = partsOf(before, after);
  if (parts.length === 0) return <Text size="sm">{words.same}</Text>;
  return (
    <Stack gap="md">
      {parts.map(([part, one, other]) => (
        <Box key={part}>
          <Title order={3} mb={6}>
            {words.parts[part]}
          </Title>
          <SideBySide label={words.parts[part]} before={one} after={other} names={names} />
        </Box>
      ))}
    </Stack>
  );
}

interface PreviewProps {
  readonly name: string;
  readonly template: Template;
  readonly of: Compared;
}

function Preview({ name, template, of }: PreviewProps) {
  const [typed] = useKeptValues(template.id);
  const query = usePreview(valuesOf({ ...template, ...of }), typed);
  return (
    <Stack gap="sm" miw={0}>
      <Title order={3}>{name}</Title>
      <Loaded query={query}>{(preview) => <MailPreview mail={{ ...preview, from: of.from }} />}</Loaded>
    </Stack>
  );
}

type Part = 'details' | 'html' | 'text';

/** The parts that differ, each as two texts. A text that is derived differs with its html, and is left out. */
function partsOf(before: Compared, after: Compared): readonly (readonly [Part, string, string])[] {
  const areDerived = before.text_derived && after.text_derived;
  const parts = [
    ['details', detailsOf(before), detailsOf(after)],
    ['html', before.html, after.html],
    ...(areDerived ? [] : [['text', before.text ?? '', after.text ?? ''] as const]),
  ] as const;
  return parts.filter(([, one, other]) => one !== other);
}

/** A line for each. */
function detailsOf({ from, reply_to: replyTo, subject, variables, tracking }: Compared): string {
  return [
    `Subject: ${subject ?? ''}`,
    `From: ${from ?? ''}`,
    `Reply-to: ${replyTo?.join(', ') ?? ''}`,
    `Tracking: ${contentWords.trackings[tracking ?? 'all']}`,
    ...variables.map(({ key, type, fallback_value: fallback }) =>
      fallback === null ? `${key}: ${type}` : `${key}: ${type}, fallback ${JSON.stringify(fallback)}`,
    ),
  ].join('\n');
}
