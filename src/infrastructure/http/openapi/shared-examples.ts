/* The things that examples of several resources speak of. */

export const emailId = '019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e11';
export const secondEmailId = '019a3f5e-7c1a-7d30-9c4b-30b1d2a4f722';
export const domainId = '019a3f5e-7c1a-7d30-9c4b-6d6f0a5c8e55';
export const contactId = '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c77';
export const segmentId = '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c88';
export const topicId = '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c99';
export const createdAt = '2026-01-02 03:04:05.678000+00';
export const listOf = <Item>(...data: readonly Item[]) => ({ object: 'list', has_more: false, data }) as const;
