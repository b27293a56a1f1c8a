import { type Facts, read, type VaultFacts } from './facts.js';
import { type Finding, finding } from './finding.js';

const restoreTogether = 'Check DATA_DIR and MASTER_KEY; log, vault and master key must be of one installation.';

/** Whether log, vault and master key belong together, and what was destroyed is destroyed. */
export function checkVault({ log, vault, program }: Facts): readonly Finding[] {
  const facts = read(vault);
  const keyStoreId = read(log)?.keyStoreId ?? null;
  if (facts === undefined) {
    return vault.state === 'missing' && keyStoreId !== null
      ? [
          finding(
            'error',
            'vault-missing',
            `The event log belongs to vault ${keyStoreId}, but this vault is missing.`,
            restoreTogether,
          ),
        ]
      : [];
  }
  return [...checkIdentity(facts, keyStoreId), ...checkMasterKey(facts), ...checkDestroyed(facts, program.serverRuns)];
}

function checkIdentity({ keyStoreId }: VaultFacts, expected: string | null): readonly Finding[] {
  if (expected === null || keyStoreId === expected) return [];
  const actual = keyStoreId === null ? 'is incomplete' : `is ${keyStoreId}`;
  const remedy =
    keyStoreId === null
      ? 'If `posthorn migrate` was interrupted, run it again. It continues where it stopped.'
      : restoreTogether;
  return [
    finding('error', 'wrong-vault', `The event log belongs to vault ${expected}, and this vault ${actual}.`, remedy),
  ];
}

function checkMasterKey({ masterKey }: VaultFacts): readonly Finding[] {
  switch (masterKey) {
    case 'fits':
      return [];
    case 'does-not-fit':
      return [
        finding('error', 'wrong-master-key', 'The vault was encrypted with a different master key.', restoreTogether),
      ];
    case 'missing':
      return [
        finding(
          'error',
          'master-key-missing',
          'MASTER_KEY is not set and master.key is missing. No email can be read, and the server does not start.',
          'Restore your copy of master.key, or set MASTER_KEY or MASTER_KEY_FILE.',
        ),
      ];
    case 'unreadable':
      return [
        finding(
          'error',
          'master-key-unreadable',
          'master.key cannot be read, or does not contain a key.',
          'Run doctor as the user of the server. If the file is damaged, restore your copy.',
        ),
      ];
  }
}

function checkDestroyed(
  { destroyedLog: { bytes, appliedBytes } }: VaultFacts,
  serverRuns: boolean,
): readonly Finding[] {
  if (bytes < appliedBytes) {
    return [
      finding(
        'error',
        'destroyed-kids-cut',
        `destroyed-keys.log has ${bytes} bytes, but ${appliedBytes} bytes were applied. Lines of the file are lost, so restoring an older vault could restore erased data.`,
        'Restore your newest copy of destroyed-keys.log.',
      ),
    ];
  }
  if (bytes === appliedBytes || serverRuns) return [];
  return [
    finding(
      'warning',
      'destroyed-kids-not-applied',
      `${bytes - appliedBytes} bytes of destroyed-keys.log have not been applied to this vault, so it contains keys that were destroyed.`,
      'Start the server. It destroys these keys again before it does anything else.',
    ),
  ];
}
