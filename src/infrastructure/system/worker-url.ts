/**
 * The compiled file of a worker thread that lies beside the calling module. A worker runs plain JavaScript; when the
 * caller is still TypeScript (under the test runner, which compiles in memory) the built file in `dist` is meant.
 */
export function workerUrl(moduleUrl: string, file: string): URL {
  const url = new URL(file, moduleUrl);
  if (moduleUrl.endsWith('.ts')) url.pathname = url.pathname.replace(/\/src\/(?!.*\/src\/)/, '/dist/');
  return url;
}
