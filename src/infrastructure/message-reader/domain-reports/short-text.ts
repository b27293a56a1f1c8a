import { asciiDomain } from '../../addresses/ascii-domain.js';
import { withoutControls } from '../header-section.js';

/** What a stranger calls themselves, or a report: of a length that can be shown. */
export const shortText = (written: unknown): string =>
  typeof written === 'string' || typeof written === 'number'
    ? withoutControls(String(written).slice(0, 1_024)).slice(0, 200)
    : '';

/** RFC 1035 §2.3.4, in text. */
const mostDomainCharacters = 253;

/** In A-labels and lower case, without a dot at its end; null where it is none. */
export function reportedDomain(written: unknown): string | null {
  if (typeof written !== 'string' || written.length > mostDomainCharacters) return null;
  const domain = asciiDomain(written.trim().replace(/\.$/, ''));
  return domain === '' || domain.length > mostDomainCharacters ? null : domain;
}
