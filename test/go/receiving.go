package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/resend/resend-go/v3"
)

// The server has received three emails: Plain, Picture and Files (test/support/received-emails.ts).
func receiving(client *resend.Client) error {
	limit := 2
	first, err := client.Emails.Receiving.ListWithOptions(context.Background(), &resend.ListOptions{Limit: &limit})
	if err != nil {
		return err
	}
	if !first.HasMore || len(first.Data) != 2 || first.Data[0].Subject != "Files" || first.Data[1].Subject != "Picture" {
		return fmt.Errorf("list: %+v", first)
	}
	files := first.Data[0]
	rest, err := client.Emails.Receiving.ListWithOptions(context.Background(), &resend.ListOptions{After: &first.Data[1].Id})
	if err != nil {
		return err
	}
	if rest.HasMore || len(rest.Data) != 1 {
		return fmt.Errorf("list after the second: %+v", rest)
	}
	plain, err := client.Emails.Receiving.Get(rest.Data[0].Id)
	if err != nil {
		return err
	}
	if plain.Subject != "Plain" || strings.TrimSpace(plain.Text) != "Hello" || plain.MessageId != plain.Headers["message-id"] {
		return fmt.Errorf("get: %+v", plain)
	}
	raw, status, err := downloaded(plain.Raw.DownloadUrl)
	if err != nil || status != http.StatusOK || !strings.Contains(raw, "Subject: Plain\r\n") {
		return fmt.Errorf("raw: %v %d %q", err, status, raw)
	}
	attachments, err := client.Emails.Receiving.ListAttachments(files.Id)
	if err != nil {
		return err
	}
	if len(attachments.Data) != 2 || attachments.Data[0].Filename != "a b.txt" {
		return fmt.Errorf("attachments: %+v", attachments)
	}
	attachment, err := client.Emails.Receiving.GetAttachment(files.Id, attachments.Data[0].Id)
	if err != nil {
		return err
	}
	content, status, err := downloaded(attachment.DownloadUrl)
	if err != nil || status != http.StatusOK || strings.TrimSpace(content) != "Order 42" {
		return fmt.Errorf("attachment: %v %d %q", err, status, content)
	}
	if _, status, err = downloaded(attachment.DownloadUrl + "_"); err != nil || status != http.StatusForbidden {
		return fmt.Errorf("a link that was changed: %v %d", err, status)
	}
	if _, err = client.Emails.Receiving.Get("01a1fc74-2e88-7195-a39f-95afcf6e06a4"); err == nil {
		return errors.New("an email that never came was found")
	}
	return nil
}

func downloaded(url string) (string, int, error) {
	response, err := http.Get(url)
	if err != nil {
		return "", 0, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return string(content), response.StatusCode, err
}
