import type { DeclaredProcessManager } from '../../application/shared/run-process-manager.js';
import type { Resource } from '../../application/shared/resource.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

/**
 * A resource with its part of the API and what follows the log for it. These are loaded by a process that needs them:
 * threads and most commands go without.
 */
export interface Served extends Resource {
  readonly http?: () => Promise<HttpPart>;
  readonly processManagers?: () => Promise<readonly DeclaredProcessManager[]>;
}
