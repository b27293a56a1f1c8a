// Receivers of webhooks, one port for each endpoint: those that answer, and those that are dead or stall. Checks each
// message with the reference library and remembers it. Runs as a process of its own and talks to its parent.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** As an application somewhere else does. */
const answerAfterMs = 20;
const dripEveryMs = 1_000;

/** What each class does with a request whose body is here. `refuses` has no port that is listened to. */
const classes = {
  prompt: (response) => response.end('taken'),
  healthy: (response) => setTimeout(() => response.end('taken'), answerAfterMs),
  'never answers': () => undefined,
  'answers 500': (response) => setTimeout(() => response.writeHead(500).end('no'), answerAfterMs),
  'breaks off': (response) => response.socket?.destroy(),
  drips(response) {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), dripEveryMs);
    response.on('close', () => clearInterval(timer));
  },
};

/** By number of the endpoint: its verifier, its servers, what came. */
const endpoints = [];
let wrong = 0;

function listen(kind) {
  const endpoint = { kind, webhook: undefined, requests: 0, first: new Map(), repeats: 0, changedIds: 0 };
  endpoints.push(endpoint);
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      note(endpoint, request.headers, Buffer.concat(chunks).toString());
      classes[kind](response);
    });
  });
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      if (kind !== 'refuses') resolve(port);
      else server.close(() => resolve(port));
    });
  });
}

/** Of every request; its first arrival says how late the message is. */
function note(endpoint, headers, body) {
  const now = Date.now();
  endpoint.requests += 1;
  let message;
  try {
    message = endpoint.webhook.verify(body, headers);
  } catch {
    wrong += 1;
    return;
  }
  const what = `${message.data.email_id} ${message.type}`;
  const id = headers['webhook-id'];
  const known = endpoint.first.get(what);
  if (known === undefined) {
    endpoint.first.set(what, { id, lateMs: now - Date.parse(message.created_at) });
  } else {
    endpoint.repeats += 1;
    if (known.id !== id) endpoint.changedIds += 1;
  }
}

const answers = {
  listen: ({ kinds }) => Promise.all(kinds.map(listen)),
  secret({ index, secret }) {
    endpoints[index].webhook = new Webhook(secret);
  },
  /** Of the first endpoint: what came, in the order in which it came first, and how late. */
  arrived: () => [...endpoints[0].first].map(([what, { lateMs }]) => ({ what, lateMs })),
  counts: () => endpoints.map(({ first }) => first.size),
  /** `expected`: `<email> <type>` for each message that is to be there. */
  result: ({ expected }) => ({
    wrong,
    endpoints: endpoints.map(({ kind, requests, first, repeats, changedIds }) => ({
      kind,
      requests,
      repeats,
      changedIds,
      missing: expected.filter((what) => !first.has(what)).length,
      strangers: first.size - expected.filter((what) => first.has(what)).length,
      lateMs: [...first.values()].map(({ lateMs }) => lateMs).sort((a, b) => a - b),
    })),
  }),
};

process.on('message', async (question) => process.send({ answer: await answers[question.ask](question) }));
process.on('disconnect', () => process.exit(0));
process.send('ready');
