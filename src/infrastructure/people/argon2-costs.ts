/** The first choice of OWASP's page on storing passwords; argon2id is the package's default. */
export const argon2Costs = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
