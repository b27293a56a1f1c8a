import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client';
import { useSession } from '../../api/session';
import { addressesIn } from '../../kit/addresses-in';
import { FieldForm } from '../../kit/field-form';
import { SentTests } from '../../kit/sent-tests';
import { templateVersionWords as words } from '../../messages/template-versions';
import { Dialog } from '../../ui/dialog';
import { givenValues, useKeptValues, usePreview } from './preview-values';
import type { Template } from './queries';
import { valuesOf } from './template-values';
import { ValuesForm } from './values-form';

interface TestDialogProps {
  readonly template: Template;
  readonly onClose: () => void;
}

/** Sends the draft to several addresses, with the values of the preview. */
export default function TestDialog({ template, onClose }: TestDialogProps) {
  const { user } = useSession();
  const [sent, setSent] = useState<readonly string[]>([]);
  const kept = useKeptValues(template.id);
  const [typed] = kept;
  const draft = valuesOf(template);
  const { data } = usePreview(draft, typed);
  return (
    <Dialog opened onClose={onClose} title={words.test}>
      <Stack gap="md">
        <Text size="sm">{words.testIntro}</Text>
        {data !== undefined && <ValuesForm draft={draft} preview={data} kept={kept} />}
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
        <SentTests emails={sent} />
      </Stack>
    </Dialog>
  );
}
