import { VaultUnavailable } from '../../../application/ports/vault.js';
import { withTimeout } from '../../../application/shared/timeout.js';
import { orUnavailable } from '../or-unavailable.js';

/** Every question to the server goes through this; it rejects with `vault-unavailable` and nothing else. */
export type Call = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Each call is given so long, whatever the driver still waits for: what it wrote may be there, or come later. */
export function boundedCalls(timeoutMs: number): { readonly call: Call; close(): void } {
  let closed = false;
  return {
    async call(work) {
      if (closed) throw new VaultUnavailable('the vault is closed');
      return orUnavailable(() => withTimeout(timeoutMs, work()));
    },
    close() {
      closed = true;
    },
  };
}
