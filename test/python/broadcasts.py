"""The broadcasts' part of the official Python client; `client.py` runs it with the others."""

import resend
from audience import eventually

FROM = "News <news@posthorn.test>"
HTML = '<p>Hello {{{FIRST_NAME|there}}}, <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">leave</a></p>'


def broadcasts():
    segment = resend.Segments.create({"name": "Readers"})
    contact = resend.Contacts.create({"email": "delivered+py@resend.dev"})
    resend.Contacts.Segments.add({"segment_id": segment["id"], "contact_id": contact["id"]})
    draft = {"segment_id": segment["id"], "from": FROM, "subject": "News", "name": "Py", "html": HTML}
    created = resend.Broadcasts.create(draft)
    got = resend.Broadcasts.get(created["id"])
    assert (got["status"], got["name"], got["subject"], got["segment_id"]) == (
        "draft",
        "Py",
        "News",
        segment["id"],
    ), got
    assert resend.Broadcasts.update({"broadcast_id": created["id"], "subject": "Other"})["id"] == created["id"]
    assert resend.Broadcasts.get(created["id"])["subject"] == "Other"
    copy = resend.Broadcasts.duplicate(created["id"])
    resend.Broadcasts.send({"broadcast_id": copy["id"], "scheduled_at": "in 2 days"})
    assert resend.Broadcasts.get(copy["id"])["status"] == "scheduled"
    assert resend.Broadcasts.cancel(copy["id"])["id"] == copy["id"]
    assert resend.Broadcasts.get(copy["id"])["status"] == "draft"
    removed = resend.Broadcasts.remove(copy["id"])
    assert (removed["deleted"], removed["id"]) == (True, copy["id"]), removed
    assert created["id"] in [row["id"] for row in resend.Broadcasts.list({"limit": 100})["data"]]
    assert resend.Broadcasts.send({"broadcast_id": created["id"]})["id"] == created["id"]
    delivered = lambda: resend.Broadcasts.recipients(created["id"], {"type": "delivered"})["data"]
    eventually(lambda: len(delivered()) == 1)
    (row,) = delivered()
    assert (row["email"], row["contact_id"]) == ("delivered+py@resend.dev", contact["id"]), row
    assert resend.Broadcasts.clicked_links(created["id"])["data"] == []


CHECKS = [broadcasts]
