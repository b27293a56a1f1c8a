import '@mantine/dates/styles.css';
import { DateInput } from '@mantine/dates';
import type { ComponentProps } from 'react';
import { messages } from '../../messages';

export default function ExpiryDate(field: ComponentProps<typeof DateInput>) {
  return (
    <DateInput
      label={messages.keys.expiryDate}
      minDate={new Date()}
      valueFormat="D MMM YYYY"
      required
      withAsterisk={false}
      {...field}
    />
  );
}
