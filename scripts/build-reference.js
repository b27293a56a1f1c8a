// Puts the page of `/docs` together in `dist/reference`: our own two files, and Swagger UI as its package brings it.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
const own = fileURLToPath(new URL('../reference', import.meta.url));
const built = fileURLToPath(new URL('../dist/reference', import.meta.url));

rmSync(built, { recursive: true, force: true });
mkdirSync(join(built, 'assets'), { recursive: true });
cpSync(join(own, 'index.html'), join(built, 'index.html'));
cpSync(join(own, 'start.js'), join(built, 'assets/start.js'));
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']) {
  cpSync(join(swaggerUi, file), join(built, 'assets', file));
}
