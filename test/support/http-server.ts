import 'reflect-metadata';
import { CommandHandler, CqrsModule, QueryHandler } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import {
  type ChangeApiKeyResult,
  CreateApiKeyCommand,
  type CreateApiKeyResult,
  DeleteApiKeyCommand,
  RenameApiKeyCommand,
} from '../../src/application/api-key/manage-api-keys.js';
import { ListApiKeysQuery, type ListApiKeysResult } from '../../src/application/api-key/list-api-keys.js';
import {
  GetCapturedMailQuery,
  type GetCapturedMailResult,
  GetCapturedMessageQuery,
  type GetCapturedMessageResult,
} from '../../src/application/email/get-captured-mail.js';
import {
  GetEmailHistoryQuery,
  type GetEmailHistoryResult,
  GetEmailTimelineQuery,
  type GetEmailTimelineResult,
} from '../../src/application/email/email-history.js';
import { GetEmailQuery, type GetEmailResult } from '../../src/application/email/get-email.js';
import { GetShownEmailQuery, type GetShownEmailResult } from '../../src/application/email/get-shown-email.js';
import { FindEmailsQuery, type FindEmailsResult } from '../../src/application/email/find-emails.js';
import { ListEmailsQuery, type ListEmailsResult } from '../../src/application/email/list-emails.js';
import {
  GetLogQuery,
  type GetLogResult,
  ListLogsQuery,
  type ListLogsResult,
} from '../../src/application/request-log/read-logs.js';
import {
  ChangeDomainCommand,
  type ChangeDomainResult,
  CreateDomainCommand,
  type CreateDomainResult,
} from '../../src/application/sending-domain/manage-domains.js';
import {
  GetDomainQuery,
  type GetDomainResult,
  ListDomainsQuery,
  type ListDomainsResult,
} from '../../src/application/sending-domain/read-domains.js';
import type { AnsweredRequest, RequestDetail } from '../../src/domain/request-log/events.js';
import { ReadPlaces } from '../../src/application/shared/read-places.js';
import { createByteBudget } from '../../src/application/shared/byte-budget.js';
import type { Principal } from '../../src/application/shared/context.js';
import { AcceptBatchCommand, type AcceptBatchResult } from '../../src/application/submission/accept-rest-batch.js';
import { AcceptEmailCommand, type AcceptEmailResult } from '../../src/application/submission/accept-rest-email.js';
import { GetEmailMetricsQuery, type GetEmailMetricsResult } from '../../src/application/metrics/get-email-metrics.js';
import { GetUsageQuery, type GetUsageResult } from '../../src/application/usage/get-usage.js';
import {
  configureHttp,
  createHttpAdapter,
  type HttpOptions,
  httpModule,
  type Readiness,
} from '../../src/infrastructure/http/http.module.js';
import { createMetrics } from '../../src/infrastructure/telemetry/metrics.js';
import { emailId, teamId } from './http-documents.js';

type Handled<Message, Result> = (message: Message) => Result;

/** The application behind the edge: what each message answers, to be replaced by a test. */
export interface FakeApplication {
  acceptEmail: Handled<AcceptEmailCommand, AcceptEmailResult>;
  acceptBatch: Handled<AcceptBatchCommand, AcceptBatchResult>;
  getEmail: Handled<GetEmailQuery, GetEmailResult>;
  getShownEmail: Handled<GetShownEmailQuery, GetShownEmailResult>;
  listEmails: Handled<ListEmailsQuery, ListEmailsResult>;
  findEmails: Handled<FindEmailsQuery, FindEmailsResult>;
  timeline: Handled<GetEmailTimelineQuery, GetEmailTimelineResult>;
  history: Handled<GetEmailHistoryQuery, GetEmailHistoryResult>;
  captured: Handled<GetCapturedMailQuery, GetCapturedMailResult>;
  capturedMessage: Handled<GetCapturedMessageQuery, GetCapturedMessageResult>;
  createApiKey: Handled<CreateApiKeyCommand, CreateApiKeyResult>;
  renameApiKey: Handled<RenameApiKeyCommand, ChangeApiKeyResult>;
  deleteApiKey: Handled<DeleteApiKeyCommand, ChangeApiKeyResult>;
  listApiKeys: Handled<ListApiKeysQuery, ListApiKeysResult>;
  createDomain: Handled<CreateDomainCommand, CreateDomainResult>;
  changeDomain: Handled<ChangeDomainCommand, ChangeDomainResult>;
  listDomains: Handled<ListDomainsQuery, ListDomainsResult>;
  getDomain: Handled<GetDomainQuery, GetDomainResult>;
  usage: Handled<GetUsageQuery, GetUsageResult>;
  metrics: Handled<GetEmailMetricsQuery, GetEmailMetricsResult>;
  listLogs: Handled<ListLogsQuery, ListLogsResult>;
  getLog: Handled<GetLogQuery, GetLogResult>;
}

const unusedUntil = (day: string) => ({ used: 0, limit: null, resetsAt: `${day}T00:00:00.000Z` });

const nothingThere = (): FakeApplication => ({
  acceptEmail: () => ({ emailId }),
  acceptBatch: ({ items }) => ({ emailIds: items.filter((item) => 'request' in item).map(() => emailId), errors: [] }),
  getEmail: () => undefined,
  getShownEmail: () => undefined,
  listEmails: () => ({ documents: [], hasMore: false }),
  findEmails: () => ({ documents: [], hasMore: false }),
  timeline: () => undefined,
  history: () => undefined,
  captured: () => undefined,
  capturedMessage: () => undefined,
  createApiKey: () => ({ id: emailId, token: 're_made' }),
  renameApiKey: () => ({ refused: 'not-found' }),
  deleteApiKey: () => ({ refused: 'not-found' }),
  listApiKeys: () => ({ documents: [], hasMore: false }),
  createDomain: ({ wish }) => ({ refused: 'name-taken', name: wish.name }),
  changeDomain: () => ({ refused: 'not-found' }),
  listDomains: () => ({ documents: [], hasMore: false }),
  getDomain: () => undefined,
  metrics: () => ({ totals: {}, rows: undefined }),
  usage: () => ({
    emails: { daily: unusedUntil('2026-03-03'), monthly: unusedUntil('2026-04-01') },
    domains: 0,
    requestsPerSecond: null,
  }),
  listLogs: () => ({ documents: [], hasMore: false }),
  getLog: () => undefined,
});

export const fullKey = 're_full_access_key_for_tests';
export const sendingKey = 're_sending_access_key_for_tests';
const principals: Readonly<Record<string, Principal>> = {
  [fullKey]: { apiKeyId: '0198c0de-0000-7000-8000-00000000000a', teamId, permission: 'full_access', domainId: null },
  [sendingKey]: {
    apiKeyId: '0198c0de-0000-7000-8000-00000000000b',
    teamId,
    permission: 'sending_access',
    domainId: null,
  },
};

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string | undefined;
}

export interface NotedRequest {
  readonly request: AnsweredRequest;
  readonly detail: RequestDetail;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  readonly app: NestFastifyApplication;
  readonly application: FakeApplication;
  readonly log: LogLine[];
  /** What the request log was told. */
  readonly requests: NotedRequest[];
  readiness: Readiness;
  problems: readonly string[];
  /** A JSON request with the full-access key, unless the options say otherwise. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly key?: string | null;
  /** Sent as JSON; a string or bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The HTTP edge on a real port, with fakes behind it. */
export async function startHttpServer(
  overrides: Partial<HttpOptions> = {},
  trustedProxies: readonly string[] = [],
): Promise<HttpServer> {
  const application = nothingThere();
  const log: LogLine[] = [];
  const requests: NotedRequest[] = [];
  const state: { readiness: Readiness; problems: readonly string[] } = {
    readiness: { ready: true, accepts: true, detail: 'serving' },
    problems: [],
  };
  const options: HttpOptions = {
    authenticator: { authenticate: async (token) => principals[token] },
    clock: { now: () => Date.now() },
    rateLimiters: null,
    readPlaces: new ReadPlaces(),
    quotas: null,
    metrics: createMetrics(),
    logger: recordingLogger(log),
    requestLog: { note: (_teamId, request, detail) => void requests.push({ request, detail }) },
    readiness: () => state.readiness,
    problems: async () => state.problems,
    deliveryHeldSince: () => null,
    servesApi: true,
    publicUrl: 'http://posthorn.test',
    regions: ['us-east-1', 'eu-west-1'],
    installation: { smtp: null, retentionDays: null, requestLogDays: 30 },
    claimPrefix: 'posthorn-domain-verification',
    maxBodyBytes: 1_000_000,
    budget: createByteBudget(10_000_000),
    ...overrides,
  };
  const module = await Test.createTestingModule({
    imports: [CqrsModule.forRoot(), httpModule(options)],
    providers: handlersOf(application),
  }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(createHttpAdapter(trustedProxies), {
    logger: false,
  });
  await configureHttp(app);
  await app.listen(0, '127.0.0.1');
  const address = app.getHttpServer().address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    port: address.port,
    app,
    application,
    log,
    requests,
    get readiness() {
      return state.readiness;
    },
    set readiness(readiness) {
      state.readiness = readiness;
    },
    get problems() {
      return state.problems;
    },
    set problems(problems) {
      state.problems = problems;
    },
    call: (method, path, callOptions) => call(`${url}${path}`, method, callOptions),
    async close() {
      const closed = app.close();
      // One whose request was answered before all of its body had come is not idle yet, and would be kept alive for 72 s.
      app.getHttpServer().closeAllConnections();
      await closed;
    },
  };
}

async function call(url: string, method: string, { key = fullKey, body, headers }: CallOptions = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}

function recordingLogger(log: LogLine[]): HttpOptions['logger'] {
  const at = (level: LogLine['level']) => (fields: object, message?: string) => {
    log.push({ level, fields: fields as LogLine['fields'], message });
  };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** The application is looked up at each call, so that a test can replace an answer on a running server. */
function handlersOf(application: FakeApplication) {
  return [
    commandHandler(AcceptEmailCommand, (command) => application.acceptEmail(command)),
    commandHandler(AcceptBatchCommand, (command) => application.acceptBatch(command)),
    commandHandler(CreateApiKeyCommand, (command) => application.createApiKey(command)),
    commandHandler(RenameApiKeyCommand, (command) => application.renameApiKey(command)),
    commandHandler(DeleteApiKeyCommand, (command) => application.deleteApiKey(command)),
    queryHandler(GetEmailQuery, (query) => application.getEmail(query)),
    queryHandler(GetShownEmailQuery, (query) => application.getShownEmail(query)),
    queryHandler(ListEmailsQuery, (query) => application.listEmails(query)),
    queryHandler(FindEmailsQuery, (query) => application.findEmails(query)),
    queryHandler(GetEmailTimelineQuery, (query) => application.timeline(query)),
    queryHandler(GetEmailHistoryQuery, (query) => application.history(query)),
    queryHandler(GetCapturedMailQuery, (query) => application.captured(query)),
    queryHandler(GetCapturedMessageQuery, (query) => application.capturedMessage(query)),
    queryHandler(ListApiKeysQuery, (query) => application.listApiKeys(query)),
    commandHandler(CreateDomainCommand, (command) => application.createDomain(command)),
    commandHandler(ChangeDomainCommand, (command) => application.changeDomain(command)),
    queryHandler(ListDomainsQuery, (query) => application.listDomains(query)),
    queryHandler(GetDomainQuery, (query) => application.getDomain(query)),
    queryHandler(GetUsageQuery, (query) => application.usage(query)),
    queryHandler(GetEmailMetricsQuery, (query) => application.metrics(query)),
    queryHandler(ListLogsQuery, (query) => application.listLogs(query)),
    queryHandler(GetLogQuery, (query) => application.getLog(query)),
  ];
}

function commandHandler<Message>(type: new (...args: never[]) => Message, answer: (message: Message) => unknown) {
  class Handler {
    async execute(message: Message): Promise<unknown> {
      return answer(message);
    }
  }
  CommandHandler(type as never)(Handler);
  return Handler;
}

function queryHandler<Message>(type: new (...args: never[]) => Message, answer: (message: Message) => unknown) {
  class Handler {
    async execute(message: Message): Promise<unknown> {
      return answer(message);
    }
  }
  QueryHandler(type as never)(Handler);
  return Handler;
}
