import * as base64 from 'nodemailer/lib/base64';
import * as quotedPrintable from 'nodemailer/lib/qp';

/** Makes text of octets that come in chunks: the same text, however they are cut. */
export interface TransferEncoder {
  write(chunk: Buffer): Buffer;
  end(): Buffer;
}

/** RFC 2045 §6.7 and §6.8. */
const encodedLineLength = 76;
/** What fills a line of base64. */
const base64LineBytes = 57;
const crlf = '\r\n';

export function createTransferEncoder(encoding: 'quoted-printable' | 'base64'): TransferEncoder {
  return encoding === 'base64' ? base64Encoder() : quotedPrintableEncoder();
}

/** Every line ends with CRLF. */
function base64Encoder(): TransferEncoder {
  let rest: Buffer = Buffer.alloc(0);
  const encoded = (bytes: Buffer): Buffer =>
    Buffer.from(bytes.length === 0 ? '' : base64.wrap(base64.encode(bytes), encodedLineLength) + crlf, 'latin1');
  return {
    write(chunk) {
      const bytes = Buffer.concat([rest, chunk]);
      const whole = bytes.length - (bytes.length % base64LineBytes);
      rest = bytes.subarray(whole);
      return encoded(bytes.subarray(0, whole));
    },
    end: () => encoded(rest),
  };
}

/** Line by line, the line ends of the text staying what they are: a message's lines have at most 998 octets. */
function quotedPrintableEncoder(): TransferEncoder {
  /** A line that has not ended. */
  let rest: Buffer = Buffer.alloc(0);
  const encoded = (line: Buffer): string => quotedPrintable.wrap(quotedPrintable.encode(line), encodedLineLength);
  return {
    write(chunk) {
      const bytes = Buffer.concat([rest, chunk]);
      const lines: string[] = [];
      let start = 0;
      for (let end = bytes.indexOf(crlf); end !== -1; end = bytes.indexOf(crlf, start)) {
        lines.push(encoded(bytes.subarray(start, end)), crlf);
        start = end + crlf.length;
      }
      rest = bytes.subarray(start);
      return Buffer.from(lines.join(''), 'latin1');
    },
    end: () => Buffer.from(encoded(rest), 'latin1'),
  };
}
