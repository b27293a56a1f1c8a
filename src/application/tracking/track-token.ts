import { uuidOf } from '../../domain/shared/uuid-time.js';
import type { TrackingSealer } from '../ports/tracking-sealer.js';

/** What a tracked link says of itself. There is nothing to look up: it works for as long as the team's key is there. */
export interface TrackToken {
  readonly emailId: string;
  /** Its number in `EmailAccepted`; null where several recipients got the same message. */
  readonly recipient: number | null;
  /** What seals the facts about who opens it; goes with the mail's own key. */
  readonly hitKey: Buffer;
  /** Absent for the picture that tells when the mail is shown. */
  readonly click?: { readonly link: number; readonly target: string };
}

/** First byte: another form of the token gets another. */
const kinds = { open: 1, click: 2 } as const;
const noRecipient = 0xffff;
const hitKeyBytes = 16;
const openBytes = 1 + 16 + 2 + hitKeyBytes;
const linkBytes = 2;

/** What AES-GCM adds to what is sealed. */
const sealBytes = 28;

/** How long a tracked link of `origin` becomes for a target of so many octets. */
export const linkCharacters = (origin: string, targetBytes: number): number =>
  `${origin}/t/`.length + Math.ceil(((sealBytes + openBytes + linkBytes + targetBytes) * 4) / 3);

/** A text that stands in a path as it is, readable with the team's key at this host alone. */
export function sealToken(sealer: TrackingSealer, teamKey: Buffer, host: string, token: TrackToken): string {
  const { emailId, recipient, hitKey, click } = token;
  const head = Buffer.alloc(openBytes + (click === undefined ? 0 : linkBytes));
  head.writeUInt8(click === undefined ? kinds.open : kinds.click, 0);
  head.write(emailId.replaceAll('-', ''), 1, 'hex');
  head.writeUInt16BE(recipient ?? noRecipient, 17);
  hitKey.copy(head, 19, 0, hitKeyBytes);
  if (click === undefined) return sealer.seal(teamKey, host, head);
  head.writeUInt16BE(click.link, openBytes);
  return sealer.seal(teamKey, host, Buffer.concat([head, Buffer.from(click.target)]));
}

/** @returns undefined where it is no token of this team for this host. */
export function readToken(
  sealer: TrackingSealer,
  teamKey: Buffer,
  host: string,
  token: string,
): TrackToken | undefined {
  const bytes = sealer.open(teamKey, host, token);
  if (bytes === undefined || bytes.length < openBytes) return undefined;
  const kind = bytes.readUInt8(0);
  const recipient = bytes.readUInt16BE(17);
  const read = {
    emailId: uuidOf(bytes.subarray(1, 17).toString('hex')),
    recipient: recipient === noRecipient ? null : recipient,
    hitKey: bytes.subarray(19, openBytes),
  };
  if (kind === kinds.open) return read;
  if (kind !== kinds.click || bytes.length <= openBytes + linkBytes) return undefined;
  const target = bytes.toString('utf8', openBytes + linkBytes);
  return { ...read, click: { link: bytes.readUInt16BE(openBytes), target } };
}
