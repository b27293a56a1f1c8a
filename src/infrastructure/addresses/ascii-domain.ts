import { domainToASCII } from 'node:url';

/**
 * A domain in A-labels and lower case; empty where it is none. IDNA only where it is needed: the URL standard would
 * also decode percent signs and read numbers as IPv4.
 */
export function asciiDomain(domain: string): string {
  if (/^[\w.-]*$/.test(domain)) return domain.toLowerCase();
  return /^[\w.-]*$/.test(domain.replace(/\P{ASCII}/gu, '')) ? domainToASCII(domain) : '';
}
