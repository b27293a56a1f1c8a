/** What holds for every endpoint, in Markdown. */
export const conventions = `**Keys.** Every endpoint but the open ones wants \`Authorization: Bearer re_…\`. A key has full access, or may only send.

**Answers** are JSON with a body, errors included: \`statusCode\`, \`name\` and \`message\`. Act on the name; the message is for
people. A path that does not exist is 404 \`not_found\`, a method that a path does not know 405 \`method_not_allowed\` with an
\`allow\` header. Unknown fields of a request are ignored. New fields may be added to answers at any time.

**Times** are UTC, written \`2026-01-02 03:04:05.678000+00\`, or in ISO 8601 where it says so.

**Lists** have \`object\`, \`has_more\` and \`data\`, the newest first. \`limit\` is 1 to 100; \`after\` and \`before\` are the id of an
item of the list, and exclude each other.

**Repeating a request.** Send an \`Idempotency-Key\` with each new email: for 24 hours, a repeat with the same key and body gets
the first answer, and nothing is sent again. After 429 and 503 wait as long as \`retry-after\` says.

**Limits.** The requests of a team are counted per second, with all its keys together (\`ratelimit-*\` headers). Quotas count
recipients per day and per month (\`x-resend-daily-quota\`, \`x-resend-monthly-quota\`).`;
