import 'reflect-metadata';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { z } from 'zod';
import { Answers, get, onPage, operationsOf, post } from '../../../src/infrastructure/http/openapi/operation.js';

const answer = z.strictObject({ id: z.string(), tags: z.array(z.string()) });
const example = { summary: 'One', answer: { id: 'a', tags: [] } };
const send = post({
  path: '/things',
  olderPaths: ['/thing'],
  summary: 'Send',
  description: 'More of it.',
  answer,
  examples: { one: example, two: example },
});
const read = get({ path: '/things/{id}', isPageRead: true, summary: 'Read', answer, examples: { one: example } });

class Things {
  @Answers(send)
  async send() {
    return { id: 'a', tags: ['b'] as const };
  }

  @Answers(read)
  read() {
    return { id: 'a', tags: [] };
  }

  // @ts-expect-error an answer that the schema does not know
  @Answers(read)
  wrong() {
    return { id: 1, tags: [] };
  }

  helper(): void {}
}

describe('an operation', () => {
  const pathsOf = (method: object): unknown => Reflect.getMetadata(PATH_METADATA, method);

  it('gives its method every path that it is served under', () => {
    expect(pathsOf(Things.prototype.send)).toEqual(['/things', '/thing']);
    expect(pathsOf(Things.prototype.read)).toEqual(['/things/:id', '/dashboard-api/things/:id']);
  });

  it('is found by its controller, in the order of the methods, on its older paths too', () => {
    const found = operationsOf(Things);
    expect(found.slice(0, 3)).toEqual([send, expect.anything(), read]);
    const { description: _description, ...rest } = send;
    expect(found[1]).toEqual({
      ...rest,
      path: '/thing',
      summary: 'Send (older path)',
      deprecated: true,
      examples: { one: example },
    });
  });

  it('stands in the document for the page under its own path', () => {
    expect(onPage(read)).toEqual({ ...read, path: '/dashboard-api/things/{id}', summary: 'Read, for the dashboard' });
  });
});
