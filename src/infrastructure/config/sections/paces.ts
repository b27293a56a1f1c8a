/** Waits, paces and limits that no operator needs to choose, in milliseconds where the name says so. */
const usual = {
  LIST_PATIENCE_MS: 500,
  SEAL_EVERY_MS: 60_000,
  MX_MISSING_CACHE_MS: 15_000,
  MTA_STS_PORT: 443,
  MX_SLOW_AFTER_MS: 2_000,
  MX_PAUSE_MS: 10_000,
  MX_LONGEST_PAUSE_MS: 900_000,
  TLS_REPORT_SPREAD_MS: 4 * 3_600_000,
  TLS_REPORT_EVERY_MS: 60_000,
  TLS_BROKEN_MS: 3 * 86_400_000,
  CONNECT_TIMEOUT_MS: 30_000,
  GREETING_TIMEOUT_MS: 60_000,
  COMMAND_TIMEOUT_MS: 300_000,
  CLAIM_MARGIN_MS: 30_000,
  MAX_UNKNOWN_OUTCOMES: 3,
  DNS_TIMEOUT_MS: 3_000,
  DNS_TRIES: 3,
  DNS_ZONE_SERVER_PORT: 53,
  DKIM_GRACE_MS: 7 * 86_400_000,
  DKIM_CHECK_MS: 900_000,
  DOMAIN_CHECK_PENDING_MS: 900_000,
  DOMAIN_CHECK_VERIFIED_MS: 86_400_000,
  DOMAIN_CHECK_PATIENCE_MS: 3 * 86_400_000,
};

/** What a suite chooses instead, in the environment of the process that it starts: `POSTHORN_TEST_DNS_TRIES=1`. */
export const testPrefix = 'POSTHORN_TEST_';

export type Paces = Readonly<typeof usual>;

/** Throws on a name of a suite's that is none of these, or a value that is not a whole number. */
export function pacesOf(given: Readonly<Record<string, string | undefined>>): Paces {
  const chosen = Object.entries(given).flatMap(([name, value]) => {
    if (!name.startsWith(testPrefix)) return [];
    const pace = name.slice(testPrefix.length);
    if (!(pace in usual) || !/^\d+$/.test(value ?? '')) throw new Error(`no pace: ${name}`);
    return [[pace, Number(value)] as const];
  });
  return { ...usual, ...Object.fromEntries(chosen) };
}
