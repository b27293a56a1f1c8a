import { Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importWizardMessages as words } from '../../../messages/import-wizard';
import { PickOne } from '../../../ui/pick-one';
import { useSegmentMaking, useTopicMaking } from '../../contacts/making';
import { Many } from '../../contacts/many';
import { useSegmentChoices, useTopicChoices } from '../../contacts/members';
import { segmentsQuery, topicsQuery } from '../../contacts/queries';
import { StepButtons } from './step-buttons';
import type { ImportOptions } from './upload';

interface OptionsStepProps {
  readonly options: ImportOptions;
  readonly onChange: (options: ImportOptions) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

const statuses = ['', 'subscribed', 'unsubscribed', 'bounced', 'complained', 'unconfirmed'] as const;

/** What becomes of contacts that are there, where all of them go, and of when the file is. */
export function OptionsStep({ options, onChange, ...steps }: OptionsStepProps) {
  const { onConflict, status, segments, yes, no, fileAt } = options;
  const toJoin = useSegmentChoices((useQuery(segmentsQuery).data?.data ?? []).filter(({ filtered }) => !filtered));
  const topics = useTopicChoices(useQuery(topicsQuery).data?.data ?? []);
  const newSegment = useSegmentMaking();
  const newTopic = useTopicMaking();
  const [unfinished, setUnfinished] = useState<readonly string[]>([]);
  const finishing = (name: string) => (isUnfinished: boolean) =>
    setUnfinished((before) => [...before.filter((each) => each !== name), ...(isUnfinished ? [name] : [])]);
  const change = (part: Partial<ImportOptions>): void => onChange({ ...options, ...part });
  return (
    <Stack gap="md">
      <PickOne
        label={words.onConflict}
        value={onConflict}
        options={['upsert', 'skip']}
        names={words.conflicts}
        onPick={(next) => change({ onConflict: next })}
      />
      <PickOne
        label={words.people}
        value={status}
        options={statuses}
        names={words.statuses}
        onPick={(next) => change({ status: next })}
      />
      {(toJoin.length > 0 || newSegment !== undefined) && (
        <Many
          label={words.segments}
          options={toJoin}
          value={segments}
          onChange={(next) => change({ segments: next })}
          making={newSegment}
          onUnfinished={finishing('segments')}
        />
      )}
      {(topics.length > 0 || newTopic !== undefined) && (
        <>
          <Many
            label={words.yes}
            options={topics.filter(({ value }) => !no.includes(value))}
            value={yes}
            onChange={(next) => change({ yes: next })}
            making={newTopic}
            onUnfinished={finishing('yes')}
          />
          <Many
            label={words.no}
            options={topics.filter(({ value }) => !yes.includes(value))}
            value={no}
            onChange={(next) => change({ no: next })}
            onUnfinished={finishing('no')}
          />
        </>
      )}
      <TextInput
        type="date"
        label={words.fileAt}
        description={words.fileAtHint}
        maw={320}
        value={fileAt}
        onChange={({ currentTarget }) => change({ fileAt: currentTarget.value })}
      />
      <StepButtons {...steps} isDisabled={unfinished.length > 0} />
    </Stack>
  );
}
