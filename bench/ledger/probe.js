// Loaded before the server, in each of its threads (`--import`): counts what a thread does, and writes the counts of all
// of them to a file when the process gets SIGUSR2. `LEDGER_COUNTS`: what is counted, as some of it slows the rest.
import { createHook } from 'node:async_hooks';
import crypto from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { BroadcastChannel, isMainThread, MessagePort, threadId, Worker } from 'node:worker_threads';

const kindsOfWork = {
  PROMISE: 'promises',
  Timeout: 'timers',
  Immediate: 'turns requested',
  TickObject: 'ticks requested',
};

const wanted = new Set((process.env.LEDGER_COUNTS ?? 'calls').split(','));
const counts = new Map();
const count = (name, times = 1) => counts.set(name, (counts.get(name) ?? 0) + times);

if (wanted.has('calls')) {
  countCalls(MessagePort.prototype, 'postMessage', 'messages to threads');
  countCalls(Worker.prototype, 'postMessage', 'messages to threads');
  countCalls(BroadcastChannel.prototype, 'postMessage', 'messages to all threads');
  const named = {
    createCipheriv: 'values encrypted',
    createDecipheriv: 'values decrypted',
    createHash: 'digests',
    createHmac: 'keyed digests',
    sign: 'signatures',
  };
  for (const [method, name] of Object.entries(named)) countCalls(crypto, method, name);
  countCalls(Buffer, 'concat', 'buffers joined');
  countCalls(JSON, 'parse', 'JSON texts read');
  countCalls(JSON, 'stringify', 'JSON texts written');
  syncBuiltinESMExports();
  countStatements();
  createHook({ init: (_id, type) => count(kindsOfWork[type] ?? 'other asynchronous work') }).enable();
}

function countCalls(of, method, name) {
  const original = of[method];
  of[method] = function counted(...given) {
    count(name);
    return Reflect.apply(original, this, given);
  };
}

/**
 * Statements by what they do and to which table. The package takes its class from its addon when it is loaded, which is
 * later than this.
 */
function countStatements() {
  const inPackage = createRequire(createRequire(process.argv[1]).resolve('@photostructure/sqlite'));
  const addon = inPackage('node-gyp-build')(join(dirname(inPackage.resolve('@photostructure/sqlite')), '..'));
  addon.DatabaseSync = new Proxy(addon.DatabaseSync, {
    construct(target, given, newTarget) {
      const database = Reflect.construct(target, given, newTarget);
      const { prepare } = database;
      own(database, 'prepare', (sql, ...more) => counted(prepare.call(database, sql, ...more), nameOf(sql)));
      return database;
    },
  });
}

function counted(statement, name) {
  for (const method of ['run', 'get', 'all', 'iterate']) {
    const original = statement[method];
    own(statement, method, (...given) => {
      count(`SQL ${name}`);
      const found = original.apply(statement, given);
      if (method === 'all') count(`rows of ${name}`, found.length);
      return found;
    });
  }
  return statement;
}

function own(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

function nameOf(sql) {
  const [verb = ''] = /^\s*\w+/.exec(sql) ?? [];
  const [, quoted, plain = ''] = /\b(?:FROM|INTO|UPDATE)\s+(?:"([^"]+)"|(\w+))/i.exec(sql) ?? [];
  return `${verb.trim().toLowerCase()} ${quoted ?? plain}`.trim();
}

/** Bytes of objects on V8's heap since the start, those that are gone included. */
const heap = wanted.has('bytes') ? new Session() : undefined;
heap?.connect();
heap?.post('HeapProfiler.startSampling', {
  samplingInterval: 16 * 1024,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
});

function allocatedBytes() {
  let sum = 0;
  const add = ({ selfSize, children }) => {
    sum += selfSize;
    children.forEach(add);
  };
  heap.post('HeapProfiler.getSamplingProfile', (_error, { profile }) => add(profile.head));
  return sum;
}

function snapshot() {
  const [ranNs] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  const extra = heap === undefined ? {} : { 'bytes on the heap': allocatedBytes() };
  const file = process.argv[1].replace(/^.*\/|\.worker\.js$/g, '');
  return {
    thread: threadId,
    name: isMainThread ? 'main' : file,
    counts: { ...Object.fromEntries(counts), ...extra, 'us of processor time': ranNs / 1000 },
  };
}

const post = BroadcastChannel.prototype.postMessage;
const channel = new BroadcastChannel('ledger');
if (isMainThread) collect();
else {
  channel.onmessage = ({ data }) => data === 'take' && post.call(channel, snapshot());
  post.call(channel, 'here');
}
channel.unref();

/** Threads that have ended are left out. */
function collect() {
  const file = process.env.LEDGER_FILE;
  const mostWaitMs = 10_000;
  let started = 0;
  let threads = [];
  let wait;
  const write = () => {
    clearTimeout(wait);
    writeFileSync(`${file}.part`, JSON.stringify(threads));
    renameSync(`${file}.part`, file);
  };
  channel.onmessage = ({ data }) => {
    if (data === 'here') started += 1;
    else if (threads.push(data) > started) write();
  };
  process.on('SIGUSR2', () => {
    wait = setTimeout(write, mostWaitMs);
    threads = [snapshot()];
    post.call(channel, 'take');
  });
}
