"""Verifies received webhooks with standardwebhooks, as receivers do:  webhooks.py SECRET FILE
Each line of FILE is a JSON object with the header fields and the body in hexadecimal digits."""

import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError

secret, file = sys.argv[1:3]
count = 0
for line in open(file, encoding="utf-8"):
    request = json.loads(line)
    headers, body = request["headers"], bytes.fromhex(request["body"])
    event = Webhook(secret).verify(body, headers)
    assert event["type"] and event["data"], event
    for wrong in (dict(headers, **{"webhook-id": "other"}), dict(headers, **{"webhook-timestamp": "1"})):
        try:
            Webhook(secret).verify(body, wrong)
            raise AssertionError("a changed header was accepted")
        except WebhookVerificationError:
            pass
    try:
        Webhook(secret).verify(body + b" ", headers)
        raise AssertionError("a changed body was accepted")
    except WebhookVerificationError:
        pass
    count += 1
print(f"ok {count}")
