import { growthPerDay } from '../../application/doctor/check-disk.js';
import { examine, isWrong } from '../../application/doctor/examine.js';
import type { Facts } from '../../application/doctor/facts.js';
import type { Config } from '../../infrastructure/config/config.js';
import type { Outcome } from './shared/outcome.js';
import { troublesOfServer } from './doctor/ask-server.js';
import { describeBriefly, describeReport } from './doctor/describe-report.js';
import { gatherFacts } from './doctor/gather.js';

export interface DoctorOptions {
  /** Read every byte of the database files and check their structure. */
  readonly deep?: boolean;
  /** Notes and figures too. */
  readonly all?: boolean;
}

/**
 * `doctor`: looks, says what is wrong and what to do about it, and changes nothing; beside a running server or without.
 */
export async function doctor(config: Config, options: DoctorOptions): Promise<Outcome> {
  const facts = await gatherFacts(config, options.deep === true);
  const findings = examine(facts, facts.program.serverRuns ? await troublesOfServer(config) : []);
  const wrong = isWrong(findings);
  const result = { ok: !wrong, findings, facts: withoutConfig(facts) };
  const text = options.all === true ? describeReport(facts, findings) : describeBriefly(findings);
  return { result, text, negative: wrong };
}

/** The configuration holds secrets, and the operator has it anyway. */
function withoutConfig({ config: { dataDir }, ...facts }: Facts) {
  return { dataDir, ...facts, growthBytesPerDay: growthPerDay(facts) ?? null };
}
