import { domainToASCII } from 'node:url';
import type { SMTPServerAddress, SMTPServerEnvelope } from 'smtp-server';
import type { SmtpEnvelope, SmtpRecipient } from '../../application/submission/smtp-submission.js';

/** The envelope as the library took it, in the terms of the application. */
export function envelopeOf({ mailFrom, rcptTo, bodyType, smtpUtf8, dsn }: SMTPServerEnvelope): SmtpEnvelope {
  const ret = dsn?.ret;
  const envid = dsn?.envid;
  return {
    reversePath: mailFrom === false ? '' : withAsciiDomain(mailFrom.address),
    recipients: rcptTo.map(recipientOf),
    ...(ret === 'FULL' || ret === 'HDRS' ? { ret } : {}),
    ...(typeof envid === 'string' ? { envid: toXtext(envid) } : {}),
    smtpUtf8: smtpUtf8 === true,
    eightBitMime: bodyType === '8bitmime',
  };
}

function recipientOf({ address, dsn }: SMTPServerAddress): SmtpRecipient {
  const { notify, orcpt } = dsn ?? {};
  return {
    address: withAsciiDomain(address),
    ...(notify === undefined ? {} : { notify }),
    ...(orcpt === undefined ? {} : { orcpt: orcptOf(orcpt) }),
  };
}

/** `type;address`: the library has decoded both, and only the address is xtext. */
function orcptOf(decoded: string): string {
  const semicolon = decoded.indexOf(';') + 1;
  return decoded.slice(0, semicolon) + toXtext(decoded.slice(semicolon));
}

/** RFC 3461 §4. */
function toXtext(decoded: string): string {
  return Array.from(Buffer.from(decoded, 'latin1'), (octet) =>
    octet < 0x21 || octet > 0x7e || octet === 0x2b || octet === 0x3d
      ? `+${octet.toString(16).toUpperCase().padStart(2, '0')}`
      : String.fromCharCode(octet),
  ).join('');
}

/** The library has made U-labels of it, whatever the client had sent. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return /^[\x20-\x7e]*$/.test(domain) ? address : address.slice(0, at) + domainToASCII(domain);
}

/** RFC 6531 §3.4: an address outside ASCII, but for its domain, needs SMTPUTF8. */
export function needsSmtpUtf8(address: string): boolean {
  return /[^\x20-\x7e]/.test(address.slice(0, Math.max(address.lastIndexOf('@'), 0)));
}
