"""Calls of the audience's part of the official Python client; `client.py` runs them with the others."""

import time

import resend
from resend.exceptions import ResendError


def contacts():
    created = resend.Contacts.create({"email": "py@example.com", "first_name": "Py", "unsubscribed": False})
    again = resend.Contacts.create({"email": "PY@example.com", "last_name": "Thon"})
    assert again["id"] == created["id"], (created, again)
    got = resend.Contacts.get(email="py@example.com")
    assert (got["id"], got["first_name"], got["last_name"], got["unsubscribed"]) == (
        created["id"],
        "Py",
        "Thon",
        False,
    ), got
    other = resend.Contacts.create({"email": "first+py@example.com"})
    assert resend.Contacts.get(email="first+py@example.com")["id"] == other["id"]
    page = resend.Contacts.list(params={"limit": 1})
    assert len(page["data"]) == 1 and page["has_more"] is True, page
    assert {row["id"] for row in resend.Contacts.list()["data"]} >= {created["id"], other["id"]}
    assert resend.Contacts.update({"email": "py@example.com", "unsubscribed": True})["id"] == created["id"]
    assert resend.Contacts.get(id=created["id"])["unsubscribed"] is True
    removed = resend.Contacts.remove(id=created["id"])
    assert (removed["deleted"], removed["contact"]) == (True, created["id"]), removed
    try:
        resend.Contacts.get(id=created["id"])
    except ResendError as error:
        assert (int(error.code), error.error_type) == (404, "not_found"), error
    else:
        raise AssertionError("a deleted contact was found")


def contact_properties():
    created = resend.ContactProperties.create({"key": "py_plan", "type": "string", "fallback_value": "free"})
    assert resend.ContactProperties.get(created["id"])["fallback_value"] == "free"
    assert created["id"] in [row["id"] for row in resend.ContactProperties.list({"limit": 100})["data"]]
    resend.ContactProperties.update({"id": created["id"], "fallback_value": "basic"})
    assert resend.ContactProperties.get(created["id"])["fallback_value"] == "basic"
    resend.Contacts.create({"email": "plan@example.com", "properties": {"py_plan": "pro"}})
    value = resend.Contacts.get(email="plan@example.com")["properties"]["py_plan"]
    assert value == {"type": "string", "value": "pro"}, value
    assert resend.ContactProperties.remove(created["id"])["deleted"] is True


def segments():
    created = resend.Segments.create({"name": "Python"})
    assert resend.Segments.get(created["id"])["name"] == created["name"] == "Python"
    assert resend.Segments.update(created["id"], {"name": "Renamed"})["id"] == created["id"]
    assert {row["name"] for row in resend.Segments.list({"limit": 100})["data"] if row["id"] == created["id"]} == {
        "Renamed"
    }
    contact = resend.Contacts.create({"email": "member@example.com"})
    member = {"segment_id": created["id"], "contact_id": contact["id"]}
    resend.Contacts.Segments.add(member)
    assert [row["id"] for row in resend.Contacts.Segments.list({"email": "member@example.com"})["data"]] == [
        created["id"]
    ]
    members = eventually(lambda: resend.Contacts.list(segment_id=created["id"])["data"])
    assert [row["id"] for row in members] == [contact["id"]], members
    assert resend.Contacts.Segments.remove(member)["deleted"] is True
    assert resend.Segments.remove(created["id"])["deleted"] is True


def audiences():
    created = resend.Audiences.create({"name": "Older name"})
    assert resend.Audiences.get(created["id"])["name"] == "Older name"
    assert created["id"] in [row["id"] for row in resend.Audiences.list({"limit": 100})["data"]]
    audience_id = created["id"]
    contact = resend.Contacts.create({"audience_id": audience_id, "email": "older@example.com"})
    assert resend.Contacts.get(audience_id=audience_id, email="older@example.com")["id"] == contact["id"]
    resend.Contacts.update({"audience_id": audience_id, "id": contact["id"], "first_name": "Old"})
    listed = eventually(lambda: resend.Contacts.list(audience_id=audience_id)["data"])
    assert [(row["id"], row["first_name"]) for row in listed] == [(contact["id"], "Old")], listed
    assert resend.Contacts.remove(audience_id=audience_id, id=contact["id"])["deleted"] is True
    assert resend.Audiences.remove(audience_id)["deleted"] is True


def topics():
    topic = {"name": "Python news", "default_subscription": "opt_out", "description": "What is new"}
    created = resend.Topics.create(topic)
    got = resend.Topics.get(created["id"])
    assert {key: got[key] for key in topic} == topic, got
    resend.Topics.update(created["id"], {"name": "News", "description": "All of it"})
    assert "News" in [row["name"] for row in resend.Topics.list({"limit": 100})["data"] if row["id"] == created["id"]]
    contact = resend.Contacts.create({"email": "reader@example.com"})
    said = [{"id": created["id"], "subscription": "opt_in"}]
    assert resend.Contacts.Topics.update({"email": "reader@example.com", "topics": said})["id"] == contact["id"]
    shown = resend.Contacts.Topics.list(contact_id=contact["id"])["data"]
    assert {row["id"]: row["subscription"] for row in shown}[created["id"]] == "opt_in", shown
    assert resend.Topics.remove(created["id"])["deleted"] is True


def imports():
    segment = resend.Segments.create({"name": "Imported"})
    created = resend.Contacts.Imports.create(
        {
            "file": b"E-mail;Name\nimported@example.com;Im\nno address;Po\n",
            "filename": "people.csv",
            "column_map": {"email": "E-mail", "first_name": "Name"},
            "on_conflict": "upsert",
            "segments": [{"id": segment["id"]}],
        }
    )
    done = eventually(lambda: completed(created["id"]))
    counts = {"total": 2, "created": 1, "updated": 0, "skipped": 0, "failed": 1}
    assert done["counts"] == counts, done
    listed = resend.Contacts.Imports.list
    eventually(lambda: created["id"] in [row["id"] for row in listed({"status": "completed"})["data"]])
    assert resend.Contacts.get(email="imported@example.com")["first_name"] == "Im"


def completed(import_id):
    found = resend.Contacts.Imports.get(import_id)
    return found if found["status"] == "completed" else None


def eventually(ask, limit=60):
    until = time.monotonic() + limit
    while not (answer := ask()):
        assert time.monotonic() < until, f"nothing came within {limit} s"
        time.sleep(0.05)
    return answer


CHECKS = [contacts, contact_properties, segments, audiences, topics, imports]
