import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Box, SegmentedControl, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { mailPreviewWords as words } from '../messages/mail-preview';
import { choicesOf } from './choices';
import { MailFrame, PlainText } from './mail-frame';
import classes from './mail-preview.module.css';
import { hasDarkStyles, inScheme } from './mail-schemes';

/** What is shown of an email. */
export interface PreviewedMail {
  /** Null where there is none, or the template brings none. */
  readonly from: string | null;
  readonly subject: string;
  /** As the server made it safe; null: it cannot be shown. */
  readonly html: string | null;
  /** The email has no text part where it is null. */
  readonly text: string | null;
  /** Not all of it is shown. */
  readonly cut: boolean;
}

type View = keyof typeof words.views;

const views: readonly View[] = ['desktop', 'phone', 'dark', 'text'];

/** In px, as email clients have it on a desk and on a phone. */
const widths = { desktop: 680, phone: 375, dark: 680 } as const;
const mostHeight = 640;

/** An email as email clients show it: on a desk, on a phone, in the dark, and as text. */
export function MailPreview({ mail }: { readonly mail: PreviewedMail }) {
  const [view, setView] = useState<View>('desktop');
  const { from, subject, html, text, cut } = mail;
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={words.view}
        size="xs"
        fullWidth
        data={[...choicesOf(words.views)]}
        value={view}
        onChange={(value) => setView(views.find((each) => each === value) ?? 'desktop')}
      />
      <dl className={classes['head']}>
        <dt>{words.from}</dt>
        <dd>{from ?? words.noFrom}</dd>
        <dt>{words.subject}</dt>
        <dd>{subject === '' ? words.noSubject : subject}</dd>
      </dl>
      {cut && (
        <Text size="sm" c="dimmed">
          {words.cut}
        </Text>
      )}
      {view === 'text' ? <TextPart text={text} /> : <HtmlPart html={html} view={view} />}
    </Stack>
  );
}

function TextPart({ text }: Pick<PreviewedMail, 'text'>) {
  if (text === null) return <Text size="sm">{words.noText}</Text>;
  return <PlainText label={words.frame(words.views.text)}>{text}</PlainText>;
}

interface HtmlPartProps extends Pick<PreviewedMail, 'html'> {
  readonly view: Exclude<View, 'text'>;
}

function HtmlPart({ html, view }: HtmlPartProps) {
  const { ref, width: room } = useElementSize<HTMLDivElement>();
  if (html === null) return <Text size="sm">{words.notShown}</Text>;
  const isDark = view === 'dark';
  const isInverted = isDark && !hasDarkStyles(html);
  const width = widths[view];
  // Where there is less room the email is drawn smaller: its own breakpoints are those of its width.
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <Stack gap={6}>
      <Box ref={ref} className={classes['room'] ?? ''} h={mostHeight} data-dark={isDark}>
        <Box
          className={classes['scaled'] ?? ''}
          style={{
            width,
            height: mostHeight / scale,
            transform: `scale(${scale})`,
            marginInlineStart: (room - width * scale) / 2,
          }}
        >
          <MailFrame
            title={words.frame(words.views[view])}
            document={inScheme(html, isDark ? 'dark' : 'light')}
            width={width}
            height={mostHeight / scale}
            isInverted={isInverted}
          />
        </Box>
      </Box>
      <Text size="xs" c="dimmed">
        {words.widthNote(width, Math.round(scale * 100))}
        {isDark && ` ${isInverted ? words.inverted : words.ownDark}`}
      </Text>
    </Stack>
  );
}
