import { emailStates } from '../../messages/email-states';
import type { Tone } from '../../ui/status';

const tones: Readonly<Record<string, Tone>> = {
  scheduled: 'calm',
  queued: 'busy',
  canceled: 'calm',
  sent: 'busy',
  delivery_delayed: 'warn',
  delivered: 'good',
  opened: 'good',
  clicked: 'good',
  bounced: 'bad',
  failed: 'bad',
  suppressed: 'bad',
  complained: 'bad',
  outcome_unknown: 'unclear',
};

/** What a newer server may know beside these is shown by its own word. */
const states: Readonly<Record<string, string>> = emailStates;

export const wordOf = (state: string): string => states[state] ?? state.replaceAll('_', ' ');
export const toneOf = (state: string): Tone => tones[state] ?? 'calm';

/** Those that a whole mail can have, and a list can be narrowed by. */
export const listed = [
  'scheduled',
  'queued',
  'sent',
  'delivery_delayed',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'failed',
  'suppressed',
  'complained',
  'canceled',
] as const;

/** The worst first. */
export const worstFirst = [
  'complained',
  'bounced',
  'failed',
  'suppressed',
  'outcome_unknown',
  'delivery_delayed',
  'sent',
  'queued',
  'scheduled',
  'canceled',
  'delivered',
] as const;
