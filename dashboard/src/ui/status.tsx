import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'calm';

interface Look {
  readonly word: string;
  readonly tone: Tone;
}

const looks: Readonly<Record<string, Look>> = {
  queued: { word: 'Queued', tone: 'calm' },
  scheduled: { word: 'Scheduled', tone: 'calm' },
  canceled: { word: 'Canceled', tone: 'calm' },
  sent: { word: 'Sent', tone: 'busy' },
  outcome_unknown: { word: 'Unknown', tone: 'warn' },
  delivery_delayed: { word: 'Delayed', tone: 'warn' },
  delivered: { word: 'Delivered', tone: 'good' },
  opened: { word: 'Opened', tone: 'good' },
  clicked: { word: 'Clicked', tone: 'good' },
  bounced: { word: 'Bounced', tone: 'bad' },
  failed: { word: 'Failed', tone: 'bad' },
  complained: { word: 'Complained', tone: 'bad' },
  not_started: { word: 'Not started', tone: 'calm' },
  pending: { word: 'Pending', tone: 'busy' },
  verified: { word: 'Verified', tone: 'good' },
  temporary_failure: { word: 'Record lost', tone: 'warn' },
  partially_verified: { word: 'Partly verified', tone: 'warn' },
  partially_failed: { word: 'Partly failed', tone: 'bad' },
  suppressed: { word: 'Suppressed', tone: 'bad' },
};

/** A status by its word, a shape and a colour, so that none of the three is needed alone. */
export function Status({ of: status }: { readonly of: string }) {
  const { word, tone } = looks[status] ?? { word: statusWord(status), tone: 'calm' };
  return (
    <span className={`status ${tone}`}>
      <Shape tone={tone} />
      {word}
    </span>
  );
}

export function statusWord(status: string): string {
  return looks[status]?.word ?? status.replaceAll('_', ' ');
}

export function Shape({ tone }: { readonly tone: Tone }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={`shape ${tone}`}>
      {shapes[tone]}
    </svg>
  );
}

const shapes: Readonly<Record<Tone, ReactNode>> = {
  good: (
    <>
      <circle cx="8" cy="8" r="7" className="fill" />
      <path d="M4.8 8.3 7.1 10.6 11.3 5.9" className="cut" />
    </>
  ),
  bad: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z" className="fill" />
      <path d="M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8" className="cut" />
    </>
  ),
  warn: (
    <>
      <path d="M8 1.3 15.3 14.3H.7Z" className="fill" />
      <path d="M8 6v3.6M8 11.9v.1" className="cut" />
    </>
  ),
  busy: (
    <>
      <circle cx="8" cy="8" r="6" className="line" />
      <path d="M5 8h6M8.5 5.5 11 8 8.5 10.5" className="line" />
    </>
  ),
  calm: <circle cx="8" cy="8" r="5" className="line" />,
};
