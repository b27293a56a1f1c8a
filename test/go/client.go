// Calls the methods of the official Go client for webhooks and the audience. Prints one JSON object: check -> what went wrong, or null.
//
// usage: client <API key>, with the URL of the server in RESEND_BASE_URL
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/resend/resend-go/v3"
	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type message struct {
	headers http.Header
	body    []byte
}

const patience = time.Minute

func main() {
	client := resend.NewClient(os.Args[1])
	outcomes := map[string]*string{}
	checks := map[string]func(*resend.Client) error{"managed": managed, "received": received}
	maps.Copy(checks, resourceChecks)
	for name, check := range checks {
		outcomes[name] = nil
		if err := check(client); err != nil {
			text := err.Error()
			outcomes[name] = &text
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		panic(err)
	}
}

func managed(client *resend.Client) error {
	const endpoint = "http://127.0.0.1:9/hook"
	created, err := client.Webhooks.Create(&resend.CreateWebhookRequest{
		Endpoint: endpoint, Events: []string{resend.EventEmailBounced},
	})
	if err != nil {
		return err
	}
	got, err := client.Webhooks.Get(created.Id)
	if err != nil {
		return err
	}
	if got.Endpoint != endpoint || got.Status != "enabled" || got.SigningSecret != created.SigningSecret {
		return fmt.Errorf("get: %+v", got)
	}
	listed, err := client.Webhooks.List()
	if err != nil {
		return err
	}
	isSame := func(each resend.WebhookInList) bool { return each.Id == created.Id }
	if !slices.ContainsFunc(listed.Data, isSame) {
		return fmt.Errorf("list: %+v", listed)
	}
	disabled := "disabled"
	events := []string{resend.EventEmailFailed}
	if _, err = client.Webhooks.Update(created.Id, &resend.UpdateWebhookRequest{Events: events, Status: &disabled}); err != nil {
		return err
	}
	got, err = client.Webhooks.Get(created.Id)
	if err != nil {
		return err
	}
	if !slices.Equal(got.Events, events) || got.Status != disabled {
		return fmt.Errorf("after the update: %+v", got)
	}
	removed, err := client.Webhooks.Remove(created.Id)
	if err != nil {
		return err
	}
	if !removed.Deleted {
		return fmt.Errorf("remove: %+v", removed)
	}
	if _, err = client.Webhooks.Get(created.Id); err == nil {
		return errors.New("a deleted endpoint was found")
	}
	return nil
}

func received(client *resend.Client) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	messages := make(chan message, 10)
	go http.Serve(listener, http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		messages <- message{request.Header, body}
	}))
	created, err := client.Webhooks.Create(&resend.CreateWebhookRequest{
		Endpoint: "http://" + listener.Addr().String() + "/hook", Events: []string{resend.EventEmailSent},
	})
	if err != nil {
		return err
	}
	defer client.Webhooks.Remove(created.Id)
	sent, err := client.Emails.Send(&resend.SendEmailRequest{
		From: "Shop <onboarding@resend.dev>", To: []string{"delivered@resend.dev"}, Subject: "From Go", Html: "<p>Hello</p>",
	})
	if err != nil {
		return err
	}
	select {
	case got := <-messages:
		return verified(client, created.SigningSecret, sent.Id, got)
	case <-time.After(patience):
		return errors.New("nothing came")
	}
}

func verified(client *resend.Client, secret, emailId string, got message) error {
	if !strings.Contains(string(got.body), emailId) {
		return fmt.Errorf("not about the email: %s", got.body)
	}
	reference, err := webhooks.NewWebhook(secret)
	if err != nil {
		return err
	}
	if err = reference.Verify(got.body, got.headers); err != nil {
		return err
	}
	options := resend.VerifyWebhookOptions{
		Payload: string(got.body),
		Headers: resend.WebhookHeaders{
			Id:        got.headers.Get("svix-id"),
			Timestamp: got.headers.Get("svix-timestamp"),
			Signature: got.headers.Get("svix-signature"),
		},
		WebhookSecret: secret,
	}
	if err = client.Webhooks.Verify(&options); err != nil {
		return err
	}
	options.Payload += " "
	if client.Webhooks.Verify(&options) == nil {
		return errors.New("another body was taken for the signed one")
	}
	return nil
}
