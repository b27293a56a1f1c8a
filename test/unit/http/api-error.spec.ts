import { describe, expect, it } from '@jest/globals';
import { ApiError, notFound } from '../../../src/infrastructure/http/edge/errors/api-error.js';

describe('an error that a request is answered with', () => {
  it('notes no stack, and leaves those of other errors alone', () => {
    const { stackTraceLimit } = Error;
    const refused = notFound('Email not found');
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toBeInstanceOf(Error);
    expect(refused.stack).not.toContain('\n');
    expect(refused.body).toEqual({ statusCode: 404, message: 'Email not found', name: 'not_found' });
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
    expect(new Error('another').stack).toContain('\n    at ');
  });
});
