const lineFeed = 10;
const dot = 46;
const oneDot = Buffer.from('.');
const crlf = Buffer.from('\r\n');

/**
 * RFC 5321 §4.5.2: doubles a dot that begins a line, and ends the last line, so that only `.` CRLF is missing. Expects
 * CRLF line ends; the same buffer comes back where nothing is to be done.
 */
export function dotStuffed(message: Buffer): Buffer {
  const parts: Buffer[] = [];
  let copied = 0;
  const doubleAt = (position: number): void => {
    parts.push(message.subarray(copied, position), oneDot);
    copied = position;
  };
  if (message[0] === dot) doubleAt(0);
  for (let end = message.indexOf('\n.'); end !== -1; end = message.indexOf('\n.', end + 1)) doubleAt(end + 1);
  const ended = message.length === 0 || message[message.length - 1] === lineFeed;
  if (parts.length === 0 && ended) return message;
  return Buffer.concat([...parts, message.subarray(copied), ...(ended ? [] : [crlf])]);
}
