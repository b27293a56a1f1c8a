#!/bin/sh
# The official Go client resend-go 3.1.1 sends an attachment as a JSON list of numbers, "content":[72,105], though Go's own
# encoding/json makes base64 of the same []byte, and the official Node client (resend 6.38.0) sends base64. Of random bytes that
# is nearly three times as much, so a file below the limit can make a request above it. And an empty file has no "content" at
# all: to the server it looks like an attachment whose content and path were both forgotten.
# Prints what each client sends to a server on the loopback; succeeds while that is so. Needs Go and Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund resend@6.38.0

cat >send.cjs <<'NODE'
const { createServer } = require('node:http');
const { Resend } = require('resend');
const server = createServer(async (request, response) => {
  const { attachments } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  console.log('Node:', JSON.stringify(attachments.map(({ content }) => ({ content }))));
  response.setHeader('Content-Type', 'application/json').end('{"id":"1"}');
});
const send = async () => {
  const client = new Resend('re_1', { baseUrl: `http://127.0.0.1:${server.address().port}` });
  const attachments = ['Hi', ''].map((text) => ({ filename: 'a.txt', content: Buffer.from(text) }));
  await client.emails.send({ from: 'a@example.com', to: 'b@example.org', subject: 'Hello', text: 'Hi', attachments });
  server.close();
  server.closeAllConnections();
};
server.listen(0, '127.0.0.1', () => void send());
NODE

mkdir client && cd client
cat >main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"

	"github.com/resend/resend-go/v3"
)

type email struct {
	Attachments []struct {
		Content json.RawMessage `json:"content,omitempty"`
	} `json:"attachments"`
}

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		var sent email
		json.NewDecoder(request.Body).Decode(&sent)
		shown, _ := json.Marshal(sent.Attachments)
		fmt.Println("Go:", string(shown))
		response.Header().Set("Content-Type", "application/json")
		fmt.Fprint(response, `{"id":"1"}`)
	}))
	client := resend.NewClient("re_1")
	client.BaseURL, _ = url.Parse(server.URL + "/")
	attachments := []*resend.Attachment{
		{Filename: "a.txt", Content: []byte("Hi")},
		{Filename: "a.txt", Content: []byte{}},
	}
	client.Emails.Send(&resend.SendEmailRequest{
		From: "a@example.com", To: []string{"b@example.org"}, Subject: "Hello", Text: "Hi", Attachments: attachments,
	})
}
GO
go mod init example.com/client >go.log 2>&1
go get github.com/resend/resend-go/v3@v3.1.1 >go.log 2>&1
cd ..

node send.cjs >seen.txt
(cd client && go run .) >>seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Node: [{"content":"SGk="},{"content":""}]
Go: [{"content":[72,105]},{}]' ]
