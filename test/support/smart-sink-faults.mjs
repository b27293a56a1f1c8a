// What the smart sink does wrong, and to whom: a function of the seed and of a connection's number, a sender or a recipient, so that
// the same mail meets the same trouble whenever it comes. Each value is a percentage.

/** Before anybody is named. `starttls: 4xx` and `break` leave the connection usable in clear. */
const connectionFaults = {
  'connect: drop': 2,
  'greeting: 4xx': 2,
  'greeting: drop': 2,
  'greeting: stall': 1,
  'ehlo: 4xx': 2,
  'ehlo: drop': 2,
  'ehlo: stall': 1,
  'starttls: 4xx': 3,
  'starttls: break': 3,
  'starttls: drop': 2,
};

/** By the stage of a transaction. What is not for good happens once to each sender or recipient. */
const stages = {
  mail: { '4xx': 2, 421: 0.5, drop: 1, stall: 0.3 },
  rcpt: { '4xx': 2, greylist: 5, '5xx': 4, drop: 0.5, stall: 0.3 },
  data: { '4xx': 2, '5xx': 2, drop: 1, stall: 0.3 },
  message: { drop: 1.5 },
  dot: {
    '4xx': 3,
    '5xx': 2,
    'drop, not taken': 1,
    'drop, taken': 1,
    'hang, not taken': 0.5,
    'hang, taken': 0.5,
    'answered, then dead': 1.5,
  },
};

/** `connection(n)`, `met(stage, key)`: the fault that is met now, or undefined. `counts`: how often each was met. */
export function faults(seed) {
  const counts = new Map();
  const met = new Set();
  const count = (fault) => {
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
    return fault;
  };
  return {
    counts,
    connection: (number) => choose(connectionFaults, share(`${seed}/connection/${number}`)),
    /** For those of a connection, when they take effect. */
    count,
    met(stage, key) {
      const fault = choose(stages[stage], share(`${seed}/${stage}/${key}`));
      if (fault === undefined) return undefined;
      const provenance = `${stage}/${key}`;
      if (fault !== '5xx' && met.has(provenance)) return undefined;
      met.add(provenance);
      count(`${stage}: ${fault}`);
      return fault;
    },
  };
}

function choose(percentages, drawn) {
  let upTo = 0;
  for (const [fault, percent] of Object.entries(percentages)) {
    upTo += percent;
    if (drawn < upTo) return fault;
  }
  return undefined;
}

/** From 0 to 100: FNV-1a, mixed once more so that neighbours differ. */
function share(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39) >>> 0;
  return (((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32) * 100;
}
