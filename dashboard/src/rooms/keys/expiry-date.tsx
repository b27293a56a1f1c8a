import '@mantine/core/styles/Popover.css';
import '@mantine/dates/styles.css';
import { DateInput } from '@mantine/dates';
import type { ComponentProps } from 'react';
import { calendarLabels } from '../../messages/calendar';
import { keyMessages as keys } from '../../messages/keys';

export default function ExpiryDate(field: ComponentProps<typeof DateInput>) {
  return (
    <DateInput
      label={keys.expiryDate}
      ariaLabels={calendarLabels}
      minDate={new Date()}
      valueFormat="D MMM YYYY"
      required
      withAsterisk={false}
      {...field}
    />
  );
}
