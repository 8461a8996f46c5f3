"""Uses the client that openapi-python-client made from the live description:  use_attrs_client.py ADDRESS TOKEN"""

import datetime
import sys

from attrs_client import AuthenticatedClient
from attrs_client.api.analytics import get_analytics_summary, patch_analytics_sessions_by_id, post_analytics_sessions
from attrs_client.api.library import patch_library_by_work_id, put_library_by_work_id
from attrs_client.api.stories import get_stories_by_id, put_stories_by_id
from attrs_client.api.works import put_works_by_id
from attrs_client.models import (
    LibraryEntry, LibraryEntryInput, LibraryEntryInputStatus, LibraryEntryPatch, ListeningReport, ListeningSession,
    ListeningSessionPatch, Problem, Story, StoryInput, Summary, ValidationProblem, Work, WorkInput)

address, token = sys.argv[1:]
client = AuthenticatedClient(base_url=address, token=token)
end = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
start = end - datetime.timedelta(minutes=10)

made = put_stories_by_id.sync_detailed(
    "attrs", client=client, body=StoryInput(title="The Engine", estimated_duration=3600))
assert made.status_code == 201 and isinstance(made.parsed, Story), made
assert made.parsed.title == "The Engine" and made.parsed.hero_id is None and made.parsed.is_favorite is False

report = ListeningReport(story_id="attrs", completed=True, started_at=start, ended_at=end)
session = post_analytics_sessions.sync(client=client, body=report, idempotency_key="attrs-1")
assert isinstance(session, ListeningSession), session
assert session.duration == 600 and session.started_at == start and session.anomalies == []

summary = get_analytics_summary.sync(client=client)
assert isinstance(summary, Summary), summary
assert summary.total_play_count == 1 and summary.total_listening_time == 600 and summary.last_activity_date == end

patched = patch_analytics_sessions_by_id.sync(session.id, client=client, body=ListeningSessionPatch(duration=300))
assert isinstance(patched, ListeningSession) and patched.duration == 300 and patched.completed, patched

# A merge patch distinguishes an absent member from null.
work = put_works_by_id.sync("kindred", client=client, body=WorkInput(title="Kindred", authors=["Octavia E. Butler"]))
assert isinstance(work, Work) and work.authors == ["Octavia E. Butler"], work
entry = put_library_by_work_id.sync(
    "kindred", client=client, body=LibraryEntryInput(status=LibraryEntryInputStatus.READING, current_page=12))
assert isinstance(entry, LibraryEntry) and entry.current_page == 12, entry
rated = patch_library_by_work_id.sync("kindred", client=client, body=LibraryEntryPatch(rating=4.5))
assert isinstance(rated, LibraryEntry) and rated.rating == 4.5 and rated.current_page == 12, rated
cleared = patch_library_by_work_id.sync("kindred", client=client, body=LibraryEntryPatch(rating=None))
assert isinstance(cleared, LibraryEntry) and cleared.rating is None and cleared.current_page == 12, cleared

missing = get_stories_by_id.sync("nothing", client=client)
assert isinstance(missing, Problem) and missing.status == 404 and missing.detail, missing
rejected = put_stories_by_id.sync("attrs", client=client, body=StoryInput(title="", estimated_duration=-1))
assert isinstance(rejected, ValidationProblem) and rejected.status == 422, rejected
assert {error.field for error in rejected.errors} == {"title", "estimatedDuration"}, rejected
stranger = get_analytics_summary.sync(client=AuthenticatedClient(base_url=address, token="nobody"))
assert isinstance(stranger, Problem) and stranger.status == 401, stranger
