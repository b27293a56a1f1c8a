import type { Resource } from '../../application/shared/resource.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

/** A resource with its part of the API. That is loaded by a process that serves it: threads and commands go without. */
export interface Served extends Resource {
  readonly http?: () => Promise<HttpPart>;
}
