export const languages = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'go', label: 'Go' },
] as const;
export type Language = (typeof languages)[number]['value'];

/* With the reference libraries of Standard Webhooks. The secret is in the environment: it is in no program. */

const node = `// npm install standardwebhooks
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = webhook.verify(Buffer.concat(chunks).toString(), request.headers);
    console.log(event.type, event.data);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(8080);
`;

const python = `# pip install standardwebhooks
import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from standardwebhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        try:
            event = webhook.verify(body, {name.lower(): value for name, value in self.headers.items()})
            print(event["type"], event["data"])
            self.send_response(204)
        except Exception:
            self.send_response(401)
        self.end_headers()

HTTPServer(("", 8080), Handler).serve_forever()
`;

const go = `// go get github.com/standard-webhooks/standard-webhooks/libraries
package main

import (
	"io"
	"log"
	"net/http"
	"os"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := webhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe(":8080", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		log.Printf("%s", body)
		w.WriteHeader(http.StatusNoContent)
	})))
}
`;

const snippets: Readonly<Record<Language, string>> = { node, python, go };

/** A small program that checks what it receives. */
export function verifySnippet(language: Language): string {
  return snippets[language];
}
