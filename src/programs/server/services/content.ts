import type { ExportProgress } from '../../../application/export/exports.js';
import { imageBytes } from '../../../application/image/images.js';
import { importBytes } from '../../../application/import/imports.js';
import type { TeamReadPorts } from '../../../application/shared/all-of-team.js';
import { DiskUse } from '../../../application/shared/disk-use.js';
import { contentBytes } from '../../../application/template/content-bytes.js';
import { createHostLookup } from '../../../infrastructure/addresses/host-lookup.js';
import { readBareAddress } from '../../../infrastructure/addresses/mailbox.js';
import { isPublicAddress } from '../../../infrastructure/addresses/public-address.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { confirmationWriter } from '../../../infrastructure/http/forms/confirmation-email.js';
import { linksIn } from '../../../infrastructure/html/read-links.js';
import { createLinkChecker } from '../../../infrastructure/link-checker/link-checker.js';
import { createMailComposer } from '../../../infrastructure/mail-composer/mail-composer.js';
import { createRspamd } from '../../../infrastructure/spam-filter/rspamd.js';
import { consentProofOf } from '../../consent-proof.js';
import type { Base } from './base.js';

/** What reads, checks and keeps contents: of templates, broadcasts and files. */
export function contentServices(base: Base, config: Config) {
  const exportProgress: ExportProgress = new Map();
  return {
    /** For what is shown, not sent: it signs nothing. */
    composer: createMailComposer({ sign: async (message) => message }),
    /** What no template is published with. */
    checkRefuses: config.checkRefuses,
    /** Null where links are not asked. */
    linkChecker: config.review.checksLinks
      ? createLinkChecker({
          isAllowed: config.allowPrivateFetch ? () => true : isPublicAddress,
          resolve: createHostLookup(config.dns),
          own: base.own,
        })
      : null,
    /** Null where there is none. */
    spamFilter: config.review.rspamdUrl === null ? null : createRspamd(config.review.rspamdUrl, base.onFailure),
    linksIn,
    readAddress: readBareAddress,
    /** What sheets of consent are made with. */
    consentProof: consentProofOf(base.keys),
    /** What emails say that ask whether a person wants to join. */
    confirmationWriter,
    /** Progress of the exports that this process makes. */
    exportProgress,
    exportLimits: { kept: config.exports.perTeam, keptBytes: config.exports.bytesPerTeam },
    disk: diskUseOf(base, config),
  };
}

/** What each kind of file takes of the disk is counted by its own lists. */
function diskUseOf({ readStore, ownWrites, teamOwners, clock }: Base, { diskBytesPerTeam: most }: Config): DiskUse {
  const ports: TeamReadPorts = { readStore, ownWrites };
  const counted = (mostBytes: number, bytesOf: (ports: TeamReadPorts, teamId: string) => Promise<number>) => ({
    mostBytes,
    keptBytes: (teamId: string) => bytesOf(ports, teamId),
  });
  return new DiskUse(
    {
      images: counted(most.images, imageBytes),
      imports: counted(most.imports, importBytes),
      contents: counted(most.contents, contentBytes),
    },
    teamOwners,
    () => clock.monotonicMs(),
  );
}
