import type { RecipientReply } from '../ports/mail-transport.js';

/** What keeps a relay from taking any email, independent of the recipient. */
export type RelayTroubleKind = 'unreachable' | 'refuses' | 'tls' | 'not-trusted' | 'login' | 'sender';

type Answer = Pick<RecipientReply, 'step' | 'code'>;

/** @returns undefined when the relay got as far as the recipients: its reply is about them. */
export function relayTroubleOf({ step, code }: Answer): RelayTroubleKind | undefined {
  switch (step) {
    case 'dns':
    case 'connect':
      return 'unreachable';
    case 'greeting':
    case 'ehlo':
      return code === null ? 'unreachable' : 'refuses';
    case 'starttls':
      return 'tls';
    case 'auth':
      // Without a reply the password was not sent, or the connection was lost over it.
      return code === null ? 'not-trusted' : 'login';
    case 'mail':
      return code === null ? undefined : 'sender';
    default:
      return undefined;
  }
}

interface InWords {
  readonly problem: string;
  readonly remedy: string;
}

/** What is wrong and what to do about it, by kind. */
export const relayTroubles: Readonly<Record<RelayTroubleKind, InWords>> = {
  unreachable: {
    problem: 'The relay cannot be reached',
    remedy:
      'Check the host name and the port of RELAY_URL, and whether a firewall or the provider of this machine keeps the port closed.',
  },
  refuses: {
    problem: 'The relay rejects connections',
    remedy:
      'Look in the log of the relay; it may not know this machine, or be given too many connections (RELAY_CONNECTIONS).',
  },
  tls: {
    problem: 'TLS to the relay failed, and the relay or a sending domain requires it',
    remedy:
      "Check the relay's certificate, name its authority in RELAY_CA, or use smtps:// in RELAY_URL with the port for it.",
  },
  'not-trusted': {
    problem:
      'The password was not sent to the relay: its certificate could not be verified, or it offers no TLS or no AUTH',
    remedy:
      "Name the authority of its certificate in RELAY_CA, or the host by the certificate's name in RELAY_URL; a relay without TLS or AUTH needs another port.",
  },
  login: {
    problem: 'The relay refuses the login',
    remedy: 'Check user and password of RELAY_URL; characters such as @, : and / are written percent-encoded there.',
  },
  sender: {
    problem: 'The relay refuses the sender',
    remedy: "Let the relay's user send for your domains, or verify them with the provider of the relay.",
  },
};
