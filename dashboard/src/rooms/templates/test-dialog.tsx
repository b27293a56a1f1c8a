import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client';
import { useSession } from '../../api/session';
import { FieldForm } from '../../kit/field-form';
import { templateVersionWords as words } from '../../messages/template-versions';
import { Dialog } from '../../ui/dialog';
import { RoomLink } from '../../ui/room-link';
import { givenValues, useKeptValues, usePreview } from './preview-values';
import type { Template } from './queries';
import { addressesIn, valuesOf } from './template-values';
import { ValuesForm } from './values-form';

interface TestDialogProps {
  readonly template: Template;
  readonly onClose: () => void;
}

/** Sends the draft to several addresses, with the values of the preview. */
export default function TestDialog({ template, onClose }: TestDialogProps) {
  const { user } = useSession();
  const [sent, setSent] = useState<readonly string[]>([]);
  const [typed, setTyped] = useKeptValues(template.id);
  const draft = valuesOf(template);
  const { data } = usePreview(draft, typed);
  return (
    <Dialog opened onClose={onClose} title={words.test}>
      <Stack gap="md">
        <Text size="sm">{words.testIntro}</Text>
        {data !== undefined && (
          <ValuesForm
            names={data.variables}
            problems={data.problems}
            variables={draft.variables}
            typed={typed}
            onChange={setTyped}
          />
        )}
        <FieldForm
          initial={{ to: user.email, from: '' }}
          fields={[
            { name: 'to', label: words.to, hint: words.toHint, isVerbatim: true },
            { name: 'from', label: words.from, hint: words.fromHint, isOptional: true, isVerbatim: true },
          ]}
          send={({ to, from }) =>
            call('POST /dashboard-api/templates/{template}/test', {
              path: { template: template.id },
              body: {
                to: addressesIn(to),
                ...(from.trim() === '' ? {} : { from: from.trim() }),
                values: givenValues(typed, draft.variables),
              },
            })
          }
          list="GET /dashboard-api/emails"
          submit={words.sendTest}
          onDone={({ emails }) => setSent(emails)}
        />
        {sent.length > 0 && (
          <Stack gap="xs" role="status">
            <Text size="sm" fw={600}>
              {words.tested(sent.length)}
            </Text>
            <Group gap="xs">
              {sent.map((id, place) => (
                <RoomLink key={id} isButton to={`/emails/${id}`}>
                  {words.openTest(place + 1)}
                </RoomLink>
              ))}
            </Group>
          </Stack>
        )}
      </Stack>
    </Dialog>
  );
}
