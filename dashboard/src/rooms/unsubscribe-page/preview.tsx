import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { choicesOf } from '../../kit/choices';
import { unsubscribePageMessages as words } from '../../messages/unsubscribe-page';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { MailFrame } from '../../kit/mail-frame';
import { changeOf, type PageValues, type UnsubscribePage } from './page-values';

type Language = UnsubscribePage['languages'][number];
type Shown = 'unsubscribe' | 'preferences';

interface PreviewProps {
  readonly values: PageValues;
  readonly languages: readonly Language[];
  /** Absent where the preview has a choice of its own. */
  readonly language?: Language;
}

const pauseMs = 300;

/** The page with what is typed, made by the server as it is for visitors. */
export function Preview({ values, languages, language: given }: PreviewProps) {
  const [shown, setShown] = useState<Shown>('unsubscribe');
  const [chosen, setChosen] = useState<Language>('en');
  const [settled] = useDebouncedValue(values, pauseMs);
  const language = given ?? chosen;
  // What is half typed is no color yet.
  const isColor = /^(#[\da-f]{6})?$/i.test(settled.color.trim());
  const change = changeOf(isColor ? settled : { ...settled, color: '' }, languages);
  const body = { ...change, language, page: shown };
  const query = useQuery({
    queryKey: ['POST /dashboard-api/unsubscribe-page/preview', 'once', body],
    queryFn: ({ signal }) => call('POST /dashboard-api/unsubscribe-page/preview', { body, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title={words.preview}
      actions={
        <Group gap="sm">
          {given === undefined && (
            <NativeSelect
              aria-label={words.language}
              data={choicesOf(words.languages)}
              value={chosen}
              onChange={({ currentTarget: { value } }) => setChosen(languages.find((each) => each === value) ?? 'en')}
            />
          )}
          <SegmentedControl
            aria-label={words.previewPage}
            data={[...choicesOf(words.previewPages)]}
            value={shown}
            onChange={(value) => setShown(value === 'preferences' ? value : 'unsubscribe')}
          />
        </Group>
      }
    >
      <Loaded query={query}>
        {({ html }) => (
          <MailFrame title={words.frame(words.previewPages[shown], words.languages[language])} document={html} />
        )}
      </Loaded>
    </Panel>
  );
}
