import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { choicesOf } from '../../kit/choices';
import { MailFrame } from '../../kit/mail-frame';
import { joinFormMessages as words } from '../../messages/join-forms';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import type { FormValues } from './form-values';

const languages = ['en', 'de', 'fr', 'es'] as const;
const pages = ['form', 'sent', 'confirm'] as const;
const pauseMs = 300;
const frameHeightPx = 480;

/** The hosted pages with what is chosen, made by the server as they are for visitors. */
export function FormPreview({ values: { confirmed, direct } }: { readonly values: FormValues }) {
  const [page, setPage] = useState<(typeof pages)[number]>('form');
  const [language, setLanguage] = useState<(typeof languages)[number]>('en');
  const [topics] = useDebouncedValue([...new Set([...confirmed, ...direct])], pauseMs);
  const body = { topics, double_opt_in: confirmed.length > 0, language, page };
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
            onChange={({ currentTarget: { value } }) => setLanguage(languages.find((each) => each === value) ?? 'en')}
          />
          <SegmentedControl
            aria-label={words.previewPage}
            data={[...choicesOf(words.previewPages)]}
            value={page}
            onChange={(value) => setPage(pages.find((each) => each === value) ?? 'form')}
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
