package main

import (
	"fmt"
	"slices"

	"github.com/resend/resend-go/v3"
)

// Every method that this client has for broadcasts.
func broadcasts(client *resend.Client) error {
	segment, err := client.Segments.Create(&resend.CreateSegmentRequest{Name: "Readers"})
	if err != nil {
		return err
	}
	created, err := client.Broadcasts.Create(&resend.CreateBroadcastRequest{
		SegmentId: segment.Id, From: "News <news@posthorn.test>", Subject: "News", Name: "Go", Html: "<p>News</p>",
	})
	if err != nil {
		return err
	}
	got, err := client.Broadcasts.Get(created.Id)
	if err != nil || got.Status != "draft" || got.Name != "Go" || got.Subject != "News" {
		return fmt.Errorf("get: %+v, %v", got, err)
	}
	update := &resend.UpdateBroadcastRequest{BroadcastId: created.Id, Subject: "Other"}
	if _, err = client.Broadcasts.Update(update); err != nil {
		return err
	}
	listed, err := client.Broadcasts.List()
	if err != nil || !slices.ContainsFunc(listed.Data, func(each resend.Broadcast) bool { return each.Id == created.Id }) {
		return fmt.Errorf("list: %+v, %v", listed, err)
	}
	later := &resend.SendBroadcastRequest{BroadcastId: created.Id, ScheduledAt: "in 2 days"}
	if _, err = client.Broadcasts.Send(later); err != nil {
		return err
	}
	got, err = client.Broadcasts.Get(created.Id)
	if err != nil || got.Status != "scheduled" || got.Subject != "Other" {
		return fmt.Errorf("scheduled: %+v, %v", got, err)
	}
	removed, err := client.Broadcasts.Remove(created.Id)
	if err != nil || !removed.Deleted {
		return fmt.Errorf("remove: %+v, %v", removed, err)
	}
	return nil
}
