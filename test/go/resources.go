package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/resend/resend-go/v3"
)

// Every method that this client has for the audience and for templates.
var resourceChecks = map[string]func(*resend.Client) error{
	"audiences": audiences, "broadcasts": broadcasts, "contacts": contacts, "properties": properties, "receiving": receiving, "segments": segments, "templates": templates,
	"topics": topics,
}

func contacts(client *resend.Client) error {
	created, err := client.Contacts.Create(&resend.CreateContactRequest{
		Email: "go@example.com", FirstName: "Go", LastName: "Lang",
	})
	if err != nil {
		return err
	}
	update := &resend.UpdateContactRequest{Id: created.Id, FirstName: "Gopher"}
	update.SetUnsubscribed(true)
	if _, err = client.Contacts.Update(update); err != nil {
		return err
	}
	got, err := client.Contacts.Get(&resend.GetContactOptions{Id: "go@example.com"})
	if err != nil {
		return err
	}
	if got.Id != created.Id || got.FirstName != "Gopher" || got.LastName != "Lang" || !got.Unsubscribed {
		return fmt.Errorf("get: %+v", got)
	}
	limit := 100
	listed, err := client.Contacts.List(&resend.ListContactsOptions{Limit: &limit})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(listed.Data, func(each resend.Contact) bool { return each.Id == created.Id }) {
		return fmt.Errorf("list: %+v", listed)
	}
	removed, err := client.Contacts.Remove(&resend.RemoveContactOptions{Id: "go@example.com"})
	if err != nil {
		return err
	}
	if !removed.Deleted {
		return fmt.Errorf("remove: %+v", removed)
	}
	return nil
}

func properties(client *resend.Client) error {
	created, err := client.Contacts.Properties.Create(&resend.CreateContactPropertyRequest{
		Key: "go_visits", Type: "number", FallbackValue: 1,
	})
	if err != nil {
		return err
	}
	if _, err = client.Contacts.Properties.Update(&resend.UpdateContactPropertyRequest{Id: created.Id, FallbackValue: 2}); err != nil {
		return err
	}
	got, err := client.Contacts.Properties.Get(created.Id)
	if err != nil {
		return err
	}
	if got.Key != "go_visits" || got.FallbackValue != 2.0 {
		return fmt.Errorf("get: %+v", got)
	}
	listed, err := client.Contacts.Properties.List()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(listed.Data, func(each resend.ContactProperty) bool { return each.Id == created.Id }) {
		return fmt.Errorf("list: %+v", listed)
	}
	if _, err = client.Contacts.Create(&resend.CreateContactRequest{
		Email: "visits@example.com", Properties: map[string]any{"go_visits": 7},
	}); err != nil {
		return err
	}
	contact, err := client.Contacts.Get(&resend.GetContactOptions{Id: "visits@example.com"})
	if err != nil {
		return err
	}
	if value, isTyped := contact.Properties["go_visits"].(map[string]any); !isTyped || value["value"] != 7.0 {
		return fmt.Errorf("the contact's property: %+v", contact.Properties)
	}
	removed, err := client.Contacts.Properties.Remove(created.Id)
	if err != nil || !removed.Deleted {
		return fmt.Errorf("remove: %+v, %v", removed, err)
	}
	return nil
}

func segments(client *resend.Client) error {
	created, err := client.Segments.Create(&resend.CreateSegmentRequest{Name: "Go"})
	if err != nil {
		return err
	}
	got, err := client.Segments.Get(created.Id)
	if err != nil || got.Name != "Go" {
		return fmt.Errorf("get: %+v, %v", got, err)
	}
	listed, err := client.Segments.List()
	if err != nil || !slices.ContainsFunc(listed.Data, func(each resend.Segment) bool { return each.Id == created.Id }) {
		return fmt.Errorf("list: %+v, %v", listed, err)
	}
	const email = "member+go@example.com"
	if _, err = client.Contacts.Create(&resend.CreateContactRequest{Email: email}); err != nil {
		return err
	}
	if _, err = client.Contacts.Segments.Add(&resend.AddContactSegmentRequest{SegmentId: created.Id, Email: email}); err != nil {
		return err
	}
	of, err := client.Contacts.Segments.List(&resend.ListContactSegmentsRequest{Email: email})
	if err != nil || len(of.Data) != 1 || of.Data[0].Id != created.Id {
		return fmt.Errorf("of the contact: %+v, %v", of, err)
	}
	left, err := client.Contacts.Segments.Remove(&resend.RemoveContactSegmentRequest{SegmentId: created.Id, Email: email})
	if err != nil || !left.Deleted {
		return fmt.Errorf("remove the contact: %+v, %v", left, err)
	}
	removed, err := client.Segments.Remove(created.Id)
	if err != nil || !removed.Deleted {
		return fmt.Errorf("remove: %+v, %v", removed, err)
	}
	return nil
}

func audiences(client *resend.Client) error {
	created, err := client.Audiences.Create(&resend.CreateAudienceRequest{Name: "Older name"})
	if err != nil {
		return err
	}
	got, err := client.Audiences.Get(created.Id)
	if err != nil || got.Name != "Older name" {
		return fmt.Errorf("get: %+v, %v", got, err)
	}
	listed, err := client.Audiences.List()
	if err != nil || !slices.ContainsFunc(listed.Data, func(each resend.Audience) bool { return each.Id == created.Id }) {
		return fmt.Errorf("list: %+v, %v", listed, err)
	}
	contact, err := client.Contacts.Create(&resend.CreateContactRequest{AudienceId: created.Id, Email: "older+go@example.com"})
	if err != nil {
		return err
	}
	if _, err = client.Contacts.Update(&resend.UpdateContactRequest{
		AudienceId: created.Id, Email: "older+go@example.com", FirstName: "Old",
	}); err != nil {
		return err
	}
	read, err := client.Contacts.Get(&resend.GetContactOptions{AudienceId: created.Id, Id: contact.Id})
	if err != nil || read.FirstName != "Old" {
		return fmt.Errorf("the contact: %+v, %v", read, err)
	}
	isMember := func() bool {
		members, err := client.Contacts.List(&resend.ListContactsOptions{AudienceId: created.Id})
		return err == nil && len(members.Data) == 1 && members.Data[0].Id == contact.Id
	}
	if !eventually(isMember) {
		return fmt.Errorf("%s is not listed in its audience", contact.Id)
	}
	left, err := client.Contacts.Remove(&resend.RemoveContactOptions{AudienceId: created.Id, Id: contact.Id})
	if err != nil || !left.Deleted {
		return fmt.Errorf("remove the contact: %+v, %v", left, err)
	}
	removed, err := client.Audiences.Remove(created.Id)
	if err != nil || !removed.Deleted {
		return fmt.Errorf("remove: %+v, %v", removed, err)
	}
	return nil
}

func topics(client *resend.Client) error {
	created, err := client.Topics.Create(&resend.CreateTopicRequest{
		Name: "Go news", DefaultSubscription: resend.DefaultSubscriptionOptOut, Description: "What is new",
	})
	if err != nil {
		return err
	}
	if _, err = client.Topics.Update(created.Id, &resend.UpdateTopicRequest{Name: "News"}); err != nil {
		return err
	}
	got, err := client.Topics.Get(created.Id)
	if err != nil || got.Name != "News" || got.Description != "What is new" || got.DefaultSubscription != "opt_out" {
		return fmt.Errorf("get: %+v, %v", got, err)
	}
	listed, err := client.Topics.List(nil)
	if err != nil || !slices.ContainsFunc(listed.Data, func(each *resend.Topic) bool { return each.Id == created.Id }) {
		return fmt.Errorf("list: %+v, %v", listed, err)
	}
	const email = "reader+go@example.com"
	contact, err := client.Contacts.Create(&resend.CreateContactRequest{Email: email})
	if err != nil {
		return err
	}
	said := []resend.TopicSubscriptionUpdate{{Id: created.Id, Subscription: "opt_in"}}
	if _, err = client.Contacts.Topics.Update(&resend.UpdateContactTopicsRequest{Email: email, Topics: said}); err != nil {
		return err
	}
	shown, err := client.Contacts.Topics.List(contact.Id)
	isSaid := func(each resend.ContactTopic) bool { return each.Id == created.Id && each.Subscription == "opt_in" }
	if err != nil || !slices.ContainsFunc(shown.Data, isSaid) {
		return fmt.Errorf("of the contact: %+v, %v", shown, err)
	}
	removed, err := client.Topics.Remove(created.Id)
	if err != nil || !removed.Deleted {
		return fmt.Errorf("remove: %+v, %v", removed, err)
	}
	return nil
}

func templates(client *resend.Client) error {
	created, err := client.Templates.Create(&resend.CreateTemplateRequest{
		Name: "Go", Alias: "go", From: "Shop <onboarding@resend.dev>", Subject: "Order {{{ORDER}}}",
		Html: "<p>Order {{{ORDER}}}</p>", Variables: []*resend.TemplateVariable{{Key: "ORDER", Type: "number"}},
	})
	if err != nil {
		return err
	}
	if _, err = client.Templates.Publish("go"); err != nil {
		return err
	}
	got, err := client.Templates.Get(created.Id)
	if err != nil || got.Status != "published" || got.Alias != "go" || len(got.Variables) != 1 {
		return fmt.Errorf("get: %+v, %v", got, err)
	}
	if _, err = client.Templates.Update("go", &resend.UpdateTemplateRequest{Name: "Renamed", Html: got.Html}); err != nil {
		return err
	}
	listed, err := client.Templates.List(nil)
	isRenamed := func(each *resend.TemplateListItem) bool { return each.Id == created.Id && each.Name == "Renamed" }
	if err != nil || !slices.ContainsFunc(listed.Data, isRenamed) {
		return fmt.Errorf("list: %+v, %v", listed, err)
	}
	sent, err := client.Emails.Send(&resend.SendEmailRequest{
		To: []string{"delivered@resend.dev"}, Template: &resend.EmailTemplate{Id: "go", Variables: map[string]any{"ORDER": 7}},
	})
	if err != nil {
		return err
	}
	email, err := client.Emails.Get(sent.Id)
	if err != nil || email.Subject != "Order 7" || email.Html != "<p>Order 7</p>" {
		return fmt.Errorf("the email: %+v, %v", email, err)
	}
	copied, err := client.Templates.Duplicate(created.Id)
	if err != nil {
		return err
	}
	removed, err := client.Templates.Remove(copied.Id)
	if err != nil || !removed.Deleted {
		return fmt.Errorf("remove: %+v, %v", removed, err)
	}
	return nil
}

// Lists are read from what followed the log a moment ago.
func eventually(holds func() bool) bool {
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		if holds() {
			return true
		}
	}
	return false
}
