"""States of tracked emails as the official Python client reads them; `client.py` runs it with the others."""

import json
import re
import time
import urllib.request
from urllib.parse import urlsplit

import resend
from audience import eventually

DOMAIN = "tracked.example.com"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class KeepRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def follow(link):
    asked = urlsplit(link)
    request = urllib.request.Request(resend.api_url + asked.path, headers={"Host": asked.netloc, "User-Agent": FIREFOX})
    try:
        return urllib.request.build_opener(KeepRedirects).open(request).status
    except urllib.error.HTTPError as error:
        return error.code


def captured(email_id):
    url = f"{resend.api_url}/dashboard-api/emails/{email_id}/captured"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {resend.api_key}"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["data"]


def patch(path, body):
    headers = {"Authorization": f"Bearer {resend.api_key}", "Content-Type": "application/json"}
    request = urllib.request.Request(resend.api_url + path, json.dumps(body).encode(), headers, method="PATCH")
    urllib.request.urlopen(request).close()


def opened_and_clicked():
    domain = next(each for each in resend.Domains.list()["data"] if each["name"] == DOMAIN)
    resend.Domains.update({"id": domain["id"], "open_tracking": True, "click_tracking": True})
    patch(f"/domains/{domain['id']}", {"tracking_subdomain": "links"})
    mail = {"from": f"shop@{DOMAIN}", "to": ["a@example.com"], "subject": "Tracked"}
    sent = resend.Emails.send({**mail, "html": '<p><a href="https://www.example.com/">Look</a></p>'})
    raw = eventually(lambda: captured(sent["id"]))[0]["raw"].replace("=\r\n", "").replace("=3D", "=")
    state = lambda: resend.Emails.get(sent["id"])["last_event"]
    eventually(lambda: state() == "delivered")
    # Behind the seconds in which programs look at a mail that has just come.
    time.sleep(3.2)
    assert follow(re.search(r'<img src="([^"]+)"', raw)[1]) == 200
    assert eventually(lambda: state() == "opened")
    assert follow(re.search(r'href="([^"]+)"', raw)[1]) == 302
    assert eventually(lambda: state() == "clicked")


CHECKS = [opened_and_clicked]
