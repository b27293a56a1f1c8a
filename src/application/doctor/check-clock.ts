import { type Facts, read } from './facts.js';
import { type Finding, finding } from './finding.js';
import { ageMs, duration } from './units.js';

/** What two clocks may differ by without any effect. */
const toleratedMs = 5_000;

const advice =
  'Let NTP set the clock of every machine that writes here, by slewing. Schedules, retries and quotas follow the wall clock.';

/** The wall clock against the log, the files and the clock that never jumps. No time server is asked. */
export function checkClock({ nowMs, program, log, folder }: Facts): readonly Finding[] {
  const findings: Finding[] = [];
  const events = read(log);
  if (events?.newestAt != null && ageMs(nowMs, events.newestAt) < -toleratedMs) {
    const ahead = duration(-ageMs(nowMs, events.newestAt));
    findings.push(
      finding(
        'error',
        'clock-behind-log',
        `The newest event is of a time that is ${ahead} ahead of this clock.`,
        advice,
      ),
    );
  }
  if (events !== undefined && events.largestStepBackMs > toleratedMs) {
    const step = duration(events.largestStepBackMs);
    findings.push(
      finding('warning', 'clock-stepped-back', `Among the newest events the time went back by ${step}.`, advice),
    );
  }
  const newestFileMs = Math.max(0, ...(read(folder)?.files ?? []).map(({ modifiedMs }) => modifiedMs));
  if (newestFileMs > nowMs + toleratedMs) {
    const ahead = duration(newestFileMs - nowMs);
    findings.push(
      finding('warning', 'clock-behind-files', `The newest file was written ${ahead} ahead of this clock.`, advice),
    );
  }
  if (Math.abs(program.clockSteppedMs) > 1_000) {
    findings.push(
      finding(
        'warning',
        'clock-stepped',
        `The clock was set by ${program.clockSteppedMs} ms while doctor looked.`,
        advice,
      ),
    );
  }
  return findings;
}
