import { Box } from '@mantine/core';
import classes from './mail-frame.module.css';

type MailFrameProps = {
  readonly title: string;
  readonly width?: string | number;
  /** Defaults to a part of the window. */
  readonly height?: number;
  /** As email clients without an email's own dark styles show it in the dark. */
  readonly isInverted?: boolean;
} & ({ readonly document: string } | { readonly address: string });

/**
 * Shows html of strangers as the server made it safe, without rights of any kind. Three fences, each enough against
 * scripts:
 * - `sandbox=""`: no scripts, forms, pop-ups, downloads, meta refresh or top navigation, and an origin of its own;
 * - the policy of the document: nothing is fetched, pictures are `data:`, or of https addresses where a person wants
 * them;
 * - for a `document`, the page's own policy, which it inherits. An `address` is one of this server, which sends the
 * document under a
 *   policy of its own, because the page's allows no other host.
 */
export function MailFrame({ title, width = '100%', height, isInverted = false, ...shown }: MailFrameProps) {
  const source = 'document' in shown ? { srcDoc: shown.document } : { src: shown.address };
  return (
    <Box className={classes['around'] ?? ''}>
      <iframe
        // Another policy is another document, and never the same frame.
        key={'document' in shown ? 'document' : 'address'}
        className={classes['frame']}
        title={title}
        sandbox=""
        referrerPolicy="no-referrer"
        style={{ width, ...(height === undefined ? {} : { height }) }}
        data-inverted={isInverted}
        {...source}
      />
    </Box>
  );
}

export function PlainText({ label, children }: { readonly label?: string; readonly children: string }) {
  return (
    // A scrolled part must be reached by keyboard.
    <pre className={classes['text']} tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
