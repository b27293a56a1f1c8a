// Prints what hostile input costs the parsers that a request or a receiver's reply reaches, and what twice as much of it costs: a time that grows fourfold
// is a way to stop the server. `npm run build:server && node bench/hostile-input.js`
import { judgeReply } from '../dist/domain/email/judging/judge-reply.js';
import { parseMailbox } from '../dist/infrastructure/http/edge/mailbox.js';
import { stripTags } from '../dist/infrastructure/http/emails/html-text/strip-tags.js';
import { maskAddresses } from '../dist/infrastructure/http/edge/request-log/mask-addresses.js';

const judge = (text) => judgeReply({ step: 'rcpt', code: 550, enhancedCode: null, text });
const cases = [
  ...['<', '<b>', '<!--', '<script>', '</script', '&amp;', '<a <'].map((piece) => [stripTags, piece, 300_000]),
  ...['a', '@', 'a@', '"@'].map((piece) => [maskAddresses, piece, 500_000]),
  ...['"', '\\"', '<', 'a.'].map((piece) => [parseMailbox, piece, 300_000]),
  // No reply that is kept is longer.
  ...['blocked using your ip ', 'user '].map((piece) => [judge, piece, 45]),
];

function elapsedMs(parse, text) {
  const startedAtMs = performance.now();
  parse(text);
  return performance.now() - startedAtMs;
}

console.table(
  cases.map(([parse, piece, times]) => ({
    parser: parse.name,
    input: `${times} of ${piece}`,
    ms: elapsedMs(parse, piece.repeat(times)).toFixed(1),
    'ms, twice as much': elapsedMs(parse, piece.repeat(2 * times)).toFixed(1),
  })),
);
