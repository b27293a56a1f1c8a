import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { metricsWords as words } from '../../messages/metrics';
import { replyKinds } from '../../messages/reply-kinds';
import { RoomLink } from '../../ui/room-link';
import type { Figures, TeamMetrics } from './queries';
import { rated } from './words';

/** In percent: from here on large receivers begin to refuse a sender, or to put its mail aside. */
export const bounceLine = 4;
export const complaintLine = 0.08;

interface CrossedLinesProps {
  readonly totals: Figures;
  readonly reasons: TeamMetrics['bounce_reasons'];
  readonly linkTo: (figure: string) => `/${string}`;
}

export function CrossedLines({ totals, reasons, linkTo }: CrossedLinesProps) {
  const [worst] = reasons;
  const said = worst?.reason == null ? null : (replyKinds[worst.reason] ?? worst.reason);
  const isBouncing = totals.bounce_rate > bounceLine;
  const isDisliked = totals.complaint_rate > complaintLine;
  if (!isBouncing && !isDisliked) return null;
  return (
    <Stack gap="xs">
      {isBouncing && (
        <Line
          title={words.bounceLineTitle}
          text={words.bounceLine(rated(totals.bounce_rate), inSentence(said))}
          to={linkTo('bounced')}
        />
      )}
      {isDisliked && (
        <Line
          title={words.complaintLineTitle}
          text={words.complaintLine(rated(totals.complaint_rate))}
          to={linkTo('complained')}
        />
      )}
    </Stack>
  );
}

const inSentence = (said: string | null): string | null =>
  said === null ? null : said.charAt(0).toLowerCase() + said.slice(1);

interface LineProps {
  readonly title: string;
  readonly text: string;
  readonly to: `/${string}`;
}

function Line({ title, text, to }: LineProps) {
  return (
    <Alert color="yellow" variant="light" title={title} icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Text size="sm">{text}</Text>
      <RoomLink to={to} label={words.viewEmails(title)}>
        {words.viewThese}
      </RoomLink>
    </Alert>
  );
}
