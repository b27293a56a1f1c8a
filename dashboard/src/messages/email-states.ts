/** What has become of a mail, or of one recipient. */
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
  outcome_unknown: 'Unknown',
} as const;
