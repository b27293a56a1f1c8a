import { growthPerDay } from '../../../application/doctor/check-disk.js';
import { type Facts, read } from '../../../application/doctor/facts.js';
import type { LogFacts, ProcessManagerFacts } from '../../../application/doctor/log-facts.js';
import type { Finding, Severity } from '../../../application/doctor/finding.js';
import { ageMs, counted, duration, size } from '../../../application/doctor/units.js';

/** A summary and what it leaves out are two more: ten lines. */
const mostFindings = 8;

/** For people: what is wrong, in ten lines at most, the worst first. `--all` has the rest. */
export function describeBriefly(findings: readonly Finding[]): string {
  return [summaryOf(findings), ...describeFindings(findings, mostFindings)].join('\n');
}

/** A line for each finding that something is wrong, at most so many, and one for what is left out. */
export function describeFindings(findings: readonly Finding[], most: number): readonly string[] {
  const wrong = findings.filter(({ severity }) => severity !== 'note');
  const codes = [...new Set(wrong.map(({ code }) => code))];
  const shown = codes.slice(0, most).map((code) => {
    const [first, ...same] = wrong.filter((finding) => finding.code === code);
    if (first === undefined) throw new Error('a code without a finding');
    const others = same.length === 0 ? '' : ` (and ${same.length} more like it)`;
    return `${first.severity.padEnd(7)}  ${code}: ${onOneLine(first.problem)}${others} ${onOneLine(first.advice)}`;
  });
  const left = codes.length - shown.length;
  const notes = findings.length - wrong.length;
  const folded = [...(left === 0 ? [] : [`${left} more`]), ...(notes === 0 ? [] : [counted(notes, 'note')])].join(
    ' and ',
  );
  return [...shown, `${folded === '' ? 'Figures' : `${folded}, and figures`}: posthorn doctor --all`];
}

const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

/** For people: everything that was found, the worst first, and then the figures. */
export function describeReport(facts: Facts, findings: readonly Finding[]): string {
  const described = findings.flatMap(({ severity, code, problem, advice }) => [
    `${severity.padEnd(7)}  ${code}`,
    `         ${problem}`,
    `         ${advice}`,
    '',
  ]);
  return [summaryOf(findings), '', ...described, ...figures(facts)].join('\n').trimEnd();
}

/** `1 error, 2 warnings, 3 notes.` */
export function summaryOf(findings: readonly Finding[]): string {
  const number = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings, notes] = [number('error'), number('warning'), number('note')];
  const remark = notes === 0 ? '' : `, ${counted(notes, 'note')}`;
  if (errors + warnings === 0) return `No problems found${remark}.`;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}${remark}.`;
}

function figures(facts: Facts): readonly string[] {
  const rows = [
    ...programRows(facts),
    ...engineRows(facts),
    ...logRows(facts),
    ...readModelRows(facts),
    ...folderRows(facts),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}

type Row = readonly [name: string, value: string];

function programRows({ program, config, shared }: Facts): readonly Row[] {
  if (shared !== null) {
    const serve = program.serverRuns ? 'servers run' : 'no server runs';
    return [['shared engines', `${serve}, Node ${program.nodeVersion} here`]];
  }
  const serves = program.serverRuns ? 'a server runs' : 'no server runs';
  return [['folder', `${config.dataDir}, ${serves}, Node ${program.nodeVersion}`]];
}

function engineRows({ shared }: Facts): readonly Row[] {
  if (shared === null) return [];
  return [
    ...shared.engines.map(
      ({ name, roundTripMs }): Row => [name, roundTripMs === null ? 'cannot be used' : `answers in ${roundTripMs} ms`],
    ),
    ...shared.leases.map(
      ({ name, holder, fence, moves }): Row => [
        name,
        holder === null ? 'not held' : `held by ${holder}, number ${fence}, ${moves ? 'alive' : 'silent'}`,
      ],
    ),
    ['left out', 'files, disk, lock, write-ahead logs: each engine has its own'],
  ];
}

function logRows({ log, nowMs }: Facts): readonly Row[] {
  const facts = read(log);
  if (facts === undefined) return [];
  const ago = (at: string): string => `${duration(Math.max(0, ageMs(nowMs, at)))} ago`;
  const { seal, unsealed, processManagers, lastRetiredAt, lastDay } = facts;
  const newest = facts.newestAt === null ? '' : `, the newest ${ago(facts.newestAt)}`;
  const sealed = seal === null ? 'none' : `number ${seal.number}, ${ago(seal.at)}`;
  return [
    ['log', `${eventsIn(facts)} ${lastDay.events} in the last day${newest}`],
    ...restoreRows(facts, ago),
    ['last seal', `${sealed}; ${counted(unsealed.events, 'event')} behind it`],
    ['last verified', verifiedOf(facts, ago)],
    ...processManagers.map((manager): Row => [manager.name, progressOf(manager, ago)]),
    ['last removal', lastRetiredAt === null ? (facts.events === null ? 'none lately' : 'none') : ago(lastRetiredAt)],
    ['erasures', `${facts.openErasures.length} open`],
    ['unknown outcomes', `${facts.unknownOutcomes.events} in the last day`],
  ];
}

function eventsIn({ events, lastDay }: LogFacts): string {
  if (events !== null) return `${counted(events, 'event')},`;
  return lastDay.hours < 24 ? 'at least' : 'a long one,';
}

function verifiedOf({ lastVerified }: LogFacts, ago: (at: string) => string): string {
  if (lastVerified === null) return 'never, as far as it was recorded';
  const { at, events, broken } = lastVerified;
  return `${ago(at)}, ${counted(events, 'event')}, ${broken === null ? 'sound' : 'broken'}`;
}

function progressOf({ savedAt, position }: ProcessManagerFacts, ago: (at: string) => string): string {
  if (savedAt === null) return 'nothing yet';
  return `${position === null ? 'came on' : `at ${position}`}, ${ago(savedAt)}`;
}

function restoreRows({ restore }: LogFacts, ago: (at: string) => string): readonly Row[] {
  return restore === null
    ? []
    : [['restored', `${ago(restore.restoredAt)}, delivery ${restore.held ? 'held' : 'resumed'}`]];
}

function readModelRows({ readModels }: Facts): readonly Row[] {
  const facts = read(readModels);
  if (facts === undefined) return [];
  const { pending, scheduled } = facts;
  return [
    ...facts.projections.map(({ name, behindEvents }): Row => [name, `${counted(behindEvents, 'event')} behind`]),
    [
      'deliveries',
      `${pending.unsettled} unsettled: ${pending.due} due, ${pending.later} later, ${pending.openClaims} in progress`,
    ],
    ['scheduled', counted(scheduled, 'mail')],
  ];
}

function folderRows(facts: Facts): readonly Row[] {
  const folder = read(facts.folder);
  if (folder === undefined) return [];
  const growth = growthPerDay(facts);
  const grows = growth === undefined ? '' : `, growing by ${size(growth)} a day`;
  return [
    ['disk', `${size(folder.freeBytes)} of ${size(folder.totalBytes)} free${grows}`],
    ...folder.files.filter(({ bytes }) => bytes > 0).map(({ name, bytes }): Row => [name, size(bytes)]),
  ];
}
