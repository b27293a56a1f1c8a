import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import type { Answer } from '../../api/operations';
import { under } from '../../api/reading';
import { Because, Callout } from '../../kit/callout';
import { type FindingSeverity, FindingList, type ListedFinding } from '../../kit/finding-list';
import { findingName } from '../../kit/finding-name';
import { messages } from '../../messages';
import { templateVersionWords as words } from '../../messages/template-versions';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { hasUnsaved } from '../../ui/unsaved';
import type { Template } from './queries';

type Check = Answer<'POST /dashboard-api/templates/{template}/check'>;

interface PublishDialogProps {
  readonly template: Template;
  readonly onClose: () => void;
}

/** Makes the draft what is sent, after what a check found of it. */
export default function PublishDialog({ template: { id, version }, onClose }: PublishDialogProps) {
  const queryClient = useQueryClient();
  // What is typed behind the dialog cannot change while it is open.
  const [isUnsaved] = useState(hasUnsaved);
  const path = { template: id };
  const check = useQuery({
    queryKey: ['POST /dashboard-api/templates/{template}/check', 'once', { path }],
    queryFn: ({ signal }) => call('POST /dashboard-api/templates/{template}/check', { path, body: {}, signal }),
    gcTime: 0,
  });
  const publish = useMutation({
    mutationFn: () => call('POST /templates/{template}/publish', { path }),
    onSuccess: () => {
      say(words.published);
      void queryClient.invalidateQueries(under('GET /dashboard-api/templates'));
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={words.publishTitle((version ?? 0) + 1)} size="lg">
      <Stack gap="md">
        <Text size="sm">{words.publishIntro}</Text>
        {isUnsaved && (
          <Callout tone="warn" title={words.unsaved}>
            <Because>{words.unsavedHint}</Because>
          </Callout>
        )}
        <Loaded query={check}>{(found) => <Findings check={found} />}</Loaded>
        {publish.error !== null && <ProblemNotice error={publish.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages.actions.cancel}
          </Button>
          <Button
            loading={publish.isPending}
            disabled={check.isPending || check.data?.refused === true}
            onClick={() => publish.mutate()}
          >
            {words.publishNow}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Findings({ check: { findings, refused } }: { readonly check: Check }) {
  if (findings.length === 0) return <Callout tone="good" title={words.nothingFound} />;
  return (
    <>
      {refused && <Callout tone="bad" title={words.refused} />}
      <FindingList label={words.findings} findings={findings.map(listed)} />
    </>
  );
}

const severities = { error: 'error', warning: 'attention', note: 'improvement' } as const satisfies Readonly<
  Record<Check['findings'][number]['severity'], FindingSeverity>
>;

function listed({ name, severity, seen, why, fix, source, place }: Check['findings'][number]): ListedFinding {
  return {
    name: findingName(name),
    severity: severities[severity],
    seen,
    why: { text: why, ...(source === null ? {} : { source }) },
    fix,
    place:
      place === null ? null : (
        <Text size="xs" c="dimmed">
          {words.place(place.part, place.line)}
        </Text>
      ),
  };
}
