"""Uses the client that openapi-generator made from the live description:  use_pydantic_client.py ADDRESS TOKEN"""

import datetime
import sys

from pydantic_client import AnalyticsApi, ApiClient, Configuration, LibraryApi, RucksApi, StoriesApi, WorksApi
from pydantic_client import exceptions
from pydantic_client.models import (
    LibraryEntryInput, LibraryEntryPatch, ListeningReport, ListeningSession, ListeningSessionPatch, Problem, RuckPatch,
    RuckReport, Story, StoryInput, Summary, ValidationProblem, WorkInput)

address, token = sys.argv[1:]
client = ApiClient(Configuration(host=address, access_token=token))
stories, analytics, library = StoriesApi(client), AnalyticsApi(client), LibraryApi(client)
end = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
start = end - datetime.timedelta(minutes=10)


def rejected(kind, call):
    """Returns the typed body of a response that must be an error."""
    try:
        answer = call()
    except kind as error:
        return error.data
    raise AssertionError(f"expected an error, got {answer}")


made = stories.put_stories_by_id_with_http_info(
    "pydantic", StoryInput(title="The Engine", estimated_duration=3600))
assert made.status_code == 201 and isinstance(made.data, Story), made
assert made.data.title == "The Engine" and made.data.hero_id is None and made.data.is_favorite is False

report = ListeningReport(story_id="pydantic", completed=True, started_at=start, ended_at=end)
session = analytics.post_analytics_sessions(report, idempotency_key="pydantic-1")
assert isinstance(session, ListeningSession) and session.duration == 600 and session.started_at == start, session

summary = analytics.get_analytics_summary()
assert isinstance(summary, Summary), summary
assert summary.total_play_count == 1 and summary.total_listening_time == 600 and summary.last_activity_date == end

patched = analytics.patch_analytics_sessions_by_id(session.id, ListeningSessionPatch(duration=300))
assert isinstance(patched, ListeningSession) and patched.duration == 300 and patched.completed, patched

# A merge patch distinguishes an absent member from null.
WorksApi(client).put_works_by_id("kindred", WorkInput(title="Kindred", authors=["Octavia E. Butler"]))
library.put_library_by_work_id("kindred", LibraryEntryInput(status="reading", current_page=12))
rated = library.patch_library_by_work_id("kindred", LibraryEntryPatch(rating=4.5))
assert rated.rating == 4.5 and rated.current_page == 12, rated
cleared = library.patch_library_by_work_id("kindred", LibraryEntryPatch(rating=None))
assert cleared.rating is None and cleared.current_page == 12, cleared

rucks = RucksApi(client)
ruck = rucks.post_rucks(RuckReport(started_at=start, ended_at=end, distance=900, load_weight=15, calories=90))
changed = rucks.patch_rucks_by_id(ruck.id, RuckPatch(distance=950.5))
assert changed.distance == 950.5 and changed.calories == 90 and changed.load_weight == 15, changed

missing = rejected(exceptions.NotFoundException, lambda: stories.get_stories_by_id("nothing"))
assert isinstance(missing, Problem) and missing.status == 404 and missing.detail, missing
# Its models validate their input, so this report is one that only the server can reject.
late = ListeningReport(story_id="pydantic", completed=True, started_at=end, ended_at=start)
invalid = rejected(exceptions.UnprocessableEntityException, lambda: analytics.post_analytics_sessions(late))
assert isinstance(invalid, ValidationProblem) and invalid.status == 422, invalid
assert [error.var_field for error in invalid.errors] == ["endedAt"], invalid
stranger = AnalyticsApi(ApiClient(Configuration(host=address, access_token="nobody")))
unknown = rejected(exceptions.UnauthorizedException, stranger.get_analytics_summary)
assert isinstance(unknown, Problem) and unknown.status == 401, unknown
