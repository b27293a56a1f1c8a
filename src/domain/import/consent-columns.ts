/**
 * How a column of a file is read where it says who agreed. `status`: words such as active or bounced. `unsubscribed`,
 * `bounced` and `complained`: a yes, or a time, means that it happened. `subscribed`: a yes means subscribed, a no that
 * the person left. `opt_in` and `confirmed`: a no means that the person never agreed.
 */
export const consentSenses = [
  'status',
  'unsubscribed',
  'bounced',
  'complained',
  'subscribed',
  'opt_in',
  'confirmed',
] as const;
export type ConsentSense = (typeof consentSenses)[number];

/** Where somebody of a file stands. `unconfirmed`: never agreed. */
export const standings = ['subscribed', 'unsubscribed', 'bounced', 'complained', 'unconfirmed'] as const;
export type Standing = (typeof standings)[number];
