import type { DomainFindings } from '../../api/documents';

/** What the status of a domain means now, and what to do about it. */
export function meaningOf({ origin, status, may_send: maySend, claim }: DomainFindings): string {
  if (claim !== null)
    return 'Another team has this name, and a claim on it is under way: nothing is sent from here yet.';
  if (origin === 'sandbox') {
    return 'A sandbox of this server: every team may send from it, and its mail never leaves the machine.';
  }
  if (origin === 'preverified') {
    return 'The configuration of this server vouches for it, so it sends whatever DNS shows. Publish the records all the same: receivers look for them.';
  }
  return meanings[status] ?? (maySend ? 'Mail from this domain is sent.' : 'Mail from this domain is refused.');
}

const meanings: Readonly<Record<string, string>> = {
  not_started:
    'Mail from this domain is refused until its records are there. Publish those below where the zone is kept, then press Verify.',
  pending:
    'Mail from this domain is refused until each needed record is there. They are looked for again by themselves; Verify asks at once.',
  verified: 'Every needed record is there. Mail from this domain is sent.',
  temporary_failure:
    'A needed record that was there is gone. Mail is still sent; publish the record again before the domain fails.',
  partially_verified:
    'Of sending and receiving one is verified, and the records of the other are looked for. The table says which are missing.',
  partially_failed:
    'Of sending and receiving one is verified; a record of the other was missing for too long. Publish it, then press Verify.',
  failed:
    'A needed record was missing for too long, and mail from this domain is refused. Publish it, then press Verify: the search begins anew.',
};
