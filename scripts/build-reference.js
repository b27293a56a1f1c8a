// Puts the page of `/docs` together in `dist/reference`: our own files, the mark and the colour scheme of the dashboard, and Swagger UI as its
// package brings it.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
const own = fileURLToPath(new URL('../reference', import.meta.url));
const app = fileURLToPath(new URL('../dashboard', import.meta.url));
const built = fileURLToPath(new URL('../dist/reference', import.meta.url));

rmSync(built, { recursive: true, force: true });
mkdirSync(join(built, 'assets'), { recursive: true });
cpSync(join(own, 'index.html'), join(built, 'index.html'));
for (const file of ['start.js', 'look.css']) cpSync(join(own, file), join(built, 'assets', file));
cpSync(join(app, 'public/scheme.js'), join(built, 'assets/scheme.js'));
cpSync(join(app, 'src/icon.svg'), join(built, 'assets/icon.svg'));
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']) {
  cpSync(join(swaggerUi, file), join(built, 'assets', file));
}
