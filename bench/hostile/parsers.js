import { judgeReply } from '../../dist/domain/email/judging/judge-reply.js';
import { maskAddresses } from '../../dist/infrastructure/addresses/mask-addresses.js';
import { readMailbox } from '../../dist/infrastructure/addresses/mailbox.js';
import { stripTags } from '../../dist/infrastructure/html/text/strip-tags.js';
import { escapeHtml } from '../../dist/infrastructure/html/safe/escape-html.js';
import { EntityWalker } from '../../dist/infrastructure/message-reader/entity-walker.js';
import { safeHtml } from '../../dist/infrastructure/html/safe/safe-html.js';
import { sharedPage } from '../../dist/infrastructure/http/emails/shared-page.js';

function judge(text) {
  return judgeReply({ step: 'rcpt', code: 550, enhancedCode: null, text });
}

function showShared(html) {
  const shown = { html: escapeHtml(safeHtml(html)), text: stripTags(html), cut: false };
  return sharedPage({ from: '', to: [], cc: [], subject: '', createdAt: '', scheduledAt: null }, shown);
}

const boundaries = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].slice(0, 50);
const nested = boundaries
  .map(
    (name, depth) =>
      `${depth > 0 ? `--${boundaries[depth - 1]}\n` : ''}Content-Type: multipart/mixed; boundary=${name}\n\n`,
  )
  .join('');

function walkParts(text) {
  const ignore = () => undefined;
  const visitor = { begin: ignore, content: ignore, between: ignore, end: ignore };
  const walker = new EntityWalker(visitor, { intoMessages: true });
  walker.write(Buffer.from(nested + text));
  walker.end();
}

const cases = [
  ...['<', '<b>', '<!--', '<script>', '</script', '&amp;', '<a <'].map((piece) => [stripTags, piece, 200_000]),
  ...['a', '@', 'a@', '"@'].map((piece) => [maskAddresses, piece, 200_000]),
  ...['"', '\\"', '<', 'a.'].map((piece) => [readMailbox, piece, 200_000]),
  ...['&', '<b>', '<link ', '<meta <'].map((piece) => [showShared, piece, 4_000]),
  ...['--\n', '--A_\n', '--A\n\n', '--x\n\n'].map((piece) => [walkParts, piece, 100_000]),
  // No reply that is kept is longer.
  ...['blocked using your ip ', 'user '].map((piece) => [judge, piece, 45]),
];

/** In a time of less than this, growth is chance. */
const chanceMs = 20;
const times = 4;
/** Between four and sixteen. */
const maxGrowth = 9;

/** Processor time; of a few runs the shortest: the others had compiling and the collecting of garbage in them. */
function shortestMs(parse, text) {
  const runs = Array.from({ length: 4 }, () => {
    const before = process.cpuUsage();
    parse(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}

/**
 * What hostile input costs the parsers that a request, a stored mail or a receiver's reply reaches, and what four times as much of
 * it costs: a time that grows sixteenfold is a way to stop the server.
 */
export function measureParsers() {
  return cases.map(([parse, piece, count]) => {
    const ms = shortestMs(parse, piece.repeat(count));
    const grown = shortestMs(parse, piece.repeat(times * count));
    const isOver = grown > chanceMs && grown > ms * maxGrowth;
    return {
      parser: parse.name,
      input: `${count} of ${piece}`,
      ms: ms.toFixed(1),
      'ms, four times as much': grown.toFixed(1),
      result: isOver ? 'over' : 'ok',
    };
  });
}
