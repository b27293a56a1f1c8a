import { domainOfAddress } from '../../domain/shared/mailbox.js';
import type { SenderStanding } from '../sending-domain/sending-domains.js';
import { type Facts, read } from './facts.js';
import { type Finding, finding } from './finding.js';

/** What follows for the server's own email, and what to do. @returns null where it can be sent. */
export function noticeTrouble(
  from: string,
  sender: SenderStanding,
): { readonly problem: string; readonly advice: string } | null {
  if (sender === 'sends') return null;
  const domain = domainOfAddress(from);
  const why = sender === 'not-added' ? 'no team has added' : 'is not verified for sending';
  const next = sender === 'not-added' ? `Add ${domain} to a team and verify it` : `Verify ${domain}`;
  return {
    problem: `NOTICE_FROM is at ${domain}, which ${why}: invitations, password resets and notices are not sent.`,
    advice: `${next}, or set NOTICE_FROM to an address at a verified domain.`,
  };
}

/** Email of the server itself, which is missed only when it is needed. */
export function checkNotices({ config, readModels }: Facts): readonly Finding[] {
  const sender = read(readModels)?.noticeSender;
  const trouble = sender === undefined ? null : noticeTrouble(config.notices.from, sender);
  return trouble === null ? [] : [finding('warning', 'notice-sender-cannot-send', trouble.problem, trouble.advice)];
}
