// @ts-check
/**
 * One member of a cluster of stand-ins: votes, leads or refuses, as a member of EventStoreDB does. What it takes from the
 * real one: one leader, elected by a majority; an append is acknowledged once a majority has heard of it; a member that
 * does not lead names the one that does; without a majority nothing is acknowledged; a leader that was deposed while it was
 * frozen or away ends with 0. The members share a disk: a new leader goes on with a copy of the last one's log, which stands
 * in for replication, and what a deposed one still writes is in its own file only.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEventStoreStandIn } from '../eventstore-stand-in/index.mjs';
import { startRefusing } from './cluster-follower.mjs';
import { ask, listenToMembers } from './cluster-talk.mjs';

const heartbeatEveryMs = 150;
/** No leader was heard for so long: there is none. */
const leaderIsGoneAfterMs = 2_500;
/** So long a member goes on naming a leader that it hears no longer, as members of the real one do: 15 s were seen. */
const namesLostLeaderMs = Number(process.env['STAND_IN_NAMES_LOST_LEADER_MS'] ?? 0);
/** Chance keeps two from asking for votes again and again in the same moment. */
const longestElectionDelayMs = 800;

/** @typedef {{ epoch: number, dir: string | undefined }} Log The newest one that this member knows of, by its leader's epoch. */
/** @typedef {{ epoch: number, leader: number | undefined, log: Log }} Promised */

/** @param {{ db: string, log: string, port: number, otherPorts: readonly number[] }} options */
export async function startMember({ db, log: logDir, port, otherPorts }) {
  /** @param {string} text */
  const note = (text) => appendFileSync(join(logDir, 'member.log'), `${new Date().toISOString()} ${port} ${text}\n`);
  /** @param {string} reason @returns {never} */
  const endDeposed = (reason) => {
    note(`ends, deposed: ${reason}`);
    process.exit(0);
  };
  const promises = createPromises(join(db, 'promised.json'));
  const majority = Math.floor((otherPorts.length + 1) / 2) + 1;
  let leads = false;
  let heardAtMs = performance.now();
  const isHeard = () => performance.now() - heardAtMs < leaderIsGoneAfterMs;
  const leader = () => (isHeard() ? promises.newest().leader : undefined);
  /** @type {Map<number, string>} */
  const instanceIds = new Map([port, ...otherPorts].map((each) => [each, randomUUID()]));
  /** @type {{ leader: number, heardAtMs: number } | undefined} */
  let named;
  const isStillNamed = () => named !== undefined && performance.now() - named.heardAtMs < namesLostLeaderMs;
  /** @param {number} from */
  const hearLeader = (from) => {
    if (named?.leader === from || !isStillNamed()) named = { leader: from, heardAtMs: performance.now() };
  };
  /** Whom it tells others of. */
  const toldLeader = () => (!leads && isStillNamed() ? named?.leader : leader());
  /** @param {number} each @returns {import('../eventstore-stand-in/index.mjs').Member['doing']} */
  const doing = (each) => {
    const told = toldLeader();
    if (told !== undefined) return each === told ? 'leads' : 'follows';
    return each === promises.newest().leader ? 'gone' : 'elects';
  };
  const members = () => [...instanceIds].map(([each, instanceId]) => ({ instanceId, port: each, doing: doing(each) }));

  /** @param {import('./cluster-talk.mjs').Message} message */
  function answerTo({ kind, epoch, leader: from, dir }) {
    const { epoch: newest, log } = promises.newest();
    if (kind === 'vote') {
      if (epoch <= newest || leader() !== undefined) return { granted: false };
      promises.make({ epoch, leader: undefined, log });
      heardAtMs = performance.now();
      return { granted: true, log };
    }
    if (epoch < newest) return { granted: false, deposed: true };
    // It was frozen or away while others elected this one.
    if (leads && from !== port) endDeposed(`${from} leads in ${epoch}`);
    promises.make({ epoch, leader: from, log: { epoch, dir } });
    heardAtMs = performance.now();
    hearLeader(from);
    return { granted: true };
  }

  /** Resolves when a majority knows this leader's log; the process ends where it was deposed. @param {string} dir @param {number} epoch */
  async function confirmed(dir, epoch) {
    for (;;) {
      const answers = otherPorts.map((other) => ask(other, { kind: 'lead', epoch, leader: port, dir }));
      for (const answer of answers) void answer.then(({ deposed }) => deposed && endDeposed(`${epoch} is over`));
      if (await reaches(majority - 1, answers)) {
        heardAtMs = performance.now();
        return;
      }
      await wait(heartbeatEveryMs);
    }
  }

  async function elected() {
    const { epoch: newest, log: own } = promises.newest();
    const epoch = newest + 1;
    promises.make({ epoch, leader: undefined, log: own });
    heardAtMs = performance.now();
    const answers = await Promise.all(otherPorts.map((other) => ask(other, { kind: 'vote', epoch, leader: port })));
    const votes = answers.filter(({ granted }) => granted);
    // Whoever was asked meanwhile, and promised a newer one, does not lead.
    if (votes.length < majority - 1 || promises.newest().epoch !== epoch) return undefined;
    const logs = [own, ...votes.flatMap(({ log }) => log ?? [])];
    return { epoch, newestLog: logs.reduce((best, log) => (log.epoch > best.epoch ? log : best)) };
  }

  note('starts');
  await listenToMembers(port, answerTo);
  const refusing = await startRefusing({ port, members, leader: toldLeader });
  for (;;) {
    await wait(heartbeatEveryMs + Math.random() * longestElectionDelayMs);
    if (isHeard()) continue;
    const election = await elected();
    if (election === undefined) continue;
    const { epoch, newestLog } = election;
    const dir = join(db, `epoch-${epoch}`);
    mkdirSync(dir, { recursive: true });
    if (newestLog.dir !== undefined && existsSync(join(newestLog.dir, 'log'))) {
      copyFileSync(join(newestLog.dir, 'log'), join(dir, 'log'));
    }
    promises.make({ epoch, leader: port, log: { epoch, dir } });
    leads = true;
    note(`leads in ${epoch}, with the log of ${newestLog.epoch}`);
    void refusing
      .stop()
      .then(() => startEventStoreStandIn({ dir, port, cluster: { members, confirmed: () => confirmed(dir, epoch) } }));
    for (;;) {
      await confirmed(dir, epoch);
      await wait(heartbeatEveryMs);
    }
  }
}

/** What a member has promised outlives its process: it votes once in an epoch. @param {string} file */
function createPromises(file) {
  /** @type {Promised} */
  let newest = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { epoch: 0, leader: undefined, log: { epoch: 0, dir: undefined } };
  return {
    newest: () => newest,
    /** @param {Promised} promised */
    make(promised) {
      const isKnown = promised.epoch === newest.epoch && promised.leader === newest.leader;
      newest = promised;
      if (isKnown) return;
      writeFileSync(`${file}.new`, JSON.stringify(promised));
      renameSync(`${file}.new`, file);
    },
  };
}

/** Whether so many of them are granted; it does not wait for the slow ones. @param {number} wanted @param {readonly Promise<{ granted: boolean }>[]} answers */
function reaches(wanted, answers) {
  let granted = 0;
  return Promise.race([
    new Promise((resolve) => {
      for (const answer of answers) void answer.then((one) => one.granted && ++granted >= wanted && resolve(true));
    }),
    Promise.all(answers).then((all) => all.filter((one) => one.granted).length >= wanted),
  ]);
}
