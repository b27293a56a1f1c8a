import { getDomain } from 'tldts';

/**
 * The name that was registered, of which this one is a part: `example.co.uk` of `mail.example.co.uk`, after the public
 * suffix list. A public suffix stands for itself.
 */
export function registeredZoneOf(name: string): string {
  return getDomain(name) ?? name;
}
