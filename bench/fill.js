// Fills a DATA_DIR with mails in bulk, beside a server or without one. Runs as a process of its own. A mail is made by the
// code that accepts and delivers one (keys, sealed body and content, events from the decider, encoded by the codec) and is
// written by the handlers of the writer threads; what differs is that a transaction holds hundreds of mails.
import { prepareEmail } from '../dist/application/submission/prepare-email.js';
import { email } from '../dist/domain/email/email.js';
import { kidOf, plain } from '../dist/domain/shared/personal.js';
import { streamName } from '../dist/domain/shared/stream-name.js';
import { bodySealer } from '../dist/infrastructure/event-codec/sealing.js';
import { checkAppend } from '../dist/infrastructure/event-store/append-rules.js';
import { close, codec, inTransaction, open } from './fill-target.js';
import { ids } from '../dist/infrastructure/system/ids.js';

/** Mails of one transaction: short enough that a server beside it gets its turn. */
const blockMails = 500;
/** Requests of one event of the request log, as of a busy tenth of a second. */
const requestsPerEvent = 125;
const dayMs = 86_400_000;

function requestOf(number, sender, scheduled, now) {
  const line = `Order ${number} has been packed and leaves today. `;
  return {
    from: { name: 'Orders', address: `orders@${sender}` },
    to: [{ name: null, address: `person${number}@r${number % 40}.example.com` }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: `Your order ${number}`,
    html: `<html><body>${`<p>${line}</p>`.repeat(12)}</body></html>`,
    text: line.repeat(6),
    headers: [],
    tags: [{ name: 'kind', value: 'order' }],
    retryClass: 'standard',
    attachments: [],
    // From tomorrow on, over four weeks: none of them falls due while it is measured.
    ...(scheduled ? { scheduledAt: new Date(now + dayMs + (number % (27 * 24)) * 3_600_000).toISOString() } : {}),
  };
}

/** What became of it: an attempt and its end, except where the receiver refused before the claim, or where it waits. */
function outcomeOf(number, prepared, now) {
  const attemptId = ids.next();
  const opened = email.decide({ type: 'OpenEmail', accepted: prepared.accepted }, email.initial);
  const time = new Date(now).toISOString();
  let state = opened.reduce((folded, event) => email.evolve(folded, event, time), email.initial);
  const decided = [...opened];
  const take = (command) => {
    for (const event of email.decide(command, state)) {
      decided.push(event);
      state = email.evolve(state, event, time);
    }
  };
  if (prepared.accepted.scheduledAt !== null) return decided;
  const bounced = number % 50 === 3;
  if (!bounced) {
    const deadline = new Date(now + 600_000).toISOString();
    const claim = { attemptId, recipients: [0], mxSet: 'relay', worker: attemptId, deadline, tls: null, nowMs: now };
    take({ type: 'ClaimDelivery', ...claim });
  }
  const host = `mx.r${number % 40}.example.com`;
  const { kid } = prepared.accepted.recipients[0].mailbox;
  const reply = bounced
    ? { step: 'rcpt', code: 550, enhancedCode: '5.1.1', detail: plain(kid, { text: 'no such user', host }) }
    : { step: 'dot', code: 250, enhancedCode: '2.0.0', detail: plain(kid, { text: `queued as ${number}`, host }) };
  take({ type: 'RecordAnswers', attemptId, answers: [{ recipient: 0, reply }], nowMs: now, jitter: 0 });
  return decided;
}

async function makeMail(target, order, number) {
  const now = Date.now();
  const { hash, teamId, domain, apiKeyId } = target;
  const emailId = ids.next();
  const requestId = ids.next();
  const stream = streamName('email', emailId);
  const time = new Date(now).toISOString();
  const scheduled = (number * 7919) % 1000 < order.scheduledShare * 1000;
  const request = requestOf(number, order.sender, scheduled, now);
  const place = { emailId, anchor: stream, submission: null, time };
  const prepared = await prepareEmail({ ids, hash, sealer: bodySealer }, { email: request, domain }, place);
  const common = { time, teamId, region: domain.region, causation: null };
  const actors = [
    { actor: { kind: 'api-key', id: apiKeyId }, correlationId: requestId },
    { actor: { kind: 'system', id: 'delivery' }, correlationId: emailId },
  ];
  const events = outcomeOf(number, prepared, now).map((event, index) => ({
    id: ids.next(),
    event,
    metadata: { ...common, ...actors[Math.min(index, 1)] },
  }));
  const [encoded] = codec.encode([{ stream, predecessor: null, events }], prepared.keyRing);
  return { number, emailId, requestId, stream, time, prepared, events: encoded.events };
}

/** The requests that accepted these mails, in one stream with one key, as the request log writes them. */
async function requestLogOf(target) {
  const instance = `${ids.next()}-${new Date().toISOString().slice(0, 13)}`;
  const stream = streamName('requestlog', instance);
  const row = ids.next();
  const key = ids.dataKey();
  await target.keys.createRow({ row, anchor: stream, createdAt: new Date().toISOString(), keys: [key] });
  const kid = kidOf(row, 0);
  const keyRing = new Map([[kid, { state: 'present', key }]]);
  let expected = 'no-stream';
  let predecessor = null;
  return (mails) => {
    const requests = mails.map(({ requestId, time, emailId }) => ({
      id: requestId,
      at: time,
      apiKeyId: target.apiKeyId,
      method: 'POST',
      endpoint: '/emails',
      status: 200,
      durationMs: 12,
      emailIds: [emailId],
    }));
    const details = plain(
      kid,
      mails.map(() => ({ userAgent: 'posthorn-bench', requestBody: null, responseBody: null })),
    );
    const actor = { kind: 'system', id: 'request-log' };
    const metadata = { time: mails[0].time, teamId: target.teamId, region: null, actor, causation: null };
    const event = { type: 'RequestsAnswered', data: { requests, details } };
    const events = [{ id: ids.next(), event, metadata: { ...metadata, correlationId: ids.next() } }];
    const [encoded] = codec.encode([{ stream, predecessor, events }], keyRing);
    const write = [{ stream, expected, events: encoded.events }];
    expected = expected === 'no-stream' ? 0 : expected + 1;
    predecessor = encoded.headDigest;
    return write;
  };
}

/** `order.beside`: a server that delivers follows this log, so each mail comes as a whole. `order.teamId`: another than the first team. */
async function fill(order) {
  const target = await open(order.dataDir, order.sender, order.teamId);
  const logRequests = await requestLogOf(target);
  const append = (write) => {
    checkAppend(write);
    const { result } = target.append(write);
    if (result !== 'written') throw new Error(`${write[0].stream}: ${result}`);
  };
  const sample = [];
  const sampleEvery = Math.max(1, Math.floor(order.count / 20));
  let events = 0;
  let outcomes = [];
  for (let done = 0; done < order.count || outcomes.length > 0; done += blockMails) {
    const block = [];
    for (let index = done; index < Math.min(order.count, done + blockMails); index += 1) {
      const mail = await makeMail(target, order, order.first + index);
      if (index % sampleEvery === 0) sample.push({ id: mail.emailId, number: mail.number });
      block.push(mail);
    }
    // The vault first, as in every accept. Nothing here waits: the handlers do their work when they are called.
    target.vault.exec('BEGIN IMMEDIATE');
    const written = block.flatMap(({ prepared }) => [
      target.keys.createRow(prepared.keyRow),
      ...prepared.blobs.map((blob) => target.blobs.put(blob)),
    ]);
    await Promise.all(written);
    target.vault.exec('COMMIT');
    const later = order.beside ? [] : block.filter((mail) => mail.events.length > 1);
    inTransaction(target.log, () => {
      for (const { stream, events: all } of block)
        append([{ stream, expected: 'no-stream', events: order.beside ? all : [all[0]] }]);
      for (let at = 0; at < block.length; at += requestsPerEvent)
        append(logRequests(block.slice(at, at + requestsPerEvent)));
      // The mails of the block before are delivered meanwhile: by a server beside this, unless nothing is left to it.
      for (const { stream, events: all } of outcomes) append([{ stream, expected: 0, events: all.slice(1) }]);
    });
    const appended = (mails) => mails.reduce((sum, mail) => sum + mail.events.length - 1, 0);
    events += block.length + appended(order.beside ? block : outcomes);
    outcomes = later;
  }
  await close(target);
  return { sample, events };
}

process.on('message', async (order) => {
  const started = performance.now();
  const filled = await fill(order);
  process.send({ ...filled, elapsedMs: performance.now() - started });
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
