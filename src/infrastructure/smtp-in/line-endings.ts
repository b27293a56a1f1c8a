const CR = 0x0d;
const LF = 0x0a;

/**
 * Says of each chunk of a stream whether all its line ends so far are CRLF. A lone CR or LF (RFC 5321 §2.3.8) is where
 * two servers see two different ends of a message, so that the second one finds commands in what the first took for
 * text.
 */
export function createLineEndingCheck(): (chunk: Buffer) => boolean {
  let afterCr = false;
  return (chunk) => {
    let from = 0;
    if (afterCr && chunk.length > 0) {
      if (chunk[0] !== LF) return false;
      afterCr = false;
      from = 1;
    }
    for (;;) {
      const cr = chunk.indexOf(CR, from);
      const lf = chunk.indexOf(LF, from);
      if (cr === -1) return lf === -1;
      if (lf !== -1 && lf < cr) return false;
      if (cr === chunk.length - 1) {
        afterCr = true;
        return true;
      }
      if (chunk[cr + 1] !== LF) return false;
      from = cr + 2;
    }
  };
}

/**
 * Says of each chunk of a message whether no line of its body has got longer than so many octets, its CRLF apart. Lines
 * end with LF here. Those of the header may be longer: they are folded, or refused by their names.
 */
export function createLineLengthCheck(maxOctets: number): (chunk: Buffer) => boolean {
  // With its CR, which may be text until its LF has come.
  let length = 0;
  let isHeader = true;
  return (chunk) => {
    for (let from = 0; ; ) {
      const lf = chunk.indexOf(LF, from);
      length += (lf === -1 ? chunk.length : lf) - from;
      if (!isHeader && length > maxOctets + 1) return false;
      if (lf === -1) return true;
      if (length <= 1) isHeader = false;
      length = 0;
      from = lf + 1;
    }
  };
}
