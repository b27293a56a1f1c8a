import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/ScrollArea.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api/reading';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';

interface ContactChoiceProps {
  readonly label?: string;
  readonly hint?: string;
  readonly value: string | null;
  readonly onChange: (contactId: string | null) => void;
}

const pauseMs = 300;

/** One of the team's contacts, found by the beginning of name or address. */
export function ContactChoice({
  label = words.previewAs,
  hint = words.previewHint,
  value,
  onChange,
}: ContactChoiceProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.includes('@') || typed.length < 100 ? typed.trim() : '', pauseMs);
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string }>();
  const { data } = useQuery({
    ...read('GET /dashboard-api/contacts', { query: { limit: 20, ...(search === '' ? {} : { search }) } }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.data ?? []).map(({ id, email }) => ({ value: id, label: email }));
  const others = chosen === undefined || found.some((each) => each.value === chosen.value) ? [] : [chosen];
  return (
    <Select
      label={label}
      description={hint}
      placeholder={words.noContact}
      data={[...others, ...found]}
      value={value}
      searchable
      clearable
      // The server has searched.
      filter={({ options }) => options}
      onSearchChange={(text) => setTyped(text === chosen?.label ? '' : text)}
      onChange={(id) => {
        setChosen(found.find((each) => each.value === id));
        onChange(id);
      }}
    />
  );
}
