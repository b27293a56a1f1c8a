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
            `The event log belongs to vault ${keyStoreId}, and there is no vault here.`,
            restoreTogether,
          ),
        ]
      : [];
  }
  return [...checkIdentity(facts, keyStoreId), ...checkMasterKey(facts), ...checkDestroyed(facts, program.serverRuns)];
}

function checkIdentity({ keyStoreId }: VaultFacts, expected: string | null): readonly Finding[] {
  if (expected === null || keyStoreId === expected) return [];
  const actual = keyStoreId === null ? 'is not whole' : `is ${keyStoreId}`;
  const remedy =
    keyStoreId === null ? 'Where `posthorn migrate` was cut off, run it again: it continues.' : restoreTogether;
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
        finding(
          'error',
          'wrong-master-key',
          'The master key is not the one that this vault was sealed with.',
          restoreTogether,
        ),
      ];
    case 'missing':
      return [
        finding(
          'error',
          'master-key-missing',
          'MASTER_KEY is unset and there is no master.key: no email can be read, and the server does not start.',
          'Put your copy of master.key back, or set MASTER_KEY or MASTER_KEY_FILE.',
        ),
      ];
    case 'unreadable':
      return [
        finding(
          'error',
          'master-key-unreadable',
          'master.key cannot be read, or is no key.',
          'Run doctor as the user of the server; if the file is damaged, put your copy back.',
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
        `destroyed-keys.log has ${bytes} bytes, and ${appliedBytes} were applied: lines of it are lost, and an older vault would bring back what they destroyed.`,
        'Put your newest copy of destroyed-keys.log back.',
      ),
    ];
  }
  if (bytes === appliedBytes || serverRuns) return [];
  return [
    finding(
      'warning',
      'destroyed-kids-not-applied',
      `${bytes - appliedBytes} bytes of destroyed-keys.log are not applied to this vault: keys that were destroyed are in it.`,
      'Start the server: it destroys them again before anything else.',
    ),
  ];
}
