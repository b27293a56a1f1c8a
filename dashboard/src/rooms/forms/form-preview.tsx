import { Group, NativeSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { choicesOf } from '../../kit/choices';
import { MailFrame } from '../../kit/mail-frame';
import { joinFormMessages as words } from '../../messages/join-forms';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { type FormLanguage, formLanguages, type FormValues, textsIn } from './form-values';

const pages = ['form', 'sent', 'email', 'confirm', 'confirmed'] as const;
type ShownPage = (typeof pages)[number];
const pauseMs = 300;
const frameHeightPx = 480;

interface FormPreviewProps {
  readonly values: FormValues;
  /** That which is written. */
  readonly language: FormLanguage;
  readonly onLanguage: (language: FormLanguage) => void;
}

/** The hosted pages and the confirmation email with what is typed, made by the server as they are for visitors. */
export function FormPreview({ values, language, onLanguage }: FormPreviewProps) {
  const [chosen, setPage] = useState<ShownPage>('form');
  const [{ confirmed, direct, texts }] = useDebouncedValue(values, pauseMs);
  const isDouble = confirmed.length > 0;
  // Without double opt-in no email asks for a confirmation.
  const shown = isDouble ? pages : pages.slice(0, 2);
  const page = shown.includes(chosen) ? chosen : 'form';
  const topics = [...new Set([...confirmed, ...direct])];
  const body = { topics, double_opt_in: isDouble, language, page, texts: textsIn(texts) };
  const query = useQuery({
    queryKey: ['POST /dashboard-api/forms/preview', 'once', body],
    queryFn: ({ signal }) => call('POST /dashboard-api/forms/preview', { body, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title={words.preview}
      actions={
        <Group gap="sm">
          <NativeSelect
            aria-label={words.language}
            data={choicesOf(words.languages)}
            value={language}
            onChange={({ currentTarget: { value } }) =>
              onLanguage(formLanguages.find((each) => each === value) ?? 'en')
            }
          />
          <NativeSelect
            aria-label={words.previewPage}
            data={shown.map((value) => ({ value, label: words.previewPages[value] }))}
            value={page}
            onChange={({ currentTarget: { value } }) => setPage(pages.find((each) => each === value) ?? 'form')}
          />
        </Group>
      }
    >
      <Loaded query={query}>
        {({ html }) => (
          <MailFrame
            title={words.frame(words.previewPages[page], words.languages[language])}
            height={frameHeightPx}
            document={html}
          />
        )}
      </Loaded>
      <Text size="sm" c="dimmed">
        {words.previewHint}
      </Text>
    </Panel>
  );
}
