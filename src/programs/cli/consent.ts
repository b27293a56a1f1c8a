import { readFileSync } from 'node:fs';
import { issueConsentSheet } from '../../application/consent-sheet/issue-sheet.js';
import { type SheetVerification, verifySheet } from '../../application/consent-sheet/verify-sheet.js';
import { type ConsentSheet, sheetSchema } from '../../domain/consent-sheet/sheet.js';
import type { Config } from '../../infrastructure/config/config.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { sealMath } from '../../infrastructure/crypto/seal-key.js';
import { chainLink } from '../../infrastructure/event-codec/digest.js';
import { dataIn } from '../../infrastructure/http/readable-file/readable-file.js';
import { sheetFile } from '../../infrastructure/http/readable-file/sheet-file.js';
import { consentProofOf } from '../consent-proof.js';
import { requireAddress } from './address.js';
import { provenanceOf, withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { writePrivate } from './private-file.js';
import { teamOf } from './shared/team-of.js';

export interface SheetOptions {
  readonly team?: string;
  /** The file to write. */
  readonly out?: string;
  readonly json?: boolean;
}

/** `consent sheet <address> [--team <id>] [--out <file>]` */
export async function consentSheet(config: Config, text: string, options: SheetOptions): Promise<Outcome> {
  const address = requireAddress(text);
  const { out } = options;
  if (out === undefined && options.json !== true)
    throw new Misused('Name the file to write with --out, for example --out consent.html, or give --json.');
  return withExisting(config, async ({ log, ports, installation }) => {
    const teamId = await teamOf(ports, installation, options.team);
    const { context } = provenanceOf('consent sheet', ports, teamId);
    const { keys } = log;
    const services = {
      ...ports,
      keys,
      hash: await openKeyedHash(keys),
      consentProof: consentProofOf(keys),
      ownWrites: { note: () => undefined, settled: async () => undefined },
    };
    const issued = await issueConsentSheet(services, { context: { ...context, teamId }, key: { address } });
    if ('refused' in issued) {
      if (issued.refused === 'not-found') throw new Declined(`Team ${teamId} never had a contact with this address.`);
      throw new Declined('The event log could not be written: no sheet was issued.');
    }
    if (out !== undefined) writePrivate(out, sheetFile(issued.sheet));
    return { result: issued.sheet, text: `${issued.sheet.id}\n${inWords(issued.sheet)} written to ${out}.` };
  });
}

const inWords = ({ facts: { length } }: ConsentSheet): string =>
  `Sheet with ${length === 1 ? '1 entry' : `${length} entries`}`;

/** `consent verify <file>`: the HTML or the JSON of a sheet. */
export async function verifyConsent(config: Config, file: string): Promise<Outcome> {
  return withExisting(config, async ({ log, ports }) => {
    const sheet = readSheet(file);
    const { keys } = log;
    const verifying = {
      ...ports,
      hash: await openKeyedHash(keys),
      math: sealMath,
      consentProof: consentProofOf(keys),
      linkOf: chainLink,
    };
    const found = await verifySheet(verifying, sheet);
    const ok = found.problems.length === 0 && found.facts.every(({ problem }) => problem === undefined);
    return { result: { ok, id: sheet.id, ...found }, text: describe(sheet, found, ok), negative: !ok };
  });
}

/** Throws {@link Misused}. */
function readSheet(file: string): ConsentSheet {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Misused(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const sheet = sheetSchema.safeParse(dataIn(text));
  if (!sheet.success) throw new Misused(`${file} is no sheet of consent: give what \`posthorn consent sheet\` wrote.`);
  return sheet.data;
}

function describe(
  sheet: ConsentSheet,
  { problems, facts, issuedSeal, isErased }: SheetVerification,
  ok: boolean,
): string {
  const lines = sheet.facts.map(({ at, answer, topic, means }, index) => {
    const { seal = null, problem } = facts[index] ?? {};
    const stands = problem === undefined ? `in the log, ${sealed(seal)}` : `NOT PROVEN: ${problem}`;
    return `${at}  ${answer} to ${topic === null ? 'all marketing' : `topic ${topic.id}`} (${means}): ${stands}`;
  });
  const verdict = ok
    ? `Sheet ${sheet.id} was issued at ${sheet.issued_at} and has not changed since (${sealed(issuedSeal)}).`
    : `Sheet ${sheet.id} is not proven.`;
  return [
    verdict,
    ...problems.map((problem) => `NOT PROVEN: ${problem}`),
    ...lines,
    ...(isErased ? ['The person was erased. Only this sheet still identifies the person.'] : []),
    'This command verified only the sheet. `posthorn verify` verifies the whole log.',
  ].join('\n');
}

const sealed = (seal: number | null): string => (seal === null ? 'not sealed yet' : `sealed by seal ${seal}`);
