#!/bin/sh
# The official Go client resend-go 3.1.1 can switch a domain's tracking on but not off: UpdateDomainRequest{OpenTracking: false}
# is sent as {}, since the field is "omitempty" and false is what Go leaves out. The answer is 200 and the opens stay tracked.
# In the same way an update of a contact leaves out an empty first name, so that a name is never cleared. The Node client,
# resend 6.38.0, sends both. Go's contacts have a method SetUnsubscribed for this reason; the domain has none.
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
  console.log('Node:', Buffer.concat(await request.toArray()).toString());
  response.setHeader('Content-Type', 'application/json').end('{"id":"1"}');
});
const send = async () => {
  const client = new Resend('re_1', { baseUrl: `http://127.0.0.1:${server.address().port}` });
  await client.domains.update({ id: '1', openTracking: false, clickTracking: false });
  await client.contacts.update({ id: '1', firstName: '' });
  server.close();
  server.closeAllConnections();
};
server.listen(0, '127.0.0.1', () => void send());
NODE

mkdir client && cd client
cat >main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"github.com/resend/resend-go/v3"
)

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		fmt.Println("Go:", strings.TrimSpace(string(body)))
		response.Header().Set("Content-Type", "application/json")
		fmt.Fprint(response, `{"id":"1"}`)
	}))
	client := resend.NewClient("re_1")
	client.BaseURL, _ = url.Parse(server.URL + "/")
	client.Domains.Update("1", &resend.UpdateDomainRequest{OpenTracking: false, ClickTracking: false})
	client.Contacts.Update(&resend.UpdateContactRequest{Id: "1", FirstName: ""})
}
GO
go mod init example.com/client >go.log 2>&1
go get github.com/resend/resend-go/v3@v3.1.1 >go.log 2>&1
cd ..

node send.cjs >seen.txt
(cd client && go run .) >>seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Node: {"click_tracking":false,"open_tracking":false}
Node: {"first_name":""}
Go: {}
Go: {"id":"1"}' ]
