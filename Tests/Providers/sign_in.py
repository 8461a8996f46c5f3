"""Signs in to a stack with an OpenID Connect provider, like a browser without scripts.

sign_in.py ADDRESS PUBLIC_URL USER NAME=VALUE…: the values are those of the fields of the provider's sign-in form.
"""
import html
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request


class NoRedirection(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Browser:
    """Keeps cookies by address and name. The public URL leads to the stack's address."""

    def __init__(self, address, public):
        self.address, self.public = address, public
        self.cookies = {}
        self.opener = urllib.request.build_opener(NoRedirection)

    def send(self, url, form=None, verb=None, headers=None):
        if url.startswith(self.public + "/"):
            url = self.address + url[len(self.public):]
        place = urllib.parse.urlsplit(url).netloc
        own = self.cookies.setdefault(place, {})
        request = urllib.request.Request(url, method=verb, headers=headers or {})
        if form is not None:
            request.data = urllib.parse.urlencode(form).encode()
        if own:
            request.add_header("Cookie", "; ".join(f"{name}={value}" for name, value in own.items()))
        try:
            response = self.opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            response = error
        for line in response.headers.get_all("Set-Cookie") or []:
            name, value = line.split(";")[0].split("=", 1)
            own.pop(name, None)
            if value:
                own[name] = value
        return response.status, response.headers, response.read().decode()

    def call(self, path, verb="GET"):
        status, _, body = self.send(f"{self.address}/api/v1{path}", verb=verb, headers={"X-Requested-With": "waymark"})
        return status, json.loads(body) if body else None


def field(tag, name):
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return html.unescape(found.group(1)) if found else None


def sign_in(browser, values):
    """Returns the address to which the sign-in leads."""
    status, headers, _ = browser.send(f"{browser.address}/api/v1/session/oidc?to=/%23/books")
    assert status == 303, status
    url, form = headers["Location"], None
    for _ in range(10):
        status, headers, body = browser.send(url, form)
        if status in (302, 303):
            next_url = urllib.parse.urljoin(url, headers["Location"])
            if url.startswith(browser.public + "/api/v1/session/oidc/callback"):
                return next_url
            url, form = next_url, None
            continue
        assert status == 200, (status, url, body[:500])
        # The provider asks who the person is.
        tags = re.findall(r"<input\b[^>]*>", body)
        form = {field(tag, "name"): field(tag, "value") or "" for tag in tags if field(tag, "name")}
        form.update(values)
    raise AssertionError(f"the provider asks again and again: {body[:500]}")


def main(address, public, user, *pairs):
    values = dict(pair.split("=", 1) for pair in pairs)
    browser = Browser(address, public)
    for _ in range(2):
        end = sign_in(browser, values)
        assert end == public + "/#/books", end
        status, session = browser.call("/session")
        assert status == 200 and session["userId"] == user and session["method"] == "oidc", session
        assert session["isFresh"] and session["oidc"], session
    status, links = browser.call("/session/links")
    assert len(links["items"]) == 1, links
    status, reply = browser.call("/session", "DELETE")
    assert status == 200, (status, reply)
    status, headers, body = browser.send(reply["url"])
    assert status < 400, (status, body[:500])
    assert browser.call("/session")[1]["isSignedIn"] is False


main(*sys.argv[1:])
