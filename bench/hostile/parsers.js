import { judgeReply } from '../../dist/domain/email/judging/judge-reply.js';
import { maskAddresses } from '../../dist/infrastructure/http/edge/request-log/mask-addresses.js';
import { parseMailbox } from '../../dist/infrastructure/http/emails/body/mailbox.js';
import { stripTags } from '../../dist/infrastructure/http/emails/html-text/strip-tags.js';
import { sharedPage } from '../../dist/infrastructure/http/emails/shared-page.js';

function judge(text) {
  return judgeReply({ step: 'rcpt', code: 550, enhancedCode: null, text });
}

function showShared(html) {
  return sharedPage({ from: '', to: [], cc: [], subject: '', createdAt: '', scheduledAt: null }, { html });
}

const cases = [
  ...['<', '<b>', '<!--', '<script>', '</script', '&amp;', '<a <'].map((piece) => [stripTags, piece, 300_000]),
  ...['a', '@', 'a@', '"@'].map((piece) => [maskAddresses, piece, 500_000]),
  ...['"', '\\"', '<', 'a.'].map((piece) => [parseMailbox, piece, 300_000]),
  ...['&', '<b>', '<link ', '<meta <'].map((piece) => [showShared, piece, 4_000]),
  // No reply that is kept is longer.
  ...['blocked using your ip ', 'user '].map((piece) => [judge, piece, 45]),
];

/** In a time of less than this, growth is chance. */
const chanceMs = 20;
const maxGrowth = 3;

/** Of a few runs the shortest: the others had compiling, collecting of garbage or another process in them. */
function shortestMs(parse, text) {
  const times = Array.from({ length: 4 }, () => {
    const startedAtMs = performance.now();
    parse(text);
    return performance.now() - startedAtMs;
  });
  return Math.min(...times);
}

/**
 * What hostile input costs the parsers that a request, a stored mail or a receiver's reply reaches, and what twice as much of it
 * costs: a time that grows fourfold is a way to stop the server.
 */
export function measureParsers() {
  return cases.map(([parse, piece, times]) => {
    const once = shortestMs(parse, piece.repeat(times));
    const twice = shortestMs(parse, piece.repeat(2 * times));
    const isOver = twice > chanceMs && twice > once * maxGrowth;
    return {
      parser: parse.name,
      input: `${times} of ${piece}`,
      ms: once.toFixed(1),
      'ms, twice as much': twice.toFixed(1),
      result: isOver ? 'over' : 'ok',
    };
  });
}
