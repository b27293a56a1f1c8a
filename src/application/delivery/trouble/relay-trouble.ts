import { judgeReply } from '../../../domain/email/judging/judge-reply.js';
import type { RecipientReply } from '../../ports/mail-transport.js';
import type { InWords } from './in-words.js';

/** What keeps a relay from taking any email, independent of the recipient. */
export type RelayTroubleKind = 'unreachable' | 'refuses' | 'tls' | 'not-trusted' | 'login' | 'sender' | 'relaying';

type Answer = Pick<RecipientReply, 'step' | 'code'> & Partial<Pick<RecipientReply, 'enhancedCode' | 'text'>>;

/** @returns undefined when the relay got as far as the recipients, and its reply is about them. */
export function relayTroubleOf(answer: Answer): RelayTroubleKind | undefined {
  const { step, code } = answer;
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
    case 'rcpt':
      return refusesToRelay(answer) ? 'relaying' : undefined;
    default:
      return undefined;
  }
}

/** Said at each recipient, and about us. A way that ends behind the relay (RFC 3463 §3.5) is the recipient's. */
function refusesToRelay({ step, code, enhancedCode = null, text = '' }: Answer): boolean {
  const isOfRecipient = enhancedCode?.split('.')[1] === '4';
  if (isOfRecipient || !/relay|authentic/i.test(text)) return false;
  const { kind } = judgeReply({ step, code, enhancedCode, text });
  return kind === 'route' || kind === 'config';
}

const ended = 'The relay accepts email again';

/** What is wrong and what to do about it, by kind. */
export const relayTroubles: Readonly<Record<RelayTroubleKind, InWords>> = {
  unreachable: {
    problem: 'The relay cannot be reached',
    remedy:
      'Check the host name and the port of RELAY_URL, and whether a firewall or the provider of this machine keeps the port closed.',
    ended,
  },
  refuses: {
    problem: 'The relay rejects connections',
    remedy:
      'Look in the log of the relay; it may not know this machine, or be given too many connections (RELAY_CONNECTIONS).',
    ended,
  },
  tls: {
    problem: 'TLS to the relay failed, and the relay or a sending domain requires it',
    remedy:
      "Check the relay's certificate, name its authority in RELAY_CA, or use smtps:// in RELAY_URL with the port for it.",
    ended,
  },
  'not-trusted': {
    problem:
      'The password was not sent to the relay: its certificate could not be verified, or it offers no TLS or no AUTH',
    remedy:
      "Name the authority of its certificate in RELAY_CA, or the host by the certificate's name in RELAY_URL; a relay without TLS or AUTH needs another port.",
    ended,
  },
  login: {
    problem: 'The relay refuses the login',
    remedy: 'Check user and password of RELAY_URL; characters such as @, : and / are written percent-encoded there.',
    ended,
  },
  sender: {
    problem: 'The relay refuses the sender',
    remedy: "Let the relay's user send for your domains, or verify them with the provider of the relay.",
    ended,
  },
  relaying: {
    problem: 'The relay does not relay email of this server',
    remedy: 'Give RELAY_URL a user and a password, or let the relay accept email from the address of this machine.',
    ended,
  },
};
