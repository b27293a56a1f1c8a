import type { SMTPServerAddress, SMTPServerEnvelope } from 'smtp-server';
import type { SmtpEnvelope, SmtpRecipient } from '../../application/submission/smtp-submission.js';

/** The envelope as the library took it, in the terms of the application. */
export function envelopeOf({ mailFrom, rcptTo, bodyType, smtpUtf8, dsn }: SMTPServerEnvelope): SmtpEnvelope {
  const ret = dsn?.ret;
  const envid = dsn?.envid;
  return {
    reversePath: mailFrom === false ? '' : mailFrom.address,
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
    address,
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
