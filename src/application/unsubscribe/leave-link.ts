import { millisecondsOf, uuidOf } from '../../domain/shared/uuid-time.js';
import type { KeyedHash } from '../ports/hashing.js';

/** Whose link it is: a recipient of a mail. The topic, the team and the address follow from the mail. */
export interface LeaveLink {
  readonly emailId: string;
  /** Its number in `EmailAccepted`. */
  readonly recipient: number;
}

const idBytes = 16;
const numberBytes = 2;
const macBytes = 16;
/** Laws ask for a month; a mail is read again after a year. It counts from when the mail was accepted. */
export const leaveLinkLifeMs = 365 * 86_400_000;

/** What a link of a recipient opens: the page to leave, or their copy of the mail. One is never the other. */
type LinkPurpose = 'leave' | 'copy';

/** 46 characters that stand in a path as they are. They say what they are valid for: there is nothing to look up. */
export function leaveToken(hash: KeyedHash, { emailId, recipient }: LeaveLink, purpose: LinkPurpose = 'leave'): string {
  const bytes = Buffer.alloc(idBytes + numberBytes);
  bytes.write(emailId.replaceAll('-', ''), 'hex');
  bytes.writeUInt16BE(recipient, idBytes);
  return Buffer.concat([bytes, macOf(hash, purpose, emailId, recipient)]).toString('base64url');
}

/** @returns undefined where the token is not one of ours, was changed, or is too old. */
export function readLeaveToken(
  hash: KeyedHash,
  token: string,
  nowMs: number,
  purpose: LinkPurpose = 'leave',
): LeaveLink | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + numberBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const emailId = uuidOf(bytes.subarray(0, idBytes).toString('hex'));
  const recipient = bytes.readUInt16BE(idBytes);
  const given = bytes.subarray(idBytes + numberBytes).toString('hex');
  // Both sides are hashed once more: the time of the comparison reveals nothing about the right signature.
  const digest = (mac: string): string => hash.hash('link', ['compare', mac]);
  const isOurs = digest(given) === digest(macOf(hash, purpose, emailId, recipient).toString('hex'));
  return isOurs && millisecondsOf(emailId) + leaveLinkLifeMs > nowMs ? { emailId, recipient } : undefined;
}

/** RFC 2369 and RFC 8058: a mailbox provider's button sends one request by them, without opening a page. */
export function waysToLeave(publicUrl: string, token: string): readonly (readonly [name: string, value: string])[] {
  return [
    ['List-Unsubscribe', `<${publicUrl}/unsubscribe/${token}>`],
    ['List-Unsubscribe-Post', oneClickField],
  ];
}

/**
 * What names a topic as a list (RFC 2919), for filters of readers: the same for all of its email.
 * @returns undefined where the host is an IPv6 address, which is no name.
 */
export function listIdOf(publicUrl: string, topicId: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  return hostname.startsWith('[') ? undefined : `<${topicId}.${hostname}>`;
}

/** What a provider sends as a form, and what the header says. */
const oneClickField = 'List-Unsubscribe=One-Click';

function macOf(hash: KeyedHash, purpose: LinkPurpose, emailId: string, recipient: number): Buffer {
  return Buffer.from(hash.hash('link', [purpose, emailId, recipient]), 'hex').subarray(0, macBytes);
}
