import type { TlsReportsPorts } from '../../application/tls-report/tls-reports.js';
import { createOutboundHttp, type Guard } from '../outbound-http/outbound-http.js';

export interface ReportPostSettings {
  /** Anyone who has a domain names the server: where connections may lead. */
  readonly guard: Guard;
}

/** No email waits for it. */
const timeoutMs = 30_000;
const connectTimeoutMs = 10_000;
/** Nothing of it but its status is read. */
const mostAnswerBytes = 64 * 1024;

/** RFC 8460 §5.4: reports over HTTPS, with a certificate that is valid for the name. */
export function createReportPost({ guard }: ReportPostSettings): TlsReportsPorts['post'] {
  return async (url, report) => {
    const http = createOutboundHttp({ guard, keepAliveMs: 0, connectTimeoutMs, mostAnswerBytes });
    try {
      const headers = { 'content-type': 'application/tlsrpt+gzip', 'user-agent': 'posthorn (reports about TLS)' };
      const signal = AbortSignal.timeout(timeoutMs);
      const { statusCode, body } = await http.request(new URL(url), { method: 'POST', headers, body: report, signal });
      await body.dump();
      return statusCode >= 200 && statusCode < 300;
    } catch {
      return false;
    } finally {
      await http.close();
    }
  };
}
