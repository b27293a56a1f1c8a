import { ApiError } from './api-error.js';

/** Who has the link has no key: it says nothing of what there is. */
export function linkInvalid(): ApiError {
  return new ApiError(403, 'invalid_access', 'The download link is invalid or has expired. Ask the API for a new one.');
}
