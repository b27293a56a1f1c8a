/** The status of an email, or of one recipient. */
export const emailStates = {
  scheduled: 'Scheduled',
  queued: 'Queued',
  canceled: 'Canceled',
  sent: 'Sending',
  delivery_delayed: 'Delayed',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  failed: 'Failed',
  suppressed: 'Suppressed',
  complained: 'Complained',
  outcome_unknown: 'Outcome unknown',
} as const;
