/** A request, and the answer to it. */
export interface Example {
  readonly summary: string;
  /** Absent: the request has no body. */
  readonly request?: unknown;
  /** Header fields that the request needs for this answer. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

/** By method and path, as in `POST /emails`, and then by the name of the example. */
export type ExampleTable = Readonly<Record<string, Readonly<Record<string, Example>>>>;

/* The things that several examples speak of. */

export const emailId = '019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e11';
export const secondEmailId = '019a3f5e-7c1a-7d30-9c4b-30b1d2a4f722';
export const createdAt = '2026-01-02 03:04:05.678000+00';
export const listOf = (...data: readonly unknown[]) => ({ object: 'list', has_more: false, data });
