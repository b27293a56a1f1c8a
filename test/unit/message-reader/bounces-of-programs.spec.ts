import { judgeFailure } from '../../../src/domain/email/reports/judge-report.js';
import { recipientsMeant } from '../../../src/domain/email/reports/recipients-meant.js';
import { readReport } from '../../../src/infrastructure/message-reader/read-report.js';
import { bounceSamples } from '../../support/bounce-samples.js';

const addresses = ['a@one.test', 'b@one.test', 'jörg@xn--kln-sna.test'];

/** In the words of the samples: what the recipients of an email learn from a message at its return path. */
function learned(message: Buffer): readonly string[] {
  const report = readReport(message);
  if (report.kind !== 'bounce') return [report.kind];
  return recipientsMeant(report.recipients, addresses, null).map(({ recipient, reported, isAlias }) => {
    const outcome = `${addresses[recipient] ?? ''} ${reported.action}`;
    if (reported.action !== 'failed') return outcome;
    const { judgement } = judgeFailure(reported);
    return `${outcome} ${judgement.kind} ${isAlias ? 'never' : judgement.suppress}`;
  });
}

describe('a bounce of another program', () => {
  it.each(bounceSamples().map((sample) => [sample.name, sample] as const))('is read right: %s', (_name, sample) => {
    expect([...learned(sample.message)].sort()).toEqual([...sample.right].sort());
  });
});
