import { mailOf } from './crash-run.js';
import type { SmartPlan, SmartResult } from './smart-run.js';

/** One recipient of one mail: what the log, the API and the sink say of it. */
interface Account {
  readonly mail: string;
  readonly address: string;
  readonly status: string;
  readonly lastWords: readonly string[];
  readonly unknowns: number;
  readonly taken: number;
  readonly refused: number;
}

/** What must hold after every run. */
export function expectEveryRecipientSettledOnce(plan: SmartPlan, result: SmartResult): void {
  const accounts = accountsOf(result);
  expect(result.logged.size).toBe(plan.mails);
  expect(accounts.filter(({ lastWords }) => lastWords.length !== 1)).toEqual([]);
  expect(accounts.filter(({ status }) => status !== 'delivered' && status !== 'bounced')).toEqual([]);

  const delivered = accounts.filter(({ status }) => status === 'delivered');
  const bounced = accounts.filter(({ status }) => status === 'bounced');
  // Nothing lost, and nothing said to be lost that was not refused.
  expect(delivered.filter(({ taken }) => taken === 0)).toEqual([]);
  expect(bounced.filter(({ refused }) => refused === 0)).toEqual([]);
  expect(accounts.filter(({ taken, status }) => taken > 0 && status !== 'delivered')).toEqual([]);
  // Twice only where the log says that it does not know.
  expect(accounts.filter(({ taken, unknowns }) => taken > 1 + unknowns)).toEqual([]);
  // The sink knows of nobody else.
  expect(result.sink.filter(({ what }) => what === 'taken')).toHaveLength(
    accounts.reduce((sum, a) => sum + a.taken, 0),
  );
}

/** One line about what the run has met. */
export function smartSummary(result: SmartResult): string {
  const accounts = accountsOf(result);
  const count = (which: (account: Account) => boolean): number => accounts.filter(which).length;
  const faults = [...result.faults].map(([fault, times]) => `${fault} ${times}`).toSorted();
  return [
    `${result.logged.size} mails to ${accounts.length} recipients in ${Math.round(result.tookMs / 1000)} s`,
    `killed ${result.kills} times`,
    `${count(({ status }) => status === 'delivered')} delivered`,
    `${count(({ status }) => status === 'bounced')} bounced`,
    `${count(({ unknowns }) => unknowns > 0)} with an unknown outcome`,
    `${count(({ taken }) => taken > 1)} arrived more than once`,
    `met: ${faults.join(', ')}`,
  ].join('; ');
}

function accountsOf({ shown, logged, sink }: SmartResult): readonly Account[] {
  const taken = new Map<string, number>();
  const refused = new Map<string, number>();
  for (const line of sink) {
    if (line.what === 'taken') add(taken, `${mailOf(line.messageId)} ${line.recipient}`);
    else add(refused, line.recipient);
  }
  return [...logged].flatMap(([mail, recipients]) =>
    recipients.map(({ lastWords, unknowns }, number) => {
      const { address, status } = shown.get(mail)?.[number] ?? { address: 'unknown', status: 'not shown' };
      return {
        mail,
        address,
        status,
        lastWords,
        unknowns,
        taken: taken.get(`${mail} ${address}`) ?? 0,
        refused: refused.get(address) ?? 0,
      };
    }),
  );
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
