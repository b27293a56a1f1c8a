import 'reflect-metadata';
import type { Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import {
  type ChangeApiKeyResult,
  CreateApiKey,
  type CreateApiKeyResult,
  DeleteApiKey,
  RenameApiKey,
} from '../../src/application/api-key/manage-api-keys.js';
import { ListApiKeys, type ListApiKeysResult } from '../../src/application/api-key/list-api-keys.js';
import {
  GetCapturedMail,
  type GetCapturedMailResult,
  GetCapturedMessage,
  type GetCapturedMessageResult,
} from '../../src/application/email/get-captured-mail.js';
import {
  GetEmailHistory,
  type GetEmailHistoryResult,
  GetEmailTimeline,
  type GetEmailTimelineResult,
} from '../../src/application/email/email-history.js';
import { GetEmail, type GetEmailResult } from '../../src/application/email/get-email.js';
import { GetShownEmail, type GetShownEmailResult } from '../../src/application/email/get-shown-email.js';
import { FindEmails, type FindEmailsResult } from '../../src/application/email/find-emails.js';
import { ListEmails, type ListEmailsResult } from '../../src/application/email/list-emails.js';
import {
  GetLog,
  type GetLogResult,
  ListLogs,
  type ListLogsResult,
} from '../../src/application/request-log/read-logs.js';
import {
  ChangeDomain,
  type ChangeDomainResult,
  CreateDomain,
  type CreateDomainResult,
} from '../../src/application/sending-domain/manage-domains.js';
import {
  GetDomain,
  type GetDomainResult,
  ListDomains,
  type ListDomainsResult,
  ListShownDomains,
  type ListShownDomainsResult,
} from '../../src/application/sending-domain/read-domains.js';
import type { UseCase } from '../../src/application/access/use-case.js';
import type { AnsweredRequest, RequestDetail } from '../../src/domain/request-log/events.js';
import { ReadPlaces } from '../../src/application/shared/read-places.js';
import { createByteBudget } from '../../src/application/shared/byte-budget.js';
import type { Principal } from '../../src/application/shared/context.js';
import { AcceptBatch, type AcceptBatchResult } from '../../src/application/submission/accept-rest-batch.js';
import { AcceptEmail, type AcceptEmailResult } from '../../src/application/submission/accept-rest-email.js';
import { GetEmailMetrics, type GetEmailMetricsResult } from '../../src/application/metrics/get-email-metrics.js';
import { GetUsage, type GetUsageResult } from '../../src/application/usage/get-usage.js';
import {
  configureHttp,
  createHttpAdapter,
  type HttpOptions,
  httpModule,
  type Readiness,
} from '../../src/infrastructure/http/http.module.js';
import { createMetrics } from '../../src/infrastructure/telemetry/metrics.js';
import { parts } from '../../src/programs/server/edge.js';
import { emailId, teamId } from './http-documents.js';

type Handled<Message, Result> = (message: Message) => Result;

/** The application behind the edge: what each message answers, to be replaced by a test. */
interface FakeApplication {
  acceptEmail: Handled<AcceptEmail, AcceptEmailResult>;
  acceptBatch: Handled<AcceptBatch, AcceptBatchResult>;
  getEmail: Handled<GetEmail, GetEmailResult>;
  getShownEmail: Handled<GetShownEmail, GetShownEmailResult>;
  listEmails: Handled<ListEmails, ListEmailsResult>;
  findEmails: Handled<FindEmails, FindEmailsResult>;
  timeline: Handled<GetEmailTimeline, GetEmailTimelineResult>;
  history: Handled<GetEmailHistory, GetEmailHistoryResult>;
  captured: Handled<GetCapturedMail, GetCapturedMailResult>;
  capturedMessage: Handled<GetCapturedMessage, GetCapturedMessageResult>;
  createApiKey: Handled<CreateApiKey, CreateApiKeyResult>;
  renameApiKey: Handled<RenameApiKey, ChangeApiKeyResult>;
  deleteApiKey: Handled<DeleteApiKey, ChangeApiKeyResult>;
  listApiKeys: Handled<ListApiKeys, ListApiKeysResult>;
  createDomain: Handled<CreateDomain, CreateDomainResult>;
  changeDomain: Handled<ChangeDomain, ChangeDomainResult>;
  listDomains: Handled<ListDomains, ListDomainsResult>;
  listShownDomains: Handled<ListShownDomains, ListShownDomainsResult>;
  getDomain: Handled<GetDomain, GetDomainResult>;
  usage: Handled<GetUsage, GetUsageResult>;
  metrics: Handled<GetEmailMetrics, GetEmailMetricsResult>;
  listLogs: Handled<ListLogs, ListLogsResult>;
  getLog: Handled<GetLog, GetLogResult>;
}

const unusedUntil = (day: string) => ({ sent: 0, received: 0, limit: null, resetsAt: `${day}T00:00:00.000Z` });

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
  createDomain: ({ settings }) => ({ refused: 'name-taken', name: settings.name }),
  changeDomain: () => ({ refused: 'not-found' }),
  listDomains: () => ({ documents: [], hasMore: false }),
  listShownDomains: () => ({ documents: [], hasMore: false }),
  getDomain: () => undefined,
  metrics: () => ({ totals: {}, rows: undefined }),
  usage: () => ({
    emails: { daily: unusedUntil('2026-03-03'), monthly: unusedUntil('2026-04-01') },
    domains: 0,
    contacts: 0,
    segments: 0,
    broadcasts: 0,
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

interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string | undefined;
}

interface NotedRequest {
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

interface CallOptions {
  readonly key?: string | null;
  /** Sent as JSON; a string or bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
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
    readiness: { ready: true, accepts: true, cannotStore: false, detail: 'serving' },
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
    deliveryTroubles: () => [],
    deliveryHeldSince: () => null,
    servesApi: true,
    publicUrl: 'http://posthorn.test',
    regions: ['us-east-1', 'eu-west-1'],
    installation: {
      smtp: null,
      retentionDays: null,
      requestLogDays: 30,
      noticesLeave: true,
      delivery: { mode: 'capture', relaySuppresses: true },
    },
    maxBodyBytes: 1_000_000,
    importMaxBytes: 1_000_000,
    budget: createByteBudget(10_000_000),
    ...overrides,
  };
  const module = await Test.createTestingModule({
    imports: [CqrsModule.forRoot(), httpModule(options, parts)],
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
      // One whose request was answered before all of its body had come is not idle yet, and would be kept alive for 72
      // s.
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
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The application is looked up at each call, so that a test can replace an answer on a running server. */
function handlersOf(application: FakeApplication) {
  return [
    faked(AcceptEmail, (input) => application.acceptEmail(input)),
    faked(AcceptBatch, (input) => application.acceptBatch(input)),
    faked(CreateApiKey, (input) => application.createApiKey(input)),
    faked(RenameApiKey, (input) => application.renameApiKey(input)),
    faked(DeleteApiKey, (input) => application.deleteApiKey(input)),
    faked(GetEmail, (input) => application.getEmail(input)),
    faked(GetShownEmail, (input) => application.getShownEmail(input)),
    faked(ListEmails, (input) => application.listEmails(input)),
    faked(FindEmails, (input) => application.findEmails(input)),
    faked(GetEmailTimeline, (input) => application.timeline(input)),
    faked(GetEmailHistory, (input) => application.history(input)),
    faked(GetCapturedMail, (input) => application.captured(input)),
    faked(GetCapturedMessage, (input) => application.capturedMessage(input)),
    faked(ListApiKeys, (input) => application.listApiKeys(input)),
    faked(CreateDomain, (input) => application.createDomain(input)),
    faked(ChangeDomain, (input) => application.changeDomain(input)),
    faked(ListDomains, (input) => application.listDomains(input)),
    faked(ListShownDomains, (input) => application.listShownDomains(input)),
    faked(GetDomain, (input) => application.getDomain(input)),
    faked(GetUsage, (input) => application.usage(input)),
    faked(GetEmailMetrics, (input) => application.metrics(input)),
    faked(ListLogs, (input) => application.listLogs(input)),
    faked(GetLog, (input) => application.getLog(input)),
  ];
}

/** What Nest registers in place of the use case. */
function faked<Input, Result>(useCase: UseCase<never, Input, Result>, answer: (input: never) => Result): Provider {
  // A use case may read less of its input than a fake does; both are given all of it.
  return useCase.provider({ run: async (input) => answer(input as never) });
}
