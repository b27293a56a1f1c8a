import { millisecondsOf, uuidOf } from '../../domain/shared/uuid-time.js';
import type { KeyedHash } from '../ports/hashing.js';

/** Who asked to join, by the email that asks for the confirmation, and the form it was. */
export interface JoinLink {
  readonly emailId: string;
  readonly formId: string;
}

const idBytes = 16;
const macBytes = 16;
/** A week, from when the email was accepted: long enough for a holiday, and then it is asked again. */
export const joinLinkLifeDays = 7;
const joinLinkLifeMs = joinLinkLifeDays * 86_400_000;

/** 64 characters that stand in a path as they are. They name no address: that is in the email, under its key. */
export function joinToken(hash: KeyedHash, { emailId, formId }: JoinLink): string {
  const ids = Buffer.from(`${emailId}${formId}`.replaceAll('-', ''), 'hex');
  return Buffer.concat([ids, macOf(hash, emailId, formId)]).toString('base64url');
}

/** @returns undefined where the token is not one of ours, was changed, or is too old. */
export function readJoinToken(hash: KeyedHash, token: string, nowMs: number): JoinLink | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * idBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const emailId = uuidOf(bytes.subarray(0, idBytes).toString('hex'));
  const formId = uuidOf(bytes.subarray(idBytes, 2 * idBytes).toString('hex'));
  const given = bytes.subarray(2 * idBytes).toString('hex');
  // Both sides are hashed once more: the time of the comparison reveals nothing about the right signature.
  const digest = (mac: string): string => hash.hash('link', ['compare', mac]);
  const isOurs = digest(given) === digest(macOf(hash, emailId, formId).toString('hex'));
  return isOurs && millisecondsOf(emailId) + joinLinkLifeMs > nowMs ? { emailId, formId } : undefined;
}

function macOf(hash: KeyedHash, emailId: string, formId: string): Buffer {
  return Buffer.from(hash.hash('link', ['join', emailId, formId]), 'hex').subarray(0, macBytes);
}
