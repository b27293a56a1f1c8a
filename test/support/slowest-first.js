import TestSequencer from '@jest/test-sequencer';

/** Of about half a minute or more. Where one of them is begun last, one worker waits for the other. */
const slowest = [
  'crash/crash',
  'crash/smart-sink',
  'engines/distributed/outages',
  'engines/cli',
  'engines/migrate/round-trip',
  'engines/domains',
  'engines/distributed/frozen',
  'engines/distributed/processes',
  'api/limits',
  'api/emails',
  'crash/rotation',
  'e2e/cli/migrate',
  'e2e/smtp-in/seven-bits',
  'e2e/delivery/lifecycle',
  'e2e/cli/restore',
  'e2e/cli/erase-person',
  'e2e/domains/verification',
  'e2e/domains/capabilities',
  'dashboard/api-reference',
  'dashboard/page',
].map((name) => `/test/${name}.spec.ts`);

const place = (path) => {
  const index = slowest.findIndex((name) => path.endsWith(name));
  return index === -1 ? slowest.length : index;
};

/** jest goes by what it knows of earlier runs. In a new checkout these come first, in this order. */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isKnown = sorted.some(({ duration }) => duration !== undefined && duration !== null);
    return isKnown ? sorted : sorted.toSorted((one, other) => place(one.path) - place(other.path));
  }
}
