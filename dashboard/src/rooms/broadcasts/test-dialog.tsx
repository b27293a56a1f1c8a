import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { useMay, useSession } from '../../api/session';
import { addressesIn } from '../../kit/addresses-in';
import { choicesOf } from '../../kit/choices';
import { FieldForm } from '../../kit/field-form';
import { SentTests } from '../../kit/sent-tests';
import { abTestWords } from '../../messages/broadcast-ab-test';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { Dialog } from '../../ui/dialog';
import { ContactChoice } from './editor/contact-choice';
import { asVariantB } from './editor/content';
import { abTestQuery, type Broadcast } from './queries';
import { TagValues, usedTags } from './tag-values';

interface TestDialogProps {
  readonly broadcast: Broadcast;
  readonly onClose: () => void;
  /** Where the dialog is one step of something else; without it the emails are shown. */
  readonly onSent?: (emails: readonly string[]) => void;
}
interface TestValues {
  readonly variant: 'a' | 'b';
  readonly to: string;
  readonly contact_id: string | null;
  readonly values: Readonly<Record<string, string>>;
}

/** Sends the draft to several addresses: with the values of a contact, with others, or with fallbacks alone. */
export default function TestDialog({ broadcast, onClose, onSent }: TestDialogProps) {
  const { id } = broadcast;
  const { user } = useSession();
  const mayChoose = useMay('GET /dashboard-api/contacts');
  const [sent, setSent] = useState<readonly string[]>([]);
  const { data: test } = useQuery(abTestQuery(broadcast));
  const tested = test === undefined || test.status === 'off' ? undefined : test;
  const tags = [
    ...new Set([...usedTags(broadcast), ...(tested === undefined ? [] : usedTags(asVariantB(broadcast, tested)))]),
  ];
  const initial: TestValues = { variant: 'a', to: user.email, contact_id: null, values: {} };
  return (
    <Dialog opened onClose={onClose} title={words.test}>
      <Stack gap="md">
        <Text size="sm">{words.testIntro}</Text>
        <FieldForm
          initial={initial}
          fields={[
            ...(tested === undefined
              ? []
              : [
                  {
                    name: 'variant' as const,
                    label: abTestWords.version,
                    options: choicesOf(abTestWords.names),
                  },
                ]),
            { name: 'to', label: words.to, hint: words.toHint, isVerbatim: true },
            ...(mayChoose && tags.length > 0
              ? [
                  {
                    name: 'contact_id' as const,
                    render: (props: object) => (
                      <ContactChoice label={words.testAs} hint={words.testAsHint} {...(props as ChoiceProps)} />
                    ),
                  },
                ]
              : []),
            ...(tags.length > 0
              ? [
                  {
                    name: 'values' as const,
                    render: (props: object) => <TagValues tags={tags} {...(props as ValuesProps)} />,
                  },
                ]
              : []),
          ]}
          send={({ variant, to, contact_id: contact, values }) =>
            call('POST /dashboard-api/broadcasts/{id}/test', {
              path: { id },
              body: { variant, to: addressesIn(to), contact_id: contact, values: given(values) },
            })
          }
          list="GET /dashboard-api/emails"
          submit={words.test}
          onDone={({ emails }) => (onSent ?? setSent)(emails)}
        />
        <SentTests emails={sent} />
      </Stack>
    </Dialog>
  );
}

type ChoiceProps = Pick<Parameters<typeof ContactChoice>[0], 'value' | 'onChange'>;
type ValuesProps = Pick<Parameters<typeof TagValues>[0], 'value' | 'onChange'>;

/** An empty field leaves what is known of the contact. */
const given = (values: TestValues['values']): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
