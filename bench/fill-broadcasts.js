// Writes into a folder what broadcasts leave in its log and vault that are drafted as a model is, and sent, as a process of its own and with no
// server beside it: who was in the audience, an email for each made by the code that makes one, and what became of it, decided
// by the domain. Each broadcast lies at its own time; what differs from its sending is that a transaction holds hundreds of emails.
import { audienceStream, broadcastStream, loadBroadcast } from '../dist/application/broadcast/broadcast-streams.js';
import { emailIdOf } from '../dist/application/broadcast/open-members.js';
import { contactStream } from '../dist/application/contact/contact-streams.js';
import { handle } from '../dist/application/shared/handle.js';
import { prepareEmail } from '../dist/application/submission/prepare-email.js';
import { audience, chunkMembers } from '../dist/domain/broadcast/audience.js';
import { broadcast } from '../dist/domain/broadcast/broadcast.js';
import { contact } from '../dist/domain/contact/contact.js';
import { email } from '../dist/domain/email/email.js';
import { plain } from '../dist/domain/shared/personal.js';
import { streamName } from '../dist/domain/shared/stream-name.js';
import { bodySealer } from '../dist/infrastructure/event-codec/sealing.js';
import { checkAppend } from '../dist/infrastructure/event-store/append-rules.js';
import { ids } from '../dist/infrastructure/system/ids.js';
import { logPorts } from '../dist/infrastructure/system/log-ports.js';
import { close, codec, inTransaction, open } from './fill-target.js';

const blockEmails = 500;
const links = ['https://example.com/shop', 'https://example.com/blog'];
const hosts = ['gmail-smtp-in.l.google.com', 'mx.icloud.com', 'mx.example.net', 'mta.yahoodns.net'];

/** What a person or a machine did with every so manieth email. */
const isBounced = (number) => number % 50 === 3;
const isComplained = (number) => number % 1_000 === 11;
const isOpened = (number) => number % 5 < 2;
const isProxied = (number) => number % 10 === 4;
const isClicked = (number) => number % 25 === 0;
const isLeft = (number) => number % 250 === 1;

/** Minutes after it was delivered, most within hours. */
const minutesLater = (number) => 1 + (((number * 7919) % 97) ** 2 % 3_000);

function fateOf(number, prepared, atMs) {
  const decided = [];
  let state = email.initial;
  const take = (command, ms) => {
    const time = new Date(ms).toISOString();
    for (const event of email.decide(command, state)) {
      decided.push({ event, time });
      state = email.evolve(state, event, time);
    }
  };
  take({ type: 'OpenEmail', accepted: prepared.accepted }, atMs);
  const sentMs = atMs + 1_000 + (number % 600) * 1_000;
  const attemptId = ids.next();
  const host = hosts[number % hosts.length];
  const claim = {
    attemptId,
    recipients: [0],
    mxSet: host,
    worker: attemptId,
    deadline: new Date(sentMs + 600_000).toISOString(),
  };
  const { kid } = prepared.accepted.recipients[0].mailbox;
  const answers = { type: 'RecordAnswers', attemptId, mxSet: host, answeredBy: 'mx', nowMs: sentMs, jitter: 0 };
  if (isBounced(number)) {
    const reply = {
      step: 'rcpt',
      code: 550,
      enhancedCode: '5.1.1',
      detail: plain(kid, { text: 'no such user', host }),
    };
    take({ ...answers, answers: [{ recipient: 0, reply }] }, sentMs);
    return decided;
  }
  take({ type: 'ClaimDelivery', ...claim, tls: null, nowMs: sentMs }, sentMs);
  const reply = {
    step: 'dot',
    code: 250,
    enhancedCode: '2.0.0',
    detail: plain(kid, { text: `queued as ${number}`, host }),
  };
  take({ ...answers, answers: [{ recipient: 0, reply }] }, sentMs + 200);
  const hitMs = sentMs + minutesLater(number) * 60_000;
  const hit = (type, judged, more = {}, seen = {}) => ({
    type,
    data: {
      ...{
        hitId: ids.next(),
        at: new Date(hitMs).toISOString(),
        recipient: 0,
        judged,
        sign: judged,
        rules: 1,
        ...more,
      },
      seen: plain(kid, { ipAddress: '192.0.2.7', userAgent: 'Mozilla/5.0', ...seen }),
    },
  });
  const hits = [
    ...(isProxied(number) ? [hit('EmailOpened', 'privacy_proxy')] : []),
    ...(isOpened(number) ? [hit('EmailOpened', 'person')] : []),
    ...(isClicked(number) ? [hit('EmailClicked', 'person', { link: number % 2 }, { url: links[number % 2] })] : []),
  ];
  if (hits.length > 0) take({ type: 'RecordHits', hits }, hitMs);
  if (isComplained(number)) take({ type: 'RecordComplaint', recipient: 0 }, hitMs);
  return decided;
}

async function makeEmail(target, opening, { used, person, number, topicId, sender }, atMs) {
  const emailId = emailIdOf({ ids }, opening.id, used.member);
  const stream = streamName('email', emailId);
  const time = new Date(atMs).toISOString();
  const request = {
    ...{ from: { name: 'News', address: `news@${sender}` }, to: [{ name: null, address: person.email }], replyTo: [] },
    ...{ cc: [], bcc: [], headers: [], tags: [], attachments: [] },
    ...{ subject: 'News of this month', merge: { used, values: {} }, retryClass: 'bulk' },
  };
  const subscription = { topicId, isOptOut: true, isLinked: true };
  const place = { emailId, anchor: opening.stream, submission: null, time };
  const checked = { email: request, domain: target.domain, subscription };
  const prepared = await prepareEmail({ ids, hash: target.hash, sealer: bodySealer }, checked, place);
  const common = { teamId: target.teamId, region: target.domain.region, causation: null, correlationId: opening.id };
  const actors = ['broadcaster', 'delivery'].map((id) => ({ kind: 'system', id }));
  const events = fateOf(number, prepared, atMs).map(({ event, time: at }, index) => ({
    id: ids.next(),
    event,
    metadata: { ...common, time: at, actor: actors[Math.min(index, 1)] },
  }));
  const [encoded] = codec.encode([{ stream, predecessor: null, events }], prepared.keyRing);
  return { emailId, stream, prepared, events: encoded.events };
}

/** The vault first, as in every accept. Nothing here waits: the handlers do their work when they are called. */
async function write(target, block) {
  target.vault.exec('BEGIN IMMEDIATE');
  await Promise.all(
    block.flatMap(({ prepared }) => [
      target.keys.createRow(prepared.keyRow),
      ...prepared.blobs.map((blob) => target.blobs.put(blob)),
    ]),
  );
  target.vault.exec('COMMIT');
  inTransaction(target.log, () => {
    for (const { stream, events } of block) {
      const append = [{ stream, expected: 'no-stream', events }];
      checkAppend(append);
      const { result } = target.append(append);
      if (result !== 'written') throw new Error(`${stream}: ${result}`);
    }
  });
}

async function send(target, { sender, people, model }, { name, members, at }, first) {
  let nowMs = at;
  const broadcastId = ids.next();
  const known = logPorts({ store: target.store, codec, keys: target.keys });
  const ports = { ...known, clock: { ...known.clock, now: () => nowMs } };
  const { teamId } = target;
  const context = { teamId, actor: { kind: 'system', id: 'broadcaster' }, correlationId: broadcastId };
  const done = async (decider, stream, command) => {
    const handled = await handle(ports, decider, stream, command, { context, region: null });
    if ('refused' in handled) throw new Error(`${stream}: ${handled.refused}`);
    return handled;
  };
  const stream = broadcastStream(broadcastId);
  const { segmentId, topicId, content } = (await loadBroadcast(ports, model)).state;
  const draft = { name, segmentId, topicId, content, teamId, duplicateOf: null };
  await done(broadcast, stream, { type: 'DraftBroadcast', broadcast: draft });
  await done(broadcast, stream, {
    type: 'QueueBroadcast',
    teamId,
    sentAs: { segmentId, topicId, isOptOut: true, content },
  });
  const chunks = Math.ceil(members / chunkMembers);
  let events = 0;
  const left = [];
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const those = people.slice(chunk * chunkMembers, Math.min(members, (chunk + 1) * chunkMembers));
    const frozen = { broadcastId, chunk, members: those.map(({ id }) => ({ contactId: id, revision: 0 })) };
    await done(audience, audienceStream(broadcastId, chunk), { type: 'FreezeAudience', frozen });
    const [stored] = await target.store.readStream(audienceStream(broadcastId, chunk));
    for (let from = 0; from < those.length; from += blockEmails) {
      const block = [];
      for (const [index, person] of those.slice(from, from + blockEmails).entries()) {
        const member = from + index;
        const number = first + chunk * chunkMembers + member;
        const used = { id: broadcastId, contactId: person.id, chunk, member, content };
        const made = await makeEmail(target, stored, { used, person, number, topicId, sender }, nowMs);
        if (isLeft(number)) left.push({ person, emailId: made.emailId });
        block.push(made);
      }
      await write(target, block);
      events += block.reduce((sum, made) => sum + made.events.length, 0);
    }
    const opened = { emails: those.length, skipped: [] };
    await done(audience, audienceStream(broadcastId, chunk), { type: 'NoteOpened', opened });
  }
  await done(broadcast, stream, { type: 'FreezeBroadcast', teamId, chunks, members });
  nowMs += 1_200_000;
  await done(broadcast, stream, { type: 'FinishBroadcast', teamId });
  nowMs += 3_600_000;
  for (const { person, emailId } of left) {
    const occasion = {
      means: 'one-click',
      emailId,
      recipient: 0,
      broadcastId,
      pageVersion: null,
      importId: null,
      visitor: null,
    };
    const consents = [{ topicId, isSubscribed: false, occasion }];
    await done(contact, contactStream(person.id), { type: 'ChangeContact', teamId, consents });
  }
  return { id: broadcastId, events: events + left.length };
}

/** People take turns: the next broadcast goes on behind those who got the one before, but for the largest. */
async function fill({ dataDir, sender, model, broadcasts, people }) {
  const target = await open(dataDir, sender);
  let [events, emails] = [0, 0];
  const sent = [];
  for (const [index, each] of broadcasts.entries()) {
    const from = each.members === people.length ? 0 : (emails * 7) % (people.length - each.members);
    const { id, events: written } = await send(target, { sender, people: people.slice(from), model }, each, emails);
    sent.push(id);
    events += written;
    emails += each.members;
    if (index % 50 === 0) console.error(`${index + 1} of ${broadcasts.length} broadcasts, ${emails} emails`);
  }
  await close(target);
  return { events, emails, broadcastIds: sent };
}

process.on('message', async (order) => process.send(await fill(order)));
process.on('disconnect', () => process.exit(0));
process.send('ready');
